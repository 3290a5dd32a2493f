import type { XmlNode } from '../xml/node.ts';
import type { KeptOut } from './account.ts';

/** An element that is kept out, while it is read: its words are only counted. */
export class Skipped {
  #depth = 0;
  #text = '';
  #category = '';
  /** Open elements of the tree that is built for an outline; empty without one. */
  #tree: XmlNode[] = [];

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** @param text words of an attribute @param root receives the children; null if no outline needs them */
  begin(category: string, text: string, root: XmlNode | null): void {
    this.#depth = 1;
    this.#category = category;
    this.#text = text;
    this.#tree = root ? [root] : [];
  }

  open(name: string, attributes: XmlNode['attributes']): void {
    this.#depth += 1;
    this.#text += ' ';
    if (this.#tree.length === 0) return;
    const node: XmlNode = { name, attributes, children: [] };
    this.#tree.at(-1)!.children.push(node);
    this.#tree.push(node);
  }

  text(text: string): void {
    this.#text += text;
    this.#tree.at(-1)?.children.push(text);
  }

  /** @returns whether the element ends here, and its words are counted */
  close(keptOut: KeptOut): boolean {
    this.#depth -= 1;
    this.#text += ' ';
    this.#tree.pop();
    if (this.#depth > 0) return false;
    keptOut.add(this.#category, this.#text);
    return true;
  }
}

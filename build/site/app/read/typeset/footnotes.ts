import { FOOTNOTE_MARK, FOOTNOTE_START } from '../../../../text/layout.ts';
import { nodeAt, ownerOf, wordsOf, wrapWords } from './dom.ts';

interface Mark {
  sup: Element;
  id: string;
}

interface Note {
  id: string;
  /** The note's label, which links back to the first of its marks. */
  label: Element;
  isLinked: boolean;
}

/** Beginning of a note with a space or a colon after its label; see `build/text/layout.ts`. */
const SPACED_START = /^\[\^([^\s[\]\\]+)\]:?[ \t]+(?=\S)/;

/**
 * Links marks and notes. Notes lie among the paragraphs, as in the corpus. Labels repeat (a document has several notes 1), so a
 * mark belongs to the next note of its label, or to the last before it where none follows.
 */
export class Footnotes {
  readonly #fragmentHref: (id: string) => string;
  /** Marks without a note so far, by label. */
  readonly #waiting = new Map<string, Mark[]>();
  readonly #notes = new Map<string, Note>();
  #marks = 0;
  #count = 0;

  constructor(fragmentHref: (id: string) => string) {
    this.#fragmentHref = fragmentHref;
  }

  /** Turns each `[^1]` in the words of a block into a mark. */
  mark(block: Element): void {
    const words = wordsOf(block);
    if (!words.text.includes('[^')) return;
    const found: [label: string, sup: Element][] = [];
    for (const match of Array.from(words.text.matchAll(FOOTNOTE_MARK)).reverse()) {
      const sup = ownerOf(block).createElement('sup');
      sup.className = 'mark';
      const caret = nodeAt(words, match.index + 1);
      if (wrapWords(words, match.index, match.index + match[0].length, sup)) {
        sup.textContent = `[${match[1]}]`;
        found.unshift([match[1]!, sup]);
        // Only the caret is markup.
      } else caret?.node.deleteData(match.index + 1 - caret.start, 1);
    }
    for (const [label, sup] of found) {
      this.#marks++;
      sup.id = `fnref-${this.#marks}`;
      const waiting = this.#waiting.get(label);
      if (waiting) waiting.push({ sup, id: sup.id });
      else this.#waiting.set(label, [{ sup, id: sup.id }]);
    }
  }

  /** Turns a paragraph that begins with `[^1]` into a note. @returns whether it is a note */
  note(paragraph: Element): boolean {
    const text = paragraph.textContent ?? '';
    const match = text.startsWith('[^') ? (FOOTNOTE_START.exec(text) ?? SPACED_START.exec(text)) : null;
    if (!match) return false;
    const label = ownerOf(paragraph).createElement('span');
    if (!wrapWords(wordsOf(paragraph), 0, match[1]!.length + 3, label)) return false;
    if (!/^\s/.test(label.nextSibling?.textContent ?? '')) label.after(' ');
    this.#begin(paragraph, label, match[1]!);
    return true;
  }

  /** Adds a note of Markdown's own syntax: its first paragraph is the label. */
  definition(note: Element): void {
    const first = note.firstElementChild;
    const text = first?.textContent ?? '';
    if (!first) return;
    const label = ownerOf(note).createElement('span');
    label.append(text);
    const next = first.nextElementSibling;
    first.remove();
    if (next?.localName === 'p') next.prepend(label, ' ');
    else note.prepend(label);
    this.#begin(note, label, text.slice(2, -1));
  }

  #begin(element: Element, label: Element, name: string): void {
    this.#count++;
    element.id = `fn-${this.#count}`;
    element.classList.add('footnote');
    element.setAttribute('role', 'doc-footnote');
    label.className = 'footnote-label';
    label.textContent = `[${name}]`;
    const note = { id: element.id, label, isLinked: false };
    this.#notes.set(name, note);
    for (const mark of this.#waiting.get(name) ?? []) this.#join(mark, note);
    this.#waiting.delete(name);
  }

  /** Links the remaining marks. Called after the last note. */
  finish(): void {
    for (const [label, marks] of this.#waiting) {
      const note = this.#notes.get(label);
      if (note) for (const mark of marks) this.#join(mark, note);
    }
    this.#waiting.clear();
  }

  #join(mark: Mark, note: Note): void {
    this.#link(mark.sup, note.id, 'doc-noteref');
    if (note.isLinked) return;
    note.isLinked = true;
    const link = this.#link(note.label, mark.id, 'doc-backlink');
    link.title = 'Back to the text';
  }

  #link(around: Element, id: string, role: string): HTMLAnchorElement {
    const link = ownerOf(around).createElement('a');
    link.setAttribute('role', role);
    link.setAttribute('href', this.#fragmentHref(id));
    link.append(...around.childNodes);
    around.append(link);
    return link;
  }
}

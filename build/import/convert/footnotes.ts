import type { Rule } from '../schema.ts';
import { isElement, lineOf, type XmlNode } from '../xml/node.ts';
import type { Inline } from './blocks.ts';

/** The table's rule for an element; `parent` is null for the root of a tree. */
export type RuleAt = (node: XmlNode, parent: XmlNode | null) => Rule | undefined;

/** Labels of the footnotes of one tree. */
export class FootnoteLabels {
  readonly #labels = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Makes a repeated number unique within the unit: `1`, `1·2`. */
  of(id: string, number: string): string {
    const known = this.#labels.get(id);
    if (known !== undefined) return known;
    const base = number.replace(/[\s[\]^\\]+/g, '') || '*';
    let label = base;
    for (let i = 2; this.#taken.has(label); i++) label = `${base}·${i}`;
    this.#taken.add(label);
    this.#labels.set(id, label);
    return label;
  }
}

/** Footnotes without ids, which have their number in raised words at the front. */
export class NumberedFootnotes {
  readonly #ruleAt: RuleAt;
  readonly #labels: FootnoteLabels;
  /** Footnotes of each number: how many in all, and how many called and written so far. */
  readonly #numbers = new Map<string, { all: number; called: number; written: number }>();
  /** The tree, until its footnotes are counted. Most trees have none, and are not walked. */
  #uncounted: XmlNode | null = null;

  constructor(ruleAt: RuleAt, labels: FootnoteLabels) {
    this.#ruleAt = ruleAt;
    this.#labels = labels;
  }

  /** Sets the tree before its calls and footnotes are read. */
  begin(tree: XmlNode): void {
    this.#uncounted = tree;
  }

  /** Calls precede the footnotes, so all are counted when the first of either is met. */
  #known(number: string) {
    if (this.#uncounted) this.#count(this.#uncounted, null);
    this.#uncounted = null;
    return this.#numbers.get(number);
  }

  #count(node: XmlNode, parent: XmlNode | null): void {
    const rule = this.#ruleAt(node, parent);
    if (rule?.as === 'footnote' && rule.id === null) {
      const number = this.#numberOf(this.#mark(node, null));
      const known = this.#numbers.get(number);
      if (known) known.all += 1;
      else this.#numbers.set(number, { all: 1, called: 0, written: 0 });
    }
    for (const child of node.children) if (isElement(child)) this.#count(child, node);
  }

  /** The n-th call of a number belongs to its n-th footnote; further calls belong to the last. */
  callOf(node: XmlNode, parent: XmlNode): Inline | null {
    const at = parent.children.indexOf(node);
    const next = parent.children.slice(at + 1).find(child => isElement(child) || child.trim() !== '');
    if (next === undefined || !isElement(next) || this.#ruleAt(next, parent)?.as !== 'called') return null;
    const number = lineOf(node);
    const known = this.#known(number);
    if (!known) return null;
    known.called = Math.min(known.called + 1, known.all);
    return { call: this.#labels.of(`${number} ${known.called}`, number) };
  }

  /** Returns the label of a footnote, and its children without their number. @param index of the footnote in its tree */
  read(node: XmlNode, index: number): { label: string; children: XmlNode['children'] } {
    const mark = this.#mark(node, null);
    const number = this.#numberOf(mark);
    const known = this.#known(number);
    const label = this.#labels.of(`${number} ${known ? ++known.written : index}`, number || '*');
    return { label, children: mark ? without(node, mark) : node.children };
  }

  #numberOf(mark: XmlNode | null): string {
    return mark ? lineOf(mark) : '';
  }

  /** Returns the raised words that begin a footnote. */
  #mark(node: XmlNode, parent: XmlNode | null): XmlNode | null {
    if (parent && this.#ruleAt(node, parent)?.as === 'mark') return node;
    const first = node.children.find(child => isElement(child) || child.trim() !== '');
    return first !== undefined && isElement(first) ? this.#mark(first, node) : null;
  }
}

/** Returns the children of an element without one of its descendants. */
function without(node: XmlNode, left: XmlNode): XmlNode['children'] {
  return node.children
    .filter(child => child !== left)
    .map(child => (isElement(child) ? { ...child, children: without(child, left) } : child));
}

import type { Rule } from '../schema.ts';
import { isElement, lineOf, type XmlNode } from '../xml/node.ts';
import type { Inline } from './blocks.ts';

/** What a table says of an element; `parent` is null for the root of a tree. */
export type RuleAt = (node: XmlNode, parent: XmlNode | null) => Rule | undefined;

/** Labels of the footnotes of one tree. */
export class FootnoteLabels {
  readonly #labels = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** A number that another footnote of the unit has is told apart: `1`, `1·2`. */
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
  /** How many there are of each number, and how many were called and written so far. */
  readonly #numbers = new Map<string, { all: number; called: number; written: number }>();
  /** The tree, until its footnotes are counted: most have none, and are not walked for them. */
  #uncounted: XmlNode | null = null;

  constructor(ruleAt: RuleAt, labels: FootnoteLabels) {
    this.#ruleAt = ruleAt;
    this.#labels = labels;
  }

  /** Tells of a tree before its calls and footnotes are read. */
  begin(tree: XmlNode): void {
    this.#uncounted = tree;
  }

  /** Calls come before the footnotes, so all are counted when the first of either is met. */
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

  /** The n-th call of a number is that of its n-th footnote, and further ones are those of the last. */
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

  /** The label of a footnote, and its children without their number. @param index of the footnote in its tree */
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

  /** The raised words that a footnote begins with. */
  #mark(node: XmlNode, parent: XmlNode | null): XmlNode | null {
    if (parent && this.#ruleAt(node, parent)?.as === 'mark') return node;
    const first = node.children.find(child => isElement(child) || child.trim() !== '');
    return first !== undefined && isElement(first) ? this.#mark(first, node) : null;
  }
}

/** The children of an element, but for one that stands somewhere below. */
function without(node: XmlNode, left: XmlNode): XmlNode['children'] {
  return node.children
    .filter(child => child !== left)
    .map(child => (isElement(child) ? { ...child, children: without(child, left) } : child));
}

import type { Converter, Rule, RuleOf } from '../schema.ts';
import { isElement, lineOf, type XmlNode } from '../xml/node.ts';
import type { Block, Footnote, Inline } from './blocks.ts';
import { FootnoteLabels, NumberedFootnotes } from './footnotes.ts';
import { emphasised, PLAIN, Sink, type Style, unweighted } from './sink.ts';
import { tableBlocks } from './tables.ts';

/** Returns the table's rule for an element; undefined if the table does not know it. */
export function ruleFor(
  rules: Readonly<Record<string, RuleOf>>,
  name: string,
  attributes: Readonly<Record<string, string>>,
  parent: string | null,
  isDirect?: boolean,
): Rule | undefined {
  const rule = rules[name];
  return typeof rule === 'function' ? rule(attributes, parent, isDirect) : rule;
}

/** The heading above all notes of a unit. */
export const NOTES = 'Notes';

const INLINE: Rule = { as: 'inline' };

/** Converts one tree, a unit or a container's own content, to blocks by a table. */
export class TreeConverter implements Converter {
  readonly footnotes: Footnote[] = [];
  readonly #rules: Readonly<Record<string, RuleOf>>;
  readonly #labels = new FootnoteLabels();
  readonly #numbered: NumberedFootnotes;
  #hasNotes = false;
  #isGrouped = false;

  constructor(rules: Readonly<Record<string, RuleOf>>) {
    this.#rules = rules;
    this.#numbered = new NumberedFootnotes((node, parent) => this.#rule(node, parent), this.#labels);
  }

  /** @param node a unit, or a container with its own content */
  document(node: XmlNode): Block[] {
    this.#numbered.begin(node);
    const title = new Sink();
    const sink = new Sink();
    for (const child of node.children) {
      const as = isElement(child) ? this.#rule(child, node)?.as : undefined;
      if ((as === 'number' || as === 'heading') && sink.blocks.length === 0) {
        title.text(' ', PLAIN);
        this.#children(child as XmlNode, title, PLAIN);
      } else this.#child(child, node, sink, PLAIN);
    }
    title.flush();
    sink.flush();
    const words = unweighted(wordsIn(title.blocks));
    return words.length === 0 ? sink.blocks : [{ type: 'heading', rank: 1, words }, ...sink.blocks];
  }

  blocksOf(children: XmlNode['children'], parent: XmlNode): Block[] {
    const sink = new Sink();
    for (const child of children) this.#child(child, parent, sink, PLAIN);
    sink.flush();
    return sink.blocks;
  }

  wordsOf(node: XmlNode): Inline[] {
    return wordsIn(this.blocksOf(node.children, node));
  }

  #rule(node: XmlNode, parent: XmlNode | null): Rule | undefined {
    return ruleFor(this.#rules, node.name, node.attributes, parent?.name ?? null);
  }

  #children(node: XmlNode, sink: Sink, style: Style): void {
    for (const child of node.children) this.#child(child, node, sink, style);
  }

  #child(child: XmlNode | string, parent: XmlNode, sink: Sink, style: Style): void {
    if (!isElement(child)) {
      sink.text(child, style);
      return;
    }
    const rule = this.#rule(child, parent) ?? INLINE;
    const call = rule.as === 'mark' ? this.#numbered.callOf(child, parent) : null;
    if (call) sink.inline(call);
    else if (rule.as === 'apart' && !rule.isLine) this.#apart(child, parent, sink, style);
    else if (rule.as === 'called' && !this.#isBehindMark(child, parent)) sink.text(' ', style);
    else this.#element(child, rule, sink, style);
  }

  #element(node: XmlNode, rule: Rule, sink: Sink, style: Style): void {
    switch (rule.as) {
      case 'out':
      case 'called':
        break;
      case 'mark': {
        const { isAtStart } = sink;
        this.#children(node, sink, { ...style, marks: [...style.marks, 'sup'] });
        if (isAtStart) sink.text(' ', style);
        break;
      }
      case 'apart':
        if (rule.isLine) sink.inline({ break: true });
        this.#children(node, sink, style);
        if (rule.isLine) sink.text(' ', style);
        break;
      case 'inline':
        this.#children(node, sink, rule.mark ? { ...style, marks: [...style.marks, rule.mark] } : style);
        break;
      case 'link':
        this.#children(node, sink, { ...style, href: rule.to(node) });
        break;
      case 'break':
        sink.inline({ break: true });
        break;
      case 'call':
        sink.inline({ call: this.#labels.of(rule.id(node), lineOf(node)) });
        break;
      case 'footnote':
        this.#footnote(node, rule.id);
        break;
      case 'image':
        sink.inline(imageOf(rule.address(node)));
        break;
      case 'words':
        for (const inline of rule.make(node, this)) sink.inline(inline);
        break;
      case 'number':
        sink.lead(emphasised(this.wordsOf(node)));
        break;
      case 'heading':
        sink.lead(emphasised(this.wordsOf(node)));
        break;
      case 'paragraph':
      case 'flow':
        sink.begin();
        this.#children(node, sink, style);
        sink.end();
        break;
      default:
        for (const block of this.#blocks(node, rule)) sink.block(block);
    }
  }

  #blocks(node: XmlNode, rule: Rule): Block[] {
    switch (rule.as) {
      case 'level':
      case 'unit':
        return [{ type: 'level', blocks: this.blocksOf(node.children, node) }];
      case 'container':
        return this.#headed(node, 4);
      case 'note':
        return this.#note(node, rule.isGroup === true);
      case 'quote':
        return [{ type: 'quote', blocks: this.blocksOf(node.children, node) }];
      case 'credit':
        return [{ type: 'credit', words: this.wordsOf(node) }];
      case 'stars':
        return [{ type: 'stars' }];
      case 'table':
        return tableBlocks(node, (child, parent) => this.#rule(child, parent), this);
      case 'blocks':
        return rule.make(node, this);
      default:
        return this.blocksOf(node.children, node);
    }
  }

  #note(node: XmlNode, isGroup: boolean): Block[] {
    const rank = this.#isGrouped && !isGroup ? 4 : 3;
    if (isGroup) this.#isGrouped = true;
    const blocks = this.#headed(node, rank);
    if (this.#hasNotes) return blocks;
    this.#hasNotes = true;
    return [{ type: 'heading', rank: 2, words: [{ text: NOTES, marks: [], href: null }] }, ...blocks];
  }

  /** Makes a heading of number and heading at the front. */
  #headed(node: XmlNode, rank: number): Block[] {
    const isHead = (child: XmlNode | string) =>
      isElement(child)
        ? ['number', 'heading'].includes(this.#rule(child, node)?.as ?? '')
        : child.trim() === '';
    const at = node.children.findIndex(child => !isHead(child));
    const heads = at < 0 ? node.children : node.children.slice(0, at);
    const sink = new Sink();
    for (const head of heads) {
      sink.text(' ', PLAIN);
      if (isElement(head)) this.#children(head, sink, PLAIN);
    }
    sink.flush();
    const words = unweighted(wordsIn(sink.blocks));
    const rest = at < 0 ? [] : this.blocksOf(node.children.slice(at), node);
    return words.length === 0 ? rest : [{ type: 'heading', rank, words }, ...rest];
  }

  #footnote(node: XmlNode, idOf: ((node: XmlNode) => string) | null): void {
    if (idOf === null) {
      const { label, children } = this.#numbered.read(node, this.footnotes.length);
      this.footnotes.push({ label, blocks: this.blocksOf(children, node) });
      return;
    }
    const id = idOf(node);
    const number = node.children.find(
      (child): child is XmlNode => isElement(child) && this.#rule(child, node)?.as === 'number',
    );
    const children = node.children.filter(child => child !== number);
    const label = this.#labels.of(id, number ? lineOf(number) : '*');
    this.footnotes.push({ label, blocks: this.blocksOf(children, node) });
  }

  /** Whether the element marks the raised number before it as a call. */
  #isBehindMark(node: XmlNode, parent: XmlNode): boolean {
    const before = parent.children.slice(0, parent.children.indexOf(node));
    const last = before.findLast(child => isElement(child) || child.trim() !== '');
    return last !== undefined && isElement(last) && this.#rule(last, parent)?.as === 'mark';
  }

  /** Adds blanks where letters or digits would be joined. */
  #apart(node: XmlNode, parent: XmlNode, sink: Sink, style: Style): void {
    const at = parent.children.indexOf(node);
    const [before, after] = [at - 1, at + 1].map(i => parent.children[i] ?? ' ');
    if (isElement(before!) || /[\p{L}\p{N}]$/u.test(before!)) sink.text(' ', style);
    this.#children(node, sink, style);
    if (isElement(after!) || /^[\p{L}\p{N}]/u.test(after!)) sink.text(' ', style);
  }
}

/** The words of blocks on one line. */
const wordsIn = (blocks: readonly Block[]): Inline[] =>
  blocks.flatMap((block, i) => {
    const words = 'words' in block ? block.words : 'blocks' in block ? wordsIn(block.blocks) : [];
    return i === 0 ? words : [{ text: ' ', marks: [], href: null }, ...words];
  });

/** An image; its `alt` is the name of its file. */
function imageOf(address: string): Inline {
  const name = address.slice(address.lastIndexOf('/') + 1).replace(/\.\w{2,4}$/, '');
  return { image: name, address };
}

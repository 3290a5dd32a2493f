import { ruleFor } from './convert/convert.ts';
import { addLoose, LevelStack, type OpenLevel } from './level-stack.ts';
import { type FileCounts, LARGEST_PASSAGE, type Passage } from './passage.ts';
import type { Edition, Head, Rule, Schema, SchemaReader, Sidecars } from './schema.ts';
import { KeptOut, type Parting, WordAccount } from './words/account.ts';
import { partingOf } from './words/parting.ts';
import { Skipped } from './words/skipped.ts';
import { instructionNode } from './xml/instruction.ts';
import { collapse, lineOf, type XmlNode } from './xml/node.ts';
import { XmlError, type XmlHandler, XmlReader } from './xml/parse.ts';

/** The most elements before the edition is known. A longer head belongs to no official file. */
const LONGEST_HEAD = 1_000;

/** Reads one file as a stream. Hands each unit over at its end: only one is in memory, with the own text of its containers. */
export class FileReader implements XmlHandler {
  readonly counts: FileCounts = { keptOut: new KeptOut(), unknown: new Map(), instructions: 0 };
  /** Null until the head is read. */
  edition: Edition | null = null;
  readonly #xml = new XmlReader(this);
  readonly #schemas: readonly Schema[];
  readonly #days: ReadonlyMap<string, string>;
  readonly #file: Sidecars;
  readonly #take: (passage: Passage) => void;
  #schema: Schema | null = null;
  #reader: SchemaReader | null = null;
  #root: { name: string; attributes: Readonly<Record<string, string>> } | null = null;
  readonly #head: XmlNode[] = [];
  readonly #open = new LevelStack();
  /** The open elements of the current tree, the innermost last. */
  readonly #tree: { node: XmlNode; parting: Parting }[] = [];
  /** Characters in memory: the tree, or the own content of the containers. */
  #size = 0;
  #capture: 'head' | 'own' | 'unit' = 'own';
  #kind = '';
  #account = new WordAccount();
  readonly #skipped = new Skipped();

  /** @param take may throw, which ends the reading */
  constructor(
    schemas: readonly Schema[],
    days: ReadonlyMap<string, string>,
    file: Sidecars,
    take: (passage: Passage) => void,
  ) {
    this.#schemas = schemas;
    this.#days = days;
    this.#file = file;
    this.#take = take;
  }

  get position(): string {
    return this.#xml.position;
  }

  get schema(): Schema | null {
    return this.#schema;
  }

  /** @throws XmlError */
  write(chunk: string): void {
    this.#xml.write(chunk);
  }

  /** @throws XmlError where the file is broken, or has no edition */
  end(): void {
    this.#xml.end();
    if (!this.#reader) throw new XmlError('there is no law in it');
    if (this.#open.rest) this.#giveLevel(this.#open.rest, this.#root!.name);
  }

  instruction(target: string, body: string): void {
    const instruction = this.#schema?.instructions?.[target];
    if (!instruction) this.counts.instructions += 1;
    if (!instruction) return;
    const node = instructionNode(target, instruction.attribute, body);
    this.counts.keptOut.add(instruction.category, node.attributes[instruction.attribute]!);
    if (!this.#skipped.isOpen) this.#tree.at(-1)?.node.children.push(node);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!this.#schema && !this.#begin(name, attributes)) return;
    if (this.#skipped.isOpen) {
      this.#skipped.open(name, attributes);
      return;
    }
    const inner = this.#tree.at(-1);
    const parent = inner?.node.name ?? this.#open.element;
    const rule = ruleFor(this.#schema!.rules, name, attributes, parent, !inner);
    if (!inner && this.#isOutside(name, attributes, rule)) return;
    if (!rule && this.#capture !== 'head') this.#notKnown(name);
    if (rule?.as === 'out' && this.#capture !== 'head') {
      const read: XmlNode | null = rule.isRead ? { name, attributes, children: [] } : null;
      this.#skipped.begin(rule.category, attributes[rule.attribute ?? ''] ?? '', read);
      if (inner) {
        // Words that the element separates stay separated.
        inner.node.children.push(read ?? ' ');
        this.#account.open(name, 'call');
      }
      return;
    }
    const parting = partingOf(rule);
    const node: XmlNode = { name, attributes, children: [] };
    inner?.node.children.push(node);
    this.#tree.push({ node, parting });
    this.#account.open(name, parting, rule?.as === 'cell' ? rule.headRow : undefined);
  }

  text(text: string): void {
    if (this.#skipped.isOpen) this.#skipped.text(text);
    else if (this.#tree.length > 0) {
      this.#tree.at(-1)!.node.children.push(text);
      this.#account.text(text);
      this.#size += text.length;
      if (this.#size > LARGEST_PASSAGE) {
        throw new XmlError(`${this.position}: a unit has more than ${LARGEST_PASSAGE} characters`);
      }
    } else if (text.trim() !== '') {
      const level = this.#open.innermost ?? this.#open.rest;
      if (level) addLoose(level, text);
      else this.counts.keptOut.add('outside of all levels', text);
    }
  }

  close(name: string): void {
    if (this.#skipped.isOpen) {
      // Words that the element separates stay separated.
      if (this.#skipped.close(this.counts.keptOut) && this.#tree.length > 0) this.#account.close('call', '');
      return;
    }
    const inner = this.#tree.pop();
    if (!inner) {
      this.#closeLevel(name);
      return;
    }
    this.#account.close(inner.parting, this.#tree.at(-1)?.node.name ?? '');
    if (this.#tree.length === 0) this.#ended(inner.node);
  }

  /** Whether the root itself is a unit. */
  get #isSingle(): boolean {
    const { name, attributes } = this.#root!;
    return ruleFor(this.#schema!.rules, name, attributes, null)?.as === 'unit';
  }

  /** @returns whether the root itself is a container or a unit */
  #begin(name: string, attributes: Readonly<Record<string, string>>): boolean {
    this.#schema = this.#schemas.find(schema => schema.matches(name, attributes)) ?? null;
    if (!this.#schema) throw new XmlError(`no schema has the root <${name}>`);
    this.#root = { name, attributes };
    const as = ruleFor(this.#schema.rules, name, attributes, null)?.as;
    return as === 'container' || as === 'unit';
  }

  #notKnown(name: string): void {
    this.counts.unknown.set(name, (this.counts.unknown.get(name) ?? 0) + 1);
  }

  /** Handles elements outside of units; containers are not trees. @returns whether the element needs no tree */
  #isOutside(name: string, attributes: Readonly<Record<string, string>>, rule: Rule | undefined): boolean {
    this.#account = new WordAccount();
    if (this.#isHead(name)) {
      // Content that is more than metadata, such as a title page, is text, too.
      this.#capture = !rule || rule.as === 'out' ? 'head' : 'own';
      if (this.#head.length >= LONGEST_HEAD) throw new XmlError('the head does not end');
      return false;
    }
    if (rule?.as === 'container') {
      this.#ready();
      this.#open.push(name, rule.level, attributes);
      return true;
    }
    this.#capture = rule?.as === 'unit' ? 'unit' : 'own';
    this.#kind = rule?.as === 'unit' ? rule.kind : '';
    if (this.#capture === 'unit') this.#ready();
    // Elements that only contain others, such as `main`.
    if (rule?.as === 'wrapper') return true;
    if (this.#open.innermost || (rule && rule.as !== 'flow')) return false;
    if (rule) return true;
    // A schema with a level for content outside of all others keeps it there with its words.
    if (this.#schema!.rest) return false;
    this.#notKnown(name);
    return true;
  }

  #isHead(name: string): boolean {
    return this.#schema!.head.includes(name) && !this.#open.innermost;
  }

  #ready(): void {
    if (this.#reader) return;
    const { name: root, attributes } = this.#root!;
    const head: Head = { root, attributes, nodes: this.#head, days: this.#days, file: this.#file };
    this.#reader = this.#schema!.start(head);
    // A file of one document tells its edition only at its end.
    if (!this.#isSingle || !this.#schema!.rest) this.edition = this.#reader.edition();
  }

  #ended(node: XmlNode): void {
    if (this.#isHead(node.name)) this.#head.push(node);
    if (this.#capture === 'head') {
      const rule = ruleFor(this.#schema!.rules, node.name, node.attributes, null);
      this.#account.finish();
      const words = this.#account.blocks.map(({ text }) => text).join('\n');
      this.counts.keptOut.add(rule?.as === 'out' ? rule.category : 'metadata', words);
      return;
    }
    this.#account.finish();
    if (this.#capture === 'unit') this.#size = 0;
    const outline = this.#capture === 'unit' ? this.#reader!.unit(node, this.#kind, this.#open.levels) : null;
    this.edition ??= this.#reader?.edition() ?? null;
    if (outline) this.#take({ outline, tree: node, account: this.#account, isUnit: true });
    else this.#keep(node);
  }

  #keep(node: XmlNode): void {
    const { level, account } = this.#innermost(node);
    const as = ruleFor(this.#schema!.rules, node.name, node.attributes, this.#open.element)?.as;
    if (as === 'number') level.number ??= collapse(lineOf(node));
    else if (as === 'heading') level.name ??= collapse(lineOf(node));
    const { blocks, asides } = this.#account;
    const isHead = as === 'number' || as === 'heading';
    // A heading may contain paragraphs, such as the source of a subchapter.
    if (blocks.length > (isHead ? 1 : 0) || asides.length > 0) level.hasText = true;
    level.own.push(node);
    account.add(this.#account);
  }

  /** Returns the level of an element that is no unit. */
  #innermost(node: XmlNode): OpenLevel {
    if (this.#open.innermost) return this.#open.innermost;
    const { rest } = this.#schema!;
    if (!rest) throw new XmlError(`${this.position}: <${node.name}> stands in nothing`);
    this.#ready();
    return this.#open.beside(rest, this.#root!.attributes);
  }

  #closeLevel(name: string): void {
    const closed = this.#open.pop(name);
    if (closed) this.#giveLevel(closed, name);
  }

  #giveLevel({ level, account }: OpenLevel, name: string): void {
    const outline = this.#reader!.level(level, this.#open.levels);
    const tree: XmlNode = { name, attributes: level.attributes, children: level.own };
    if (outline) this.#take({ outline, tree, account, isUnit: false });
  }
}

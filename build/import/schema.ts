import type { Block, Inline, Mark } from './convert/blocks.ts';
import type { XmlNode } from './xml/node.ts';

/** The conversion of an element. A schema is a table from element names to rules, see README.md. */
export type Rule =
  /** A level above the units, such as a chapter; never in memory as a whole. Inside a unit it is a part of the unit. */
  | { as: 'container'; level: string }
  /** A document. Quoted inside another unit, it is a part of that. */
  | { as: 'unit'; kind: string }
  /** A numbered paragraph with number, heading and text, which nests. */
  | { as: 'level' }
  /** Number and heading of the parent. */
  | { as: 'number' }
  | { as: 'heading' }
  /** Words of one paragraph. Blocks inside it keep their place, and the paragraph continues after them. */
  | { as: 'paragraph' }
  /** Contains units and containers; nothing by itself. */
  | { as: 'wrapper' }
  /** Contains blocks and is none itself. Words directly in it are paragraphs. */
  | { as: 'flow' }
  | { as: 'quote' }
  /** A headed section among the notes. A group's heading is above those of the notes that follow. */
  | { as: 'note'; isGroup?: boolean }
  /** The list of acts that a unit is based on. */
  | { as: 'credit' }
  /** Part of the words around it, with or without a mark. */
  | { as: 'inline'; mark?: Mark }
  | { as: 'link'; to: (node: XmlNode) => string | null }
  | { as: 'break' }
  /** The call of a footnote, and the footnote. `id` links the two. */
  | { as: 'call'; id: (node: XmlNode) => string }
  | { as: 'footnote'; id: ((node: XmlNode) => string) | null }
  /** Raised words: the number of a footnote if `called` follows, or if they begin a footnote without an id. */
  | { as: 'mark' }
  | { as: 'called' }
  /** Words with blanks at both sides, such as a fraction; with `isLine`, words on a separate line within a cell. */
  | { as: 'apart'; isLine?: boolean }
  | { as: 'table' }
  /** `isFoot`: notes of the table, which go below it wherever the file has them. */
  | { as: 'rows'; head: boolean; isFoot?: boolean }
  | { as: 'row' }
  /** `headRow`: the row of a heading cell, in files that list headings by column. */
  | { as: 'cell'; head?: boolean; headRow?: number }
  | { as: 'image'; address: (node: XmlNode) => string }
  /** A row of stars, for omitted text. */
  | { as: 'stars' }
  /**
   * Not text of the law, by name. Its words, and those of `attribute`, are counted under `category`. `isRead`: outlines of
   * units use it.
   */
  | { as: 'out'; category: string; attribute?: string; isRead?: boolean }
  /** Blocks or words made by a function, for cases beyond a table of rules. */
  | { as: 'blocks'; make: (node: XmlNode, convert: Converter) => Block[] }
  | { as: 'words'; make: (node: XmlNode, convert: Converter) => Inline[] };

export interface Converter {
  blocksOf(children: XmlNode['children'], parent: XmlNode): Block[];
  wordsOf(node: XmlNode): Inline[];
}

/**
 * A rule, or a function that chooses one by the element's attributes and its parent (null for the root of a tree). `isDirect`: the
 * element is directly in a level, known only while the file is read.
 */
export type RuleOf =
  | Rule
  | ((attributes: Readonly<Record<string, string>>, parent: string | null, isDirect?: boolean) => Rule);

/** A level above a unit. */
export interface Level {
  level: string;
  number: string | null;
  name: string | null;
  identifier: string | null;
  /** Its place among the levels of the same level, from 1. */
  position: number;
  attributes: Readonly<Record<string, string>>;
  /** Its own text, number and heading included: all content that is neither a level nor a unit. */
  own: XmlNode[];
  /** Whether its text is more than number and heading. */
  hasText: boolean;
}

/** Distinguishes inputs from each other, and the newer of two from the older. */
export interface Edition {
  /** The folder of the corpus that the input fills. */
  folder: string;
  /** Path of the edition's record, relative to the corpus; one for each title or issue. */
  record: string;
  /** A readable name, such as `117-80`. */
  label: string;
  /** In ISO form. Of two editions, the one of the later day is newer. */
  day: string;
  /** Whether nothing tells the day to which it is current; `day` is then that on which the file was made. */
  isUndated?: boolean;
  /** Whether the input is a whole title or issue, so that documents missing from it are removed. */
  isWhole: boolean;
  /** The part of the title in this input, if not all of it. */
  part?: string;
  /** Whether it is the printed edition, which appears once a year and never replaces the newest text. */
  isAnnual?: boolean;
  /** The identifier of the only document, which another input may contain among others. */
  single?: string;
  /** Whether its documents may also be inputs by themselves. */
  holdsSingles?: boolean;
}

export type FrontmatterValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | readonly Readonly<Record<string, string | null>>[];
export type Frontmatter = Record<string, FrontmatterValue>;

/** A file of the corpus before its text is written. */
export interface Outline {
  identifier: string;
  /** Segments below the edition's folder, the file's name last, without extension. The writer makes them safe and unique. */
  path: string[];
  frontmatter: Frontmatter;
}

/** The reading of one file, beyond the table of its schema. */
export interface SchemaReader {
  /**
   * The edition. Called once the head of the file is read: before the first unit or container opens, or after the unit that is
   * the root.
   */
  edition(): Edition;
  /** @returns null if the element is no document; it then belongs to its container's own text */
  unit(node: XmlNode, kind: string, levels: readonly Level[]): Outline | null;
  /** @returns null if the level needs no file */
  level(level: Level, parents: readonly Level[]): Outline | null;
}

export interface Schema {
  name: string;
  /** Recognizes root elements of the schema. @param head the first characters of the file */
  matches(root: string, attributes: Readonly<Record<string, string>>): boolean;
  rules: Readonly<Record<string, RuleOf>>;
  /** Elements before the first container that are read for metadata. Their trees are passed to `start`. */
  head: readonly string[];
  /**
   * Processing instructions with a meaning. The words of an attribute are counted under `category`, and the tree gets a node
   * `?name`.
   */
  instructions?: Readonly<Record<string, { category: string; attribute: string }>>;
  /** The level for content outside of all units and containers. Without it, that content is an error. */
  rest?: string;
  start(head: Head): SchemaReader;
}

/** The facts known at the beginning of a file. */
export interface Head {
  root: string;
  attributes: Readonly<Record<string, string>>;
  nodes: readonly XmlNode[];
  /** Days of release points and the like, from tables and from given files. */
  days: ReadonlyMap<string, string>;
  file: Sidecars;
}

/** The facts known of an input besides its XML. */
export interface Sidecars {
  name: string;
  /** The day of its edition, as recorded when it was fetched. */
  day: string | null;
  /** Metadata in a file `<name>.json`. */
  metadata: object | null;
}

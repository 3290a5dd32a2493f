import type { Block, Inline, Mark } from './convert/blocks.ts';
import type { XmlNode } from './xml/node.ts';

/** What becomes of an element. See README.md: a schema is a table from names of elements to these. */
export type Rule =
  /** A level of the work above its units, such as a chapter: never in memory as a whole. Inside a unit it is a part of it. */
  | { as: 'container'; level: string }
  /** What becomes a document. One that is quoted inside another is a part of that. */
  | { as: 'unit'; kind: string }
  /** A numbered paragraph with its number, heading and text, which nests. */
  | { as: 'level' }
  /** Number and heading of whatever holds them. */
  | { as: 'number' }
  | { as: 'heading' }
  /** Words of one paragraph; blocks inside it stand where they stood, and the paragraph goes on behind them. */
  | { as: 'paragraph' }
  /** Holds units and containers, and is nothing itself. */
  | { as: 'wrapper' }
  /** Holds blocks and is none itself; words that stand in it directly are paragraphs. */
  | { as: 'flow' }
  | { as: 'quote' }
  /** A headed section among the notes; a group's heading stands above those of the notes behind it. */
  | { as: 'note'; isGroup?: boolean }
  /** The list of acts that a unit comes from. */
  | { as: 'credit' }
  /** Part of the words around it, set in some way, or in none. */
  | { as: 'inline'; mark?: Mark }
  | { as: 'link'; to: (node: XmlNode) => string | null }
  | { as: 'break' }
  /** Where a footnote is called, and the footnote; `id` is what tells which belongs to which. */
  | { as: 'call'; id: (node: XmlNode) => string }
  | { as: 'footnote'; id: ((node: XmlNode) => string) | null }
  /** Raised words. The number of a footnote where `called` stands behind them, or where they begin a footnote without an id. */
  | { as: 'mark' }
  | { as: 'called' }
  /** Words that blanks part from those around them, such as a fraction, or that stand on a line of their own within a cell. */
  | { as: 'apart'; isLine?: boolean }
  | { as: 'table' }
  /** `isFoot`: notes of the table, which stand below it wherever the file has them. */
  | { as: 'rows'; head: boolean; isFoot?: boolean }
  | { as: 'row' }
  /** `headRow`: which row of the heading a cell stands in, where the file tells them column by column. */
  | { as: 'cell'; head?: boolean; headRow?: number }
  | { as: 'image'; address: (node: XmlNode) => string }
  /** A row of stars: what is left out. */
  | { as: 'stars' }
  /** Not text of the law, by name; its words are counted under `category`, with those of an attribute that tells them. `isRead`: a unit's outline is made with its help. */
  | { as: 'out'; category: string; attribute?: string; isRead?: boolean }
  /** For what a table of rules cannot say: the blocks or the words are made by a function. */
  | { as: 'blocks'; make: (node: XmlNode, convert: Converter) => Block[] }
  | { as: 'words'; make: (node: XmlNode, convert: Converter) => Inline[] };

export interface Converter {
  blocksOf(children: XmlNode['children'], parent: XmlNode): Block[];
  wordsOf(node: XmlNode): Inline[];
}

/** A rule, or what chooses one by the element's attributes and its parent (null for the root of a tree); `isOwn` where it stands directly in a level, while the file is read. */
export type RuleOf =
  | Rule
  | ((attributes: Readonly<Record<string, string>>, parent: string | null, isOwn?: boolean) => Rule);

/** A level on the way down to a unit. */
export interface Level {
  level: string;
  number: string | null;
  name: string | null;
  identifier: string | null;
  attributes: Readonly<Record<string, string>>;
  /** Its own text: what stands in it and is neither a level nor a unit; number and heading included. */
  own: XmlNode[];
  /** Whether some of its text is more than number and heading. */
  hasText: boolean;
}

/** What tells one input from another, and which of two is newer. */
export interface Edition {
  /** The folder in the corpus that the input fills. */
  folder: string;
  /** Where the record of the edition lies, relative to the corpus; its own for each title or issue. */
  record: string;
  /** A person's name for it, such as `117-80`. */
  label: string;
  /** ISO. Of two editions the one of the later day is newer. */
  day: string;
  /** Whether the input is all of the title or issue, so that what it lacks is gone. */
  isWhole: boolean;
  /** Which part of the title the input is, where it is not all of it. */
  part?: string;
  /** Whether it is of the printed edition, which comes once a year and never takes the place of the newest text. */
  isAnnual?: boolean;
  /** The identifier of the only document, which another input may hold among others. */
  single?: string;
  /** Whether its documents may come by themselves, too. */
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
  /** Segments below the edition's folder, the file's name last, without its ending. Made safe and unique by the writer. */
  path: string[];
  frontmatter: Frontmatter;
}

/** What one file's reading knows beyond its table. */
export interface SchemaReader {
  /** The edition, once the head of the file is read: before the first unit or container is opened; behind the unit that is the root. */
  edition(): Edition;
  /** @returns null where the element is no document (it then belongs to its container's own text) */
  unit(node: XmlNode, kind: string, levels: readonly Level[]): Outline | null;
  /** @returns null where the level has nothing to tell */
  level(level: Level, parents: readonly Level[]): Outline | null;
}

export interface Schema {
  name: string;
  /** Root elements by which the schema is told. @param head the first characters of the file */
  matches(root: string, attributes: Readonly<Record<string, string>>): boolean;
  rules: Readonly<Record<string, RuleOf>>;
  /** Elements in front of the first container that are read for metadata: their trees come to `start`. */
  head: readonly string[];
  /** Processing instructions that tell something: an attribute's words are counted under `category`, and a node `?name` stands in the tree. */
  instructions?: Readonly<Record<string, { category: string; attribute: string }>>;
  /** The level that what stands beside all units and containers belongs to; where there is none, it is an error. */
  rest?: string;
  start(head: Head): SchemaReader;
}

/** What is known when a file begins. */
export interface Head {
  root: string;
  attributes: Readonly<Record<string, string>>;
  nodes: readonly XmlNode[];
  /** Days of release points and the like, from tables and from files at hand. */
  days: ReadonlyMap<string, string>;
  file: FileNotes;
}

/** What is known of an input beside its XML. */
export interface FileNotes {
  name: string;
  /** The day of its edition, as whoever fetched it was told. */
  day: string | null;
  /** Metadata in a file `<name>.json`. */
  metadata: object | null;
}

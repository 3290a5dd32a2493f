/** Typographic marks of words. */
export type Mark = 'strong' | 'em' | 'caps' | 'sup' | 'sub';

/** The content of a unit without any syntax: made from the XML by a table, written as Markdown by one writer. */
export type Block =
  | { type: 'heading'; rank: number; words: Inline[] }
  | { type: 'paragraph'; words: Inline[] }
  | { type: 'credit'; words: Inline[] }
  /** A numbered paragraph of the law; its number begins its first paragraph. */
  | { type: 'level'; blocks: Block[] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'table'; rows: Row[] }
  | { type: 'stars' };

export interface Row {
  isHead: boolean;
  cells: Cell[];
}

export interface Cell {
  isHead: boolean;
  columns: number;
  rows: number;
  blocks: Block[];
}

/** Words with the same marks. */
export interface Run {
  text: string;
  marks: readonly Mark[];
  /** The destination of a link; null for other words. */
  href: string | null;
}

export type Inline =
  | Run
  /** A footnote's call. */
  | { call: string }
  | { image: string; address: string }
  | { break: true };

export interface Footnote {
  label: string;
  blocks: Block[];
}

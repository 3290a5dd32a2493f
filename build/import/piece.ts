import type { Outline } from './schema.ts';
import type { KeptOut, WordAccount } from './words/account.ts';
import type { XmlNode } from './xml/node.ts';

/** Characters. The largest real unit, a document of the Federal Register, has some 4 million. */
export const LARGEST_PIECE = 32_000_000;

/** A unit, or a container with its own text, as the file has just told it. */
export interface Piece {
  outline: Outline;
  /** What its text is made of. */
  tree: XmlNode;
  account: WordAccount;
  isUnit: boolean;
}

/** What a file has told beside its pieces. */
export interface Told {
  keptOut: KeptOut;
  /** Elements that no table knows, and how often they came. */
  unknown: Map<string, number>;
  instructions: number;
}

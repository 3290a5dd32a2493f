import type { Outline } from './schema.ts';
import type { KeptOut, WordAccount } from './words/account.ts';
import type { XmlNode } from './xml/node.ts';

/** In characters. The largest real unit, a document of the Federal Register, has some 4 million. */
export const LARGEST_PASSAGE = 32_000_000;

/** A unit, or a container with its own text, as soon as it was read. */
export interface Passage {
  outline: Outline;
  /** The source of its text. */
  tree: XmlNode;
  account: WordAccount;
  isUnit: boolean;
}

/** What a file contains besides its passages. */
export interface FileCounts {
  keptOut: KeptOut;
  /** Elements that no table knows, with their counts. */
  unknown: Map<string, number>;
  instructions: number;
}

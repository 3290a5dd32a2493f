import type { PagesExtent } from './contract/precomputed.ts';
import { describeProblems, type Problem } from './corpus/problems.ts';
import type { ArchiveOptions } from './documents/archive-documents.ts';
import type { HistorySource } from './history/published-history.ts';
import type { MaxRemoved } from './publish/max-removed.ts';
import type { PublishedFile } from './publish/published-changes.ts';
import type { Progress } from './report/progress.ts';
import type { Signer } from './signature/sign.ts';
import type { SiteMaking } from './state/header.ts';

/** How many builds the history keeps by default: more than a year of nightly builds. */
export const KEPT_BUILDS = 400;

/** Options of a build. */
export interface BuildOptions {
  corpus: string;
  out: string;
  /** Leave bad documents out instead of failing. */
  keepGoing: boolean;
  /** Ignore what earlier builds left. */
  cold: boolean;
  /** Whether to make the index of the embedded search engine. */
  search: boolean;
  /** False: the replaced search index is not kept, and the next build must copy the published one. */
  spare?: boolean;
  /** Which pages of lists are made. */
  pages: PagesExtent;
  /** From so many documents on, an update makes pages, references and dumps one after the other; absent: see `rebuild`. The tree is the same. */
  oneByOne?: number;
  /** Up to so many changed documents an update of the state waits in memory; absent: see `StateStore.begin`. The tree is the same. */
  mostInMemory?: number;
  /** Whether to make dumps. */
  bulk: boolean;
  /** How to make the site; null or absent: there is none. */
  site?: SiteMaking | null;
  /** Keeps every version of every document; null or absent: only the texts of today are published. */
  archive?: ArchiveOptions | null;
  /** Signs the published files; null: they are not signed. */
  signer: Signer | null;
  /** How many builds the history keeps; see `KEPT_BUILDS`. */
  changesKeep?: number;
  /** The published tree. Its history is taken over if the tree here has none, or an older one. */
  historyFrom?: HistorySource | undefined;
  /** The first number of a new history; absent: the minute of the build, counted from 1970 (see `firstNumber`). */
  firstNumber?: number | undefined;
  /** How many documents of a source may be removed; absent: any number. */
  maxRemoved?: MaxRemoved;
  /** Gets the changes of a publication to files that servers give out. */
  onPublished?(files: Iterable<PublishedFile>): void;
  /** See `codeVersion`. */
  version: string;
  progress: Progress;
  /** Gets messages for the user, such as that a state could not be used. */
  notice(message: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The corpus has problems, and the build was not told to keep going. Nothing was published. */
export class CorpusProblems extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The corpus has ${describeProblems(problems)}.`);
    this.problems = problems;
  }
}

import type { PagesExtent } from './contract/precomputed.ts';
import { describeProblems, type Problem } from './corpus/problems.ts';
import type { HistoryPlace } from './history/published-history.ts';
import type { MaxRemoved } from './publish/max-removed.ts';
import type { PublishedFile } from './publish/published-changes.ts';
import type { Progress } from './report/progress.ts';
import type { Signer } from './signature/sign.ts';
import type { SiteMaking } from './state/header.ts';

/** So many builds are kept in the history where nothing else is asked for: more than a year of nights. */
export const KEPT_BUILDS = 400;

/** What a build is told. */
export interface BuildOptions {
  corpus: string;
  out: string;
  /** Leave bad documents out instead of failing. */
  keepGoing: boolean;
  /** Ignore what earlier builds left. */
  cold: boolean;
  /** Whether to make the index of the embedded search engine. */
  search: boolean;
  /** False: the search index that another one replaces is not kept for the next build, which then has one to copy. */
  spare?: boolean;
  /** How much of the lists is made ahead. */
  pages: PagesExtent;
  /** Whether to make dumps. */
  bulk: boolean;
  /** How to make the site; null or left out: there is none. */
  site?: SiteMaking | null;
  /** Signs what is published; null: nobody does. */
  signer: Signer | null;
  /** So many builds are kept in the history of the tree; see `KEPT_BUILDS`. */
  changesKeep?: number;
  /** Where the tree is published: its history is taken from there where the tree here has none, or is not as far. */
  historyFrom?: HistoryPlace | undefined;
  /** Of a history that begins; left out: the minute of the build, counted from 1970 (see `firstNumber`). */
  firstNumber?: number | undefined;
  /** So many documents of a source may go; any number where it is left out. */
  maxRemoved?: MaxRemoved;
  /** Told after a publication what it has done to files that are given out. */
  onPublished?(files: Iterable<PublishedFile>): void;
  /** See `codeVersion`. */
  version: string;
  progress: Progress;
  /** Told of what the user may want to know, such as a state that could not be used. */
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

import type { ChangesEntry } from '../contract/changes.ts';
import type { Problem } from '../corpus/problems.ts';
import { readHistory } from '../files/history-files.ts';
import { readRoot } from '../files/manifest/root.ts';
import type { BuildReport } from './report.ts';

/** What `--summary` writes (build/README.md, For the nightly job). */
export interface Summary extends Partial<BuildReport> {
  /** `unchanged`: the tree says what it said before, be it written anew. */
  result: 'published' | 'unchanged' | 'failed';
  exit_code: number;
  /** Why it failed. */
  error: string | null;
  changed: boolean;
  /** Of the tree before and after: that of the manifest's root; null where there is none. */
  previous_build: string | null;
  build: string | null;
  /** Of the newest entry of the tree's history; null where it has none. */
  number: number | null;
  /** What this build has added to the history; null where that is nothing. */
  entry: ChangesEntry | null;
  problems: readonly Problem[];
}

/** What a tree says, and what is known of how it came to that. */
export interface TreeMark {
  build: string | null;
  newest: ChangesEntry | null;
}

export function markOf(tree: string): TreeMark {
  return { build: buildOf(tree), newest: readHistory(tree)?.[0] ?? null };
}

/** A tree without a sound manifest has none: the build itself tells about that. */
function buildOf(tree: string): string | null {
  try {
    return readRoot(tree).build;
  } catch {
    return null;
  }
}

type Ending = { exitCode: number } & (
  | { report: BuildReport }
  | { error: string; problems: readonly Problem[] }
);

export function makeSummary(before: TreeMark, after: TreeMark, ending: Ending): Summary {
  const isChanged = before.build !== after.build;
  const { newest } = after;
  const isNew = newest !== null && newest.number !== before.newest?.number;
  return {
    result: 'error' in ending ? 'failed' : isChanged ? 'published' : 'unchanged',
    exit_code: ending.exitCode,
    error: 'error' in ending ? ending.error : null,
    changed: isChanged,
    previous_build: before.build,
    build: after.build,
    number: newest?.number ?? null,
    entry: isNew ? newest : null,
    ...('report' in ending ? ending.report : { problems: ending.problems }),
  };
}

import type { ChangesEntry } from '../contract/changes.ts';
import type { Problem } from '../corpus/problems.ts';
import { readHistory } from '../files/history-files.ts';
import { readRoot } from '../files/manifest/root.ts';
import type { BuildReport } from './report.ts';

/** The content of `--summary` (build/README.md, For the nightly job). */
export interface Summary extends Partial<BuildReport> {
  /** `unchanged` if the tree has the same content as before, even if files were written again. */
  result: 'published' | 'unchanged' | 'failed';
  exit_code: number;
  error: string | null;
  changed: boolean;
  /** `build` of the manifest's root before and after; null where there is no tree. */
  previous_build: string | null;
  build: string | null;
  /** The number of the newest entry of the tree's history; null where it has none. */
  number: number | null;
  /** The entry that this build added to the history; null where it added none. */
  entry: ChangesEntry | null;
  problems: readonly Problem[];
}

/** The build that a tree tells of, and the state of its history. */
export interface TreeMark {
  build: string | null;
  newest: ChangesEntry | null;
}

export function markOf(tree: string): TreeMark {
  return { build: buildOf(tree), newest: readHistory(tree)?.[0] ?? null };
}

/** Returns null for a tree without a sound manifest: the build itself reports that. */
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

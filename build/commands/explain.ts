import { Refusal } from '../common/command-line.ts';
import { LockedError } from '../common/lock.ts';
import { formatProblem } from '../corpus/problems.ts';
import { HistoryOutOfReach } from '../history/published-history.ts';
import { CorpusProblems } from '../options.ts';
import { ObstructedTree } from '../publish/obstacles.ts';
import { UnfinishedPublication } from '../publish/publish.ts';
import { UnwrittenFile } from '../report/job-file.ts';

/** Describes the failure of a build; without a stack if the user can do something about it. */
export function explain(error: unknown): string {
  if (error instanceof CorpusProblems) {
    const problems = error.problems.map(problem => `${formatProblem(problem)}\n`).join('');
    return `${problems}${error.message} Nothing was published; --keep-going leaves the documents out.`;
  }
  if (
    [HistoryOutOfReach, LockedError, ObstructedTree, Refusal, UnwrittenFile].some(
      kind => error instanceof kind,
    )
  )
    return (error as Error).message;
  if (error instanceof UnfinishedPublication) {
    return `The publication could not be completed: ${describe(error.cause)}. Every file of the tree is whole, some are new already; the next build carries on.`;
  }
  const isExpected = (error as NodeJS.ErrnoException).code !== undefined;
  return isExpected
    ? `${describe(error)}. The published tree is as it was.`
    : String((error as Error).stack ?? error);
}

function describe(error: unknown): string {
  const { code, path: file, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'SQLITE_FULL'
    ? `The disk is full${file ? ` (${file})` : ''}`
    : message;
}

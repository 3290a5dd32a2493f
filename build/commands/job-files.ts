import path from 'node:path';
import { exitCodeOf, UsageError } from '../common/command-line.ts';
import { CorpusProblems } from '../options.ts';
import type { PublishedFile } from '../publish/published-changes.ts';
import { changeLine } from '../report/changes-file.ts';
import { JobFile, UnwrittenFile } from '../report/job-file.ts';
import type { BuildReport } from '../report/report.ts';
import { makeSummary, markOf } from '../report/summary.ts';

/** Files that a job asks a build to write (build/README.md, For the nightly job). */
export interface JobFiles {
  onPublished(files: Iterable<PublishedFile>): void;
  /** Publishes both files. @throws UnwrittenFile */
  finish(report: BuildReport, exitCode: number): void;
  /** Records a failure in the summary. Usage errors were reported before. @param message the message for the user */
  fail(error: unknown, message: string): void;
  close(): void;
}

/** @param out the tree @param changes target of its changes @param summary target of the summary @throws UsageError */
export function openJobFiles(out: string, changes?: string, summary?: string): JobFiles {
  if (changes !== undefined && summary !== undefined && path.resolve(changes) === path.resolve(summary))
    throw new UsageError('--changes and --summary take two files.');
  const changesFile = changes === undefined ? null : new JobFile('--changes', changes, out);
  let summaryFile: JobFile | null = null;
  try {
    summaryFile = summary === undefined ? null : new JobFile('--summary', summary, out);
  } catch (error) {
    changesFile?.close();
    throw error;
  }
  const before = summaryFile && markOf(out);
  const write = (ending: Parameters<typeof makeSummary>[2]): void => {
    if (!summaryFile || !before) return;
    summaryFile.write(`${JSON.stringify(makeSummary(before, markOf(out), ending), null, 2)}\n`);
    summaryFile.finish();
  };
  let isPublished = false;
  return {
    onPublished(files) {
      isPublished = true;
      if (changesFile) for (const file of files) changesFile.write(changeLine(file, out));
    },
    finish(report, exitCode) {
      changesFile?.finish();
      write({ report, exitCode });
    },
    fail(error, message) {
      if (error instanceof UsageError) return;
      // A build may fail after it has finished another's publication.
      if (isPublished && !(error instanceof UnwrittenFile)) changesFile?.finish();
      const problems = error instanceof CorpusProblems ? error.problems : [];
      write({ error: message, problems, exitCode: exitCodeOf(error) });
    },
    close() {
      changesFile?.close();
      summaryFile?.close();
    },
  };
}

import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { type BuildOptions, build, CorpusProblems } from './build.ts';
import { codeVersion } from './code-version.ts';
import { formatProblem } from './corpus/problems.ts';
import { makeProgress } from './progress.ts';
import { formatReport } from './report.ts';
import { LockedError } from './tree/lock.ts';

const USAGE = `Usage: npm run build -- [options]

Builds the static tree of a corpus.

  --corpus DIR   the corpus (default: $CORPUS or corpus)
  --out DIR      the tree (default: $DIST or dist)
  --keep-going   leave bad documents out instead of failing
  --cold         ignore what earlier builds left
  --help         print this
`;

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

class UsageError extends Error {}

function readOptions(): BuildOptions | 'help' {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string', default: process.env.CORPUS || 'corpus' },
      out: { type: 'string', default: process.env.DIST || 'dist' },
      'keep-going': { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  if (!fs.statSync(values.corpus, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no corpus directory ${values.corpus}.`);
  }
  return {
    corpus: values.corpus,
    out: values.out,
    keepGoing: values['keep-going'],
    cold: values.cold,
    version: codeVersion(),
    progress: makeProgress(process.stderr, Date.now),
    notice: message => process.stderr.write(`${message}\n`),
    now: Date.now,
  };
}

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));

/** What the user can do something about is told without a stack. */
function explain(error: unknown): string {
  if (error instanceof CorpusProblems) {
    const problems = error.problems.map(problem => `${formatProblem(problem)}\n`).join('');
    return `${problems}${error.message} Nothing was published; --keep-going leaves the documents out.`;
  }
  if (error instanceof LockedError) return error.message;
  const { code, path, message, stack } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC')
    return `The disk is full${path ? ` (${path})` : ''}. The published tree is as it was.`;
  return code ? `${message}. The published tree is as it was.` : String(stack);
}

async function main(): Promise<number> {
  try {
    const options = readOptions();
    if (options === 'help') {
      process.stdout.write(USAGE);
      return EXIT.done;
    }
    const report = await build(options);
    process.stdout.write(`${formatReport(report)}\n`);
    return EXIT.done;
  } catch (error) {
    if (isUsageError(error)) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return EXIT.usage;
    }
    process.stderr.write(`${explain(error)}\n`);
    return EXIT.failed;
  }
}

process.exitCode = await main();

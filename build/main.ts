import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { codeVersion } from './code-version.ts';
import { formatProblem } from './corpus/problems.ts';
import { type BuildOptions, CorpusProblems } from './options.ts';
import { UnsuitablePlace } from './places.ts';
import { makeProgress } from './progress.ts';
import { formatReport } from './report.ts';
import { LockedError } from './tree/lock.ts';
import { MANIFEST } from './tree/manifest.ts';
import { ObstructedTree } from './tree/obstacles.ts';
import { UnfinishedPublication } from './tree/publish.ts';

const USAGE = `Usage: npm run build -- [options]

Builds the static tree of a corpus.

  --corpus DIR   the corpus (default: $CORPUS or corpus)
  --out DIR      the tree (default: $DIST or dist)
  --keep-going   leave bad documents out instead of failing
  --cold         ignore what earlier builds left
  --no-search    make no index for the embedded search engine (a tree for a CDN or for Typesense needs none)
  --if-stale     do nothing where there is a tree but no corpus
  --help         print this
`;

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

function readOptions(): BuildOptions | 'help' | 'nothing to do' {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string', default: process.env.CORPUS || 'corpus' },
      out: { type: 'string', default: process.env.DIST || 'dist' },
      'keep-going': { type: 'boolean', default: false },
      cold: { type: 'boolean', default: false },
      'no-search': { type: 'boolean', default: false },
      'if-stale': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const { corpus, out } = values;
  if (values['if-stale'] && !fs.existsSync(corpus) && fs.existsSync(path.join(out, MANIFEST))) {
    return 'nothing to do';
  }
  return {
    corpus,
    out,
    keepGoing: values['keep-going'],
    cold: values.cold,
    search: !values['no-search'],
    version: codeVersion(),
    progress: makeProgress(process.stderr, Date.now),
    notice: message => process.stderr.write(`${message}\n`),
    now: Date.now,
  };
}

const isUsageError = (error: unknown): error is Error =>
  error instanceof UnsuitablePlace ||
  (error instanceof TypeError && String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS'));

/** What the user can do something about is told without a stack. */
function explain(error: unknown): string {
  if (error instanceof CorpusProblems) {
    const problems = error.problems.map(problem => `${formatProblem(problem)}\n`).join('');
    return `${problems}${error.message} Nothing was published; --keep-going leaves the documents out.`;
  }
  if (error instanceof LockedError || error instanceof ObstructedTree) return error.message;
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
  return code === 'ENOSPC' ? `The disk is full${file ? ` (${file})` : ''}` : message;
}

/** A tree is for all to read, whatever its maker's habits; a mirror would take other modes for a change. */
const UMASK = 0o022;

async function main(): Promise<number> {
  process.umask(UMASK);
  try {
    const options = readOptions();
    if (options === 'help') process.stdout.write(USAGE);
    if (typeof options === 'string') return EXIT.done;
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

main().then(code => {
  process.exitCode = code;
});

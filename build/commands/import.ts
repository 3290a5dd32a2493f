import fs from 'node:fs';
import path from 'node:path';
import { ArchiveAppend } from '../archive/append.ts';
import type { ArchiveRoot } from '../archive/archive.ts';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { shareCorpus, takeCorpus } from '../corpus/lock.ts';
import { MARK_FILE, readMark } from '../corpus/mark.ts';
import type { ArchiveOptions } from '../documents/archive-documents.ts';
import {
  archiveEditions,
  enterCorpus,
  type GivenDay,
  givenDays,
  refuseUndated,
} from '../import/archive-editions.ts';
import { type Candidate, type ImportOptions, importXml, type Report } from '../import/import.ts';
import { outcomeOf, reportText } from '../import/report.ts';
import { makeProgress } from '../report/progress.ts';
import { ARCHIVE_FLAGS, readArchive } from './archive-flags.ts';

const USAGE = `Usage: npm run import -- FROM... [--out DIR] [--archive DIR [--as-of DATE]]

Brings official XML into a corpus, word for word: titles of the U.S. Code (USLM 1), the eCFR (govinfo, its API), issues and documents of the
Federal Register.

  FROM           files of XML, folders of them, or zip archives
  --out DIR      the corpus (default: $CORPUS or corpus)
  --check        compares what is there with the XML, and writes nothing; exit code 1 where words differ
  --allow-older  an older edition may take the place of a newer one
  --archive DIR  keeps every version of every document in this archive. Without --out the inputs are former editions, of which
                 nothing else is kept; with it, what the corpus has before and after the import
  --as-of DATE   with --archive: the day to which the inputs are current, where they do not tell it, or are wrong. What else the
                 corpus has keeps the days that it tells. More of archives: build/archive/README.md
  --help         print this

Exit code 1 where a file could not be imported, or words differ, or while another import, or a build, works on the corpus.
`;

/** Real law is never mixed into the sample. @throws UsageError */
export function refuseSample(corpus: string): void {
  const mark = readMark(corpus);
  if ('reason' in mark) throw new UsageError(`${path.join(corpus, MARK_FILE)} ${mark.reason}.`);
  if (mark.sample)
    throw new UsageError(
      `${corpus} is the sample corpus: name another place for real law (--out, or $CORPUS).`,
    );
}

/**
 * Works in a corpus that is locked: an import alone, a check beside builds.
 * @throws UsageError for the sample, LockedError
 */
export async function inCorpus<T>(corpus: string, isCheck: boolean, work: () => Promise<T>): Promise<T> {
  if (!isCheck) refuseSample(corpus);
  else if (!fs.existsSync(corpus)) throw new UsageError(`There is no corpus ${corpus}.`);
  const release = isCheck ? shareCorpus(corpus) : takeCorpus(corpus);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Reports to standard output. The corpus is locked, see `inCorpus`. @throws UsageError, and errors of an import */
export async function importByFlags(options: ImportOptions): Promise<Report> {
  const report = await importXml(options, makeProgress(process.stderr, Date.now));
  process.stdout.write(`${reportText(report)}\n`);
  return report;
}

export const run = command({
  usage: USAGE,
  options: {
    ...{ out: { type: 'string' }, check: { type: 'boolean' }, 'allow-older': { type: 'boolean' } },
    ...ARCHIVE_FLAGS,
  },
  takesOperands: true,
  explain: error => `Nothing was imported: ${(error as Error).message}`,
  async execute(flags, from) {
    const { out = process.env.CORPUS || 'corpus', 'allow-older': allowsOlder = false, check = false } = flags;
    if (from.length === 0) throw new UsageError('Name what is to be imported.');
    const archive = readArchive(flags);
    if (archive && check) throw new UsageError('--check writes no archive.');
    if (archive && flags.out === undefined) {
      const report = await archiveEditions({ from, ...archive }, makeProgress(process.stderr, Date.now));
      process.stdout.write(`${reportText(report)}\n${archiveText(report.root)}\n`);
      return outcomeOf(report) === 'whole' ? EXIT.done : EXIT.failed;
    }
    return inCorpus(out, check, async () => {
      const begin = (inputs: readonly Candidate[]) => {
        if (!archive) return;
        refuseUndated(inputs, archive.asOf);
        archiveCorpus(archive, out, () => 'undated');
      };
      const report = await importByFlags({ from, corpus: out, allowsOlder, isCheck: check, begin });
      if (archive) process.stdout.write(`${archiveText(archiveCorpus(archive, out, givenDays(report)))}\n`);
      return outcomeOf(report) === 'whole' ? EXIT.done : EXIT.failed;
    });
  },
});

/** Keeps what a corpus has. @returns the root of the archive @throws UsageError for undated documents */
function archiveCorpus(
  { folder, asOf }: ArchiveOptions,
  corpus: string,
  dayOf: (folder: string) => GivenDay,
): ArchiveRoot {
  const append = new ArchiveAppend(folder);
  try {
    enterCorpus(append, corpus, { asOf, dayOf, isCurrent: true, partial: new Set() });
    return append.commit();
  } finally {
    append.close();
  }
}

function archiveText({ packs, parts }: ArchiveRoot): string {
  const count = (of: 'documents' | 'versions') => parts.reduce((sum, part) => sum + part[of], 0);
  const bytes = packs.reduce((sum, pack) => sum + pack.bytes, 0);
  return `archive    ${count('versions')} versions of ${count('documents')} documents, ${(bytes / 1e6).toFixed(1)} MB`;
}

import fs from 'node:fs';
import path from 'node:path';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { MARK_FILE, readMark } from '../corpus/mark.ts';
import { type ImportOptions, importXml } from '../import/import.ts';
import { type Outcome, outcomeOf, reportText } from '../import/report.ts';
import { makeProgress } from '../report/progress.ts';

const USAGE = `Usage: npm run import -- FROM... [--out DIR]

Brings official XML into a corpus, word for word: titles of the U.S. Code (USLM 1), the eCFR (govinfo, its API), issues and documents of the
Federal Register.

  FROM           files of XML, folders of them, or zip archives
  --out DIR      the corpus (default: $CORPUS or corpus)
  --check        compares what is there with the XML, and writes nothing; exit code 1 where words differ
  --allow-older  an older edition may take the place of a newer one
  --help         print this

Exit code 1 where a file could not be imported, or words differ.
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

/** Reports to standard output. @throws UsageError, and errors of an import */
export async function importByFlags(options: ImportOptions): Promise<Outcome> {
  const { corpus, isCheck } = options;
  if (isCheck) {
    if (!fs.existsSync(corpus)) throw new UsageError(`There is no corpus ${corpus}.`);
  } else {
    refuseSample(corpus);
    fs.mkdirSync(corpus, { recursive: true });
  }
  const report = await importXml(options, makeProgress(process.stderr, Date.now));
  process.stdout.write(`${reportText(report)}\n`);
  return outcomeOf(report);
}

export const run = command({
  usage: USAGE,
  options: { out: { type: 'string' }, check: { type: 'boolean' }, 'allow-older': { type: 'boolean' } },
  takesOperands: true,
  explain: error => `Nothing was imported: ${(error as Error).message}`,
  async execute(flags, from) {
    const { out = process.env.CORPUS || 'corpus', 'allow-older': allowsOlder = false, check = false } = flags;
    if (from.length === 0) throw new UsageError('Name what is to be imported.');
    const outcome = await importByFlags({ from, corpus: out, allowsOlder, isCheck: check });
    return outcome === 'whole' ? EXIT.done : EXIT.failed;
  },
});

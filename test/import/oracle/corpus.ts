import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importXml, type Report } from '../../../build/import/import.ts';
import { silent } from '../../../build/report/progress.ts';
import { type ApiDocument, apiDocuments, type CorpusFile, corpusFiles } from './documents.ts';
import { type Examination, examine, SUBJECTS } from './examine.ts';
import type { Finding } from './findings.ts';
import { type Reached, reach } from './references.ts';
import { tracesOf } from './traces.ts';

/** The days of release points, as the Office of the Law Revision Counsel lists them. */
export const RELEASES: Readonly<Record<string, string>> = {
  '113-31': '2013-08-09',
  '114-329not328': '2017-01-06',
  '115-164not141': '2018-04-11',
  '117-80': '2021-12-27',
  '119-36': '2025-09-05',
  '119-59': '2025-12-18',
};

export interface Examined {
  /** Of the XML. */
  name: string;
  examination: Examination;
}

/** Imports official XML into a corpus. */
export const imported = (corpus: string, ...from: string[]): Promise<Report> =>
  importXml({ from, corpus, allowsOlder: true, isCheck: false }, silent);

/** Examines all results of an import, file by file. @param tree with the API, if its texts are to be examined, too */
export function examined(report: Report, corpus: string, tree: string | null = null): Examined[] {
  const folders = new Map<string, CorpusFile[]>();
  const apis = new Map<string, Map<string, ApiDocument>>();
  return report.imported
    .map(({ input, summary }): Examined => {
      const { folder, record } = summary.edition;
      if (!folders.has(folder)) folders.set(folder, corpusFiles(corpus, folder));
      const source = folder.slice(0, folder.indexOf('/'));
      if (tree !== null && !apis.has(source)) apis.set(source, apiDocuments(tree, source));
      const all = folders.get(folder)!;
      const isTitle = record === `${folder}/_edition.json`;
      const files = isTitle ? all : ofRecord(corpus, record, all);
      const known = { day: dayOf(input.file) };
      return { name: basename(input.file), examination: examine(input.file, files, known, apis.get(source)) };
    })
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The day of a file's edition: that of the release point, or the one in its name. */
function dayOf(file: string): string | null {
  const release = /@(\S+?)<\/docPublicationName>/.exec(readFileSync(file, 'utf8').slice(0, 4_000))?.[1];
  if (release !== undefined) return RELEASES[release] ?? null;
  const made = /<processedDate>(\d{4}-\d{2}-\d{2})/.exec(readFileSync(file, 'utf8').slice(0, 4_000))?.[1];
  return made ?? /(\d{4}-\d{2}-\d{2})\.xml$/.exec(file)?.[1] ?? null;
}

/** The files of one issue or volume in a folder of several. */
function ofRecord(corpus: string, record: string, all: readonly CorpusFile[]): CorpusFile[] {
  const { files } = JSON.parse(readFileSync(join(corpus, record), 'utf8')) as {
    files: Record<string, number>;
  };
  return all.filter(({ path }) => Object.hasOwn(files, path));
}

/** Sums over files. */
export interface Sum {
  words: number;
  lost: number;
  broken: number;
  moved: number;
  added: number;
  /** Differences besides words. */
  findings: (Finding & { name: string; subject: string })[];
  compared: Record<string, number>;
  counts: Record<string, number>;
}

export function sumOf(all: readonly Examined[], isApi = false): Sum {
  const sum: Sum = {
    words: 0,
    lost: 0,
    broken: 0,
    moved: 0,
    added: 0,
    findings: [],
    compared: {},
    counts: {},
  };
  for (const { name, examination } of all) {
    const words = isApi ? examination.apiWords : examination.words;
    for (const kind of ['words', 'lost', 'broken', 'moved', 'added'] as const)
      sum[kind] += words?.[kind] ?? 0;
    for (const subject of SUBJECTS) {
      const { all: found, compared } = examination.findings[subject];
      sum.compared[subject] = (sum.compared[subject] ?? 0) + compared;
      sum.findings.push(...found.map(finding => ({ name, subject, ...finding })));
    }
    for (const [kind, count] of Object.entries(examination.counts))
      sum.counts[kind] = (sum.counts[kind] ?? 0) + count;
  }
  return sum;
}

/** The destinations of references in examined files. @param report of the import of all available titles */
export function reachedOf(all: readonly Examined[], report: Report, corpus: string): Reached {
  const titles = report.imported.filter(({ summary }) => summary.edition.folder.startsWith('usc/'));
  const traces = new Map(titles.map(({ input }) => [basename(input.file), tracesOf(input.file)]));
  const references = all.flatMap(({ name, examination }) =>
    examination.targets.map(target => ({ target, release: traces.get(name)?.release ?? '' })),
  );
  return reach(references, corpusFiles(corpus, 'usc'), [...traces.values()]);
}

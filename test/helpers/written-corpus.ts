import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Metadata } from '../../build/contract/sources.ts';
import { type CorpusDocument, readDocument } from '../../build/corpus/document.ts';
import { fsPathOf } from '../../build/corpus/file.ts';
import { formatProblem, sortProblems } from '../../build/corpus/problems.ts';
import { corpusFiles } from './corpus-files.ts';

const directories: string[] = [];
process.on('exit', () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

/** A real corpus in a temporary directory, gone when the process ends. @param files content by path */
export function writeCorpus(files: Readonly<Record<string, string | Buffer>>, name = 'corpus-'): string {
  const directory = mkdtempSync(join(tmpdir(), name));
  directories.push(directory);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  return directory;
}

/** All documents of a corpus, and all problems as lines. */
export async function readCorpus(
  directory: string,
): Promise<{ documents: CorpusDocument[]; problems: string[] }> {
  const results = corpusFiles(directory).map(file =>
    readDocument(file, readFileSync(fsPathOf(directory, file.path))),
  );
  const problems = results.flatMap(result => ('problems' in result ? result.problems : []));
  return {
    documents: results.flatMap(result => ('document' in result ? [result.document] : [])),
    problems: sortProblems(problems).map(formatProblem),
  };
}

export const USC_PATH = 'usc/title-17/chapter-01/section-106.md';
export const ECFR_PATH = 'ecfr/title-01/chapter-I/part-1/section-1.1.md';
export const FR_PATH = 'fr/2018/05/2018-09910.md';

/** The least that a document of each source needs, as lines of YAML by key. */
const LEAST: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [USC_PATH]: { identifier: '/us/usc/t17/s106', source: 'usc', title: 'T', last_updated: '2021-04-29' },
  [ECFR_PATH]: { identifier: '/us/cfr/t1/s1.1', source: 'ecfr', title: 'T', last_updated: '2025-04-02' },
  [FR_PATH]: {
    identifier: '/us/fr/2018-09910',
    source: 'fr',
    title: 'T',
    last_updated: '2018-05-10',
    document_type: 'rule',
    publication_date: '2018-05-10',
  },
};

/** A small right document with some lines changed. @param changes YAML values by key; null leaves the key out */
export function documentText(path: string, changes: Readonly<Record<string, string | null>> = {}): string {
  const lines = Object.entries({ ...LEAST[path], ...changes })
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${value}\n`);
  return `---\n${lines.join('')}---\n\n# Heading\n\nBody.\n`;
}

/** The metadata of a small document, or the problems as lines without the path. */
export function readText(path: string, text: string | Buffer): { metadata: Metadata; problems: string[] } {
  const source = path.slice(0, path.indexOf('/')) as CorpusDocument['source'];
  const result = readDocument({ source, path }, Buffer.from(text));
  return 'document' in result
    ? { metadata: result.document.metadata, problems: [] }
    : { metadata: {}, problems: result.problems.map(p => formatProblem(p).slice(path.length + 2)) };
}

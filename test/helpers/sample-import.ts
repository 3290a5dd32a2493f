import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importXml, type Report } from '../../build/import/import.ts';
import { silent } from '../../build/report/progress.ts';
import { SAMPLE_CORPUS } from './tree.ts';

/** The part of the sample corpus that is imported from XML of its own. */

export const SAMPLE_XML = join(SAMPLE_CORPUS, '_xml');

/** @param corpus a folder without the sample's mark @returns also the documents and levels by their paths, as the sample has them */
export async function importSample(corpus: string): Promise<{ report: Report; files: Map<string, string> }> {
  const options = { from: [SAMPLE_XML], corpus, allowsOlder: false, isCheck: false };
  const report = await importXml(options, silent);
  const paths = markdownFiles(corpus);
  return {
    report,
    files: new Map(paths.map(path => [path, asSample(readFileSync(join(corpus, path), 'utf8'))])),
  };
}

/** An import says that what it writes is official. Nothing in the sample may (build/README.md, The mark of a corpus). */
const asSample = (content: string): string =>
  content.replace(/^legal_status: ".*"$/m, 'legal_status: "sample"');

/** What an earlier import has left in the sample; the other documents there are written by hand. */
export const importedFiles = (): string[] =>
  markdownFiles(SAMPLE_CORPUS).filter(path =>
    /^generator: "pandect-import@/m.test(readFileSync(join(SAMPLE_CORPUS, path), 'utf8')),
  );

const markdownFiles = (corpus: string): string[] =>
  readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => path.endsWith('.md'))
    .sort();

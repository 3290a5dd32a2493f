import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../build/build.ts';
import { openCatalog } from '../../build/common/catalog.ts';
import { CATALOG } from '../../build/contract/paths.ts';
import { type CorpusDocument, readDocument } from '../../build/corpus/document.ts';
import { fsPathOf } from '../../build/corpus/file.ts';
import type { ArchiveOptions } from '../../build/documents/archive-documents.ts';
import type { SourceCatalog } from '../../build/formats/catalog.ts';
import { silent } from '../../build/report/progress.ts';
import type { SiteMaking } from '../../build/state/header.ts';
import { corpusFiles } from './corpus-files.ts';

/** A built tree and the corpus that it was built from. */
export interface Tree {
  dist: string;
  corpus: string;
}

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new temporary folder. The runner of tests removes it after the process has ended, a process without a runner at its end. */
export function temporaryFolder(): string {
  const { PANDECT_TESTS_FOLDER: ofRunner } = process.env;
  const folder = mkdtempSync(join(ofRunner ?? tmpdir(), 'pandect-test-'));
  if (ofRunner === undefined) folders.push(folder);
  return folder;
}

export const SAMPLE_CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));

/** Builds the tree of a corpus in a temporary folder, or brings an earlier one up to date. */
export async function buildTree(
  corpus: string,
  dist = join(temporaryFolder(), 'dist'),
  site: SiteMaking | null = null,
  archive: ArchiveOptions | null = null,
): Promise<Tree> {
  await build({
    corpus,
    out: dist,
    keepGoing: false,
    cold: false,
    search: true,
    pages: 'all',
    bulk: true,
    site,
    archive,
    signer: null,
    version: 'test',
    progress: silent,
    notice: () => {},
    now: Date.now,
    firstNumber: 1,
  });
  return { dist, corpus };
}

/** For a tree with a site. */
export const SITE: SiteMaking = { url: null, version: 'test' };

let sample: Promise<Tree> | null = null;

/** The tree of the sample corpus, built once per process. Tests only read it. */
export function sampleTree(): Promise<Tree> {
  sample ??= buildTree(SAMPLE_CORPUS);
  return sample;
}

/** Every document of a corpus that can be read. */
export async function documentsOf(corpus: string): Promise<CorpusDocument[]> {
  return corpusFiles(corpus).flatMap(file => {
    const result = readDocument(file, readFileSync(fsPathOf(corpus, file.path)));
    return 'document' in result ? [result.document] : [];
  });
}

/** The catalogs of a tree, held in memory. */
export async function catalogsOf({ dist }: Tree): Promise<SourceCatalog[]> {
  const catalog = await openCatalog(join(dist, CATALOG));
  await catalog.close();
  return catalog.sources;
}

import { join } from 'node:path';
import { build } from '../../../build/build.ts';
import { silent } from '../../../build/report/progress.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../tree.ts';
import { archiveFormerTexts } from './former-texts.ts';

let sample: Promise<string> | null = null;

/** The tree of the sample corpus with former texts and its site, built once per process. Tests only read it. */
export function sampleSite(): Promise<string> {
  sample ??= siteWithHistory();
  return sample;
}

async function siteWithHistory(): Promise<string> {
  const folder = join(temporaryFolder(), 'archive');
  archiveFormerTexts(folder);
  return siteOf(SAMPLE_CORPUS, folder);
}

/** Builds the tree of a corpus with its site in a temporary folder. @param archive the folder of former texts */
export async function siteOf(corpus: string, archive: string | null = null): Promise<string> {
  const out = join(temporaryFolder(), 'dist');
  await build({
    corpus,
    out,
    keepGoing: false,
    cold: false,
    search: true,
    pages: 'all',
    bulk: true,
    site: { url: null, version: 'test' },
    signer: null,
    version: 'test',
    progress: silent,
    notice: () => {},
    now: Date.now,
    firstNumber: 1,
    ...(archive !== null && { archive: { folder: archive, asOf: null } }),
  });
  return out;
}

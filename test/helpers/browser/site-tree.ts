import { join } from 'node:path';
import { build } from '../../../build/build.ts';
import { silent } from '../../../build/report/progress.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../tree.ts';

let sample: Promise<string> | null = null;

/** The tree of the sample corpus with its site, built once per process. Tests only read it. */
export function sampleSite(): Promise<string> {
  sample ??= siteOf(SAMPLE_CORPUS);
  return sample;
}

/** Builds the tree of a corpus with its site in a temporary folder. */
export async function siteOf(corpus: string): Promise<string> {
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
  });
  return out;
}

import path from 'node:path';
import { build } from '../../../build/build.ts';
import type { ResolvedCitation } from '../../../build/contract/citations/resolve.ts';
import { silent } from '../../../build/report/progress.ts';
import { ContentStore } from '../../../shim/content/catalog-store.ts';
import { TreeFiles } from '../../../shim/content/tree-files.ts';
import { Citations } from '../../../shim/routes/citations.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** Answers for a corpus as the shim does. */
export interface Answers {
  of(text: string): Promise<readonly ResolvedCitation[]>;
  close(): Promise<void>;
}

export async function answersOf(corpus: string): Promise<Answers> {
  const dist = path.join(temporaryFolder(), 'dist');
  await build({
    ...{ corpus, out: dist, keepGoing: true, cold: false, search: false, pages: 'front', bulk: false },
    ...{ site: null, signer: null, version: 'bench', progress: silent, notice: () => {}, now: Date.now },
    firstNumber: 1,
  });
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const store = new ContentStore({ dist, log });
  await store.open();
  const citations = new Citations(new TreeFiles(dist), store);
  return {
    of: async text => JSON.parse(await citations.answer(`/api/citations?q=${encodeURIComponent(text)}`)).data,
    close: () => store.close(),
  };
}

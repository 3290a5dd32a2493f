import { join } from 'node:path';
import { build } from '../../build/build.ts';
import { silent } from '../../build/progress.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** The tree of the real corpora, without the document that has problems. @param corpus see `realCorpora` */
export async function realTree(corpus: string): Promise<string> {
  const out = join(temporaryFolder(), 'dist');
  await build({
    corpus,
    out,
    keepGoing: true,
    cold: true,
    version: 'test',
    progress: silent,
    notice: () => undefined,
    now: Date.now,
  });
  return out;
}

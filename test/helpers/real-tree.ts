import { join } from 'node:path';
import { build } from '../../build/build.ts';
import { codeVersion } from '../../build/common/code-version.cjs';
import { silent } from '../../build/report/progress.ts';
import { keptForVersion } from './kept-folder.ts';
import { realCorpora } from './real-corpora.ts';
import type { Tree } from './tree.ts';

let tree: Promise<Tree> | null = null;

/**
 * The tree of the real corpora with its search index and its site, documents with problems left out. It is built once for a version of the code, and
 * kept in the folder for temporary files for the next run. Tests only read it.
 * @throws where the corpora are not there: see `realCorpora`
 */
export function realTree(): Promise<Tree> {
  const corpus = realCorpora();
  if (corpus === null) throw new Error('The real corpora are not there');
  tree ??= makeTree(corpus);
  return tree;
}

async function makeTree(corpus: string): Promise<Tree> {
  const folder = await keptForVersion('real-tree', corpus, draft => buildInto(draft, corpus));
  return { dist: join(folder, 'dist'), corpus };
}

async function buildInto(draft: string, corpus: string): Promise<void> {
  const version = codeVersion();
  await build({
    corpus,
    out: join(draft, 'dist'),
    keepGoing: true,
    cold: true,
    search: true,
    pages: 'all',
    bulk: false,
    site: { url: null, version },
    signer: null,
    version,
    progress: silent,
    notice: () => {},
    now: Date.now,
    firstNumber: 1,
  });
}

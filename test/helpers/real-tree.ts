import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../build/build.ts';
import { codeVersion } from '../../build/common/code-version.cjs';
import { silent } from '../../build/report/progress.ts';
import { keptFolder } from './kept-folder.ts';
import { realCorpora } from './real-corpora.ts';
import type { Tree } from './tree.ts';

const PREFIX = 'pandect-real-tree-';
/** Trees of other versions of the code are removed when no test has used them for so long. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

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
  const version = codeVersion();
  const key = createHash('sha256').update(`${version}\n${corpus}`).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), PREFIX + key);
  removeOldTrees(folder);
  await keptFolder(folder, draft => buildInto(draft, corpus, version));
  const now = new Date();
  fs.utimesSync(folder, now, now);
  return { dist: join(folder, 'dist'), corpus };
}

const buildInto = async (draft: string, corpus: string, version: string): Promise<void> => {
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
};

function removeOldTrees(current: string): void {
  for (const name of fs.readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || folder === current) continue;
    const age = Date.now() - (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > MAX_AGE_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}

import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildHere, editable } from '../helpers/builds.ts';
import { SIGNER } from '../signature/vectors.ts';

/** In this order no reader ever finds a name of something that is not there. */
const KINDS: readonly [kind: string, pattern: RegExp][] = [
  ['document', /^api\/[^/]+\/documents\/(?!_q\/|.*\/references(?:\.json$|\/))/],
  ['page', /^api\/(?!bulk\.json$)/],
  ['dump', /^(bulk\/|api\/bulk\.json$)/],
  ['search index', /^catalog\/search\.sqlite$/],
  ['catalog', /^catalog\/catalog\.bin$/],
  ['report', /^build\.json$/],
  ['part of the manifest', /^manifest\/.*\.ndjson$/],
  ['list of changes', /^changes\/\d+\.ndjson$/],
  ['index of changes', /^changes\/index\.json$/],
  ['signature', /\.minisig$/],
  ['manifest', /^manifest\.json$/],
];

const kindOf = (file: string): string => KINDS.find(([, pattern]) => pattern.test(file))?.[0] ?? file;

/** What happens to the files of a tree while something runs, in order. The file system does what it always does. */
async function changesOf(tree: string, run: () => Promise<unknown>): Promise<string[]> {
  const changes: string[] = [];
  const { renameSync, rmSync } = fs;
  const note = (change: string, target: fs.PathLike) => {
    const name = path.relative(tree, String(target));
    if (!name.startsWith('..')) changes.push(`${change} ${kindOf(name)}`);
  };
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    note('put', to);
  };
  fs.rmSync = (target, options) => {
    rmSync(target, options);
    note('remove', target);
  };
  try {
    await run();
  } finally {
    Object.assign(fs, { renameSync, rmSync });
  }
  return changes;
}

/** One after the other, each once. */
const inOrder = (changes: readonly string[]): string[] =>
  changes.filter((change, i) => change !== changes[i - 1]);

test('files are put in the order of their kinds, from documents to root, and outdated ones are removed last', async () => {
  const { corpus, dist } = editable();
  const options = { search: true, signer: SIGNER };
  await buildHere(corpus, dist, options);
  const section = path.join(corpus, 'usc/title-17/chapter-01/section-106.md');
  const text = fs.readFileSync(section, 'utf8');
  fs.writeFileSync(section.replace('106', '106z'), text.replaceAll('/s106', '/s106z'));
  fs.rmSync(path.join(corpus, 'usc/title-48'), { recursive: true });
  const changes = await changesOf(fs.realpathSync(dist), () => buildHere(corpus, dist, options));
  assert.equal(inOrder(changes), [
    ...KINDS.map(([kind]) => `put ${kind}`),
    'remove page',
    'remove dump',
    'remove document',
    'remove part of the manifest',
  ]);
});

test('an outdated search index is removed after the manifest is put', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { search: true });
  fs.appendFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-106.md'), '\nOne more lighthouse.\n');
  const changes = await changesOf(fs.realpathSync(dist), () => buildHere(corpus, dist));
  assert.equal(inOrder(changes), [
    'put document',
    'put dump',
    'put catalog',
    'put report',
    'put part of the manifest',
    'put list of changes',
    'put index of changes',
    'put manifest',
    'remove search index',
  ]);
});

test.run();

import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../build/contract/params.ts';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import { createEmbeddedEngine } from '../../build/search/embedded/find/engine.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { hitsIn } from '../search-contract/subject.ts';

/** The embedded search index as a part of the build. */

const SECTION = 'usc/title-17/chapter-01/section-106.md';

/** Identifiers that a search of the tree's index finds. */
async function find(dist: string, q: string): Promise<string[]> {
  const engine = createEmbeddedEngine({ file: path.join(dist, SEARCH_INDEX), processes: 1, memory: 16 });
  try {
    const query = parseSearchQuery(readParams(new URLSearchParams({ q, limit: '100' }).toString()));
    const answer = await engine.search(query, AbortSignal.timeout(10_000));
    return hitsIn(answer).map(({ identifier }) => identifier);
  } finally {
    await engine.close();
  }
}

const hasIndex = (dist: string): boolean => fs.existsSync(path.join(dist, SEARCH_INDEX));

test('the index follows edits and deletions', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { search: true });
  assert.is((await find(dist, '17 USC 106'))[0], '/us/usc/t17/s106');
  assert.equal(await find(dist, 'quixotically'), []);

  fs.appendFileSync(path.join(corpus, SECTION), '\nIt applies quixotically.\n');
  await buildHere(corpus, dist, { search: true });
  assert.equal(await find(dist, 'quixotically'), ['/us/usc/t17/s106']);

  fs.rmSync(path.join(corpus, SECTION));
  await buildHere(corpus, dist, { search: true });
  assert.equal(await find(dist, 'quixotically'), []);
  assert.not((await find(dist, '17 USC 106')).includes('/us/usc/t17/s106'));
});

test('a lost or damaged index is rebuilt without rendering', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { search: true });
  fs.rmSync(path.join(dist, SEARCH_INDEX));
  assert.is((await buildHere(corpus, dist, { search: true })).rendered, 0);
  assert.is((await find(dist, '17 USC 106'))[0], '/us/usc/t17/s106');

  fs.writeFileSync(path.join(dist, SEARCH_INDEX), 'not a database');
  fs.appendFileSync(path.join(corpus, SECTION), '\nOne more sentence.\n');
  await buildHere(corpus, dist, { search: true });
  assert.is((await find(dist, '17 USC 106'))[0], '/us/usc/t17/s106');
});

test('--no-search removes an index that would be outdated', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist, { search: true });
  assert.ok(hasIndex(dist));
  await buildHere(corpus, dist);
  assert.not(hasIndex(dist));
  await buildHere(corpus, dist, { search: true });
  assert.ok(hasIndex(dist));
});

test.run();

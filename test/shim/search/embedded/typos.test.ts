import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { updateSearchIndex } from '../../../../build/search/embedded.ts';
import { listTree } from '../../../../build/search/tree.ts';
import { SearchIndex } from '../../../../shim/search/embedded/index.ts';
import { slips, withoutTypos } from '../../../../shim/search/embedded/typos.ts';
import { analyze } from '../../../../shim/search/query/analyze.ts';
import { temporaryFolder } from '../../../helpers/tree.ts';
import { FixtureTree, section } from '../../../search/typesense/fixture.ts';

async function correct(q: string): Promise<string[] | undefined> {
  const file = join(temporaryFolder(), 'search.sqlite');
  const { directory: tree } = new FixtureTree([
    section(17, '1', 'Copyright of charts', 'Rights in soundings.'),
    section(17, '2', 'Emergency management', 'Copyrights and emergencies.'),
    section(17, '3', 'Emergence of islands', 'Terns.'),
    section(17, '4', 'Emergency oil lamps', 'Oil.'),
    section(17, '5', 'Exclusive use of piers', 'Boats.'),
  ]);
  await updateSearchIndex({ documents: listTree(tree), out: file, previous: null });
  const index = await SearchIndex.open(file);
  const corrected = await withoutTypos(index, analyze(q));
  index.close();
  return corrected?.words;
}

test('a word that no document holds becomes the nearest word of the headings', async () => {
  assert.equal(await correct('copyrigth charts '), ['copyright', 'charts']);
  assert.equal(await correct('emregency manaegment '), ['emerg', 'manag']);
  // The stem of the stem would be another one.
  assert.equal(await correct('exclusve piers '), ['excluse', 'piers']);
});

test('words that are known, short, far from all others, or made of digits stay', async () => {
  for (const q of ['copyright soundings ', 'oli ', 'cop 12345 ', 'zeppelin ', 'copyr'])
    assert.is(await correct(q), undefined, q);
});

test('slips are letters missing, added, replaced or swapped', () => {
  for (const [other, count] of [
    ['lamp', 0],
    ['lam', 1],
    ['lamps', 1],
    ['lump', 1],
    ['lapm', 1],
    ['alpm', 2],
    ['oil', 3],
  ] as const)
    assert.is(slips('lamp', other, 3), count, other);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lexiconOf } from '../../../../build/search/embedded/find/lexicon.ts';
import { Words } from '../../../../build/search/embedded/find/word-rows.ts';
import { editDistance } from '../../../../build/search/query/typos.ts';
import { stem } from '../../../../build/search/text/tokens.ts';
import { section } from '../../../helpers/fixture-tree.ts';
import { openIndex } from '../../../helpers/search-index.ts';

const DOCUMENTS = [
  section(17, '1', 'Copyright of charts', 'Rights in soundings.'),
  section(17, '2', 'Emergency management', 'Copyrights and emergencies.'),
  section(17, '3', 'Emergence of islands', 'Terns.'),
  section(17, '4', 'Emergency oil lamps', 'Oil.'),
  section(17, '5', 'Exclusive use of piers', 'Boats.'),
  section(17, '6', 'Harbors', 'Mooring'),
  section(17, '7', 'Harrow', 'Mooring'),
  section(17, '8', 'Harrows', 'Mooring'),
];

async function nearest(words: readonly string[]): Promise<(string | null)[]> {
  const index = await openIndex(DOCUMENTS);
  const lexicon = lexiconOf(index, new Words(index));
  const found: (string | null)[] = [];
  for (const word of words) {
    const whole = await lexicon.nearest(word, false);
    found.push(whole === null ? null : stem(whole));
  }
  index.close();
  return found;
}

test('a misspelled word gets the nearest whole word of headings and names', async () => {
  assert.equal(
    await nearest(['copyrigth', 'emregency', 'manaegment', 'titel', 'Copyrígth']),
    ['copyright', 'emergency', 'management', 'title', 'copyright'].map(stem),
  );
  // The stem of the stem would be another one.
  assert.equal(await nearest(['exclusve']), [stem('exclusive')]);
});

test('among words with equally few slips the most frequent is chosen', async () => {
  assert.equal(await nearest(['harrbor', 'harbow', 'harro']), ['harbor', 'harrow', 'harrow']);
  assert.equal(await nearest(['haroow']), ['harrow']);
});

test('short words, distant words, numbers and words with another first letter get no correction', async () => {
  for (const word of ['oli', 'cop', '12345', 'zeppelin', 'opyright', 'sounding', 'moorings', ''])
    assert.equal(await nearest([word]), [null], word);
});

test('short words are corrected for one slip, long ones for two', async () => {
  assert.equal(await nearest(['hrrow', 'hrrrw']), ['harrow', null]);
  assert.equal(await nearest(['copyrgth', 'cpyrgth']), ['copyright', null]);
});

test('missing, added, replaced and swapped letters count as one slip each', () => {
  for (const [other, count] of [
    ['lamp', 0],
    ['lam', 1],
    ['lamps', 1],
    ['lump', 1],
    ['lapm', 1],
    ['alpm', 2],
    ['oil', 3],
  ] as const)
    assert.is(editDistance('lamp', other, 3), count, other);
});

test.run();

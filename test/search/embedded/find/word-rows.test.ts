import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bitmap, membersOf } from '../../../../build/formats/bitmap.ts';
import { phraseBits } from '../../../../build/search/embedded/find/phrases.ts';
import { type SearchedFields, Words } from '../../../../build/search/embedded/find/word-rows.ts';
import { stem } from '../../../../build/search/text/tokens.ts';
import { notice, section } from '../../../helpers/fixture-tree.ts';
import { identifiersOf, openIndex } from '../../../helpers/search-index.ts';

const S2 = '/us/usc/t17/s2';
const S10 = '/us/usc/t17/s10';
const BOATS = '/us/usc/t18/s1';
const LAMPS = '/us/fr/2018-00002';
const OFFICE = '/us/fr/2018-00003';
const PAIRS = '/us/usc/t18/s2';

const tests = suite('words and phrases');
let index: Awaited<ReturnType<typeof openIndex>>;
let words: Words;
tests.before(async () => {
  index = await openIndex([
    section(17, '2', 'Lamp oil', 'harbor of the United States; the of'),
    section(17, '10', 'Harbors', 'Lamps. Oil lamps. Of the United harbor'),
    section(18, '1', 'Of the Boats', 'oil of lamps, the States of. United'),
    notice('2018-00002', 'Notice of lamps', 'oil', { agency: 'Lamp Office', agencies: ['Lamp Office'] }),
    notice('2018-00003', 'Office notice', 'a wick, a lamp', { agencies: ['Lamp Office'] }),
    section(18, '2', 'Pairs', 'of the wick; the united wicks; united states wick united'),
  ]);
  words = new Words(index);
});
tests.after(() => index.close());

async function named(bits: Bitmap): Promise<string[]> {
  return (await identifiersOf(index, [...membersOf(bits)])).sort();
}

tests('a word has a set of rows for each field', async () => {
  await words.load(['lamp', 'office', 'zeppelin'].map(stem));
  assert.equal(await named(words.bits('lamp', 'text')), [LAMPS, OFFICE, S10, S2, BOATS].sort());
  assert.equal(await named(words.bits('lamp', 'labels')), [LAMPS, OFFICE, S2].sort());
  assert.equal(await named(words.bits('offic', 'phrases')), [OFFICE], 'the name of an agency is no text');
  assert.equal(await named(words.bits('offic', 'labels')), [LAMPS, OFFICE]);
  assert.equal(await named(words.bits('lamp', 'phrases')), [LAMPS, OFFICE, S10, S2, BOATS].sort());
  assert.equal(await named(words.bits('lamp', 'heading')), [LAMPS, S2].sort());
  assert.equal(await named(words.bits('zeppelin', 'text')), []);
});

tests('a beginning has the rows of all stems that begin with it', async () => {
  const [text, labels] = [index.columns.none(), index.columns.none()];
  await words.addBeginning('ha', text, labels);
  assert.equal(await named(text), [S10, S2].sort());
  assert.equal(await named(labels), [S10]);
});

tests('a phrase has the rows that hold its words in order, rare or frequent', async () => {
  const phrase = async (text: string, where: SearchedFields) =>
    named(await phraseBits(index, words, text.split(' '), where));
  assert.equal(await phrase('oil lamps', 'phrases'), [S10]);
  assert.equal(await phrase('lamp oil', 'heading'), [S2]);
  assert.equal(await phrase('oil lamps', 'heading'), []);
  assert.equal(await phrase('lamp office', 'phrases'), [], 'the name of an agency is no text');
  assert.equal(await phrase('lamp office', 'labels'), [LAMPS, OFFICE]);
  assert.equal(await phrase('lamp office', 'text'), [LAMPS, OFFICE]);
  assert.equal(await phrase('of the', 'phrases'), [S10, S2, BOATS, PAIRS].sort());
  assert.equal(await phrase('of the', 'heading'), [BOATS]);
  assert.equal(await phrase('united states', 'phrases'), [S2, PAIRS]);
  assert.equal(await phrase('states united', 'phrases'), [], 'not in this order');
  assert.equal(await phrase('of the united states', 'phrases'), [S2], 'pairs alone are not enough');
  assert.equal(await phrase('lamp', 'phrases'), [LAMPS, OFFICE, S10, S2, BOATS].sort());
  assert.equal(await phrase('lamp zeppelin', 'phrases'), []);
});

tests.run();

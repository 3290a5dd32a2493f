import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { stem } from '../../../../build/search/text/tokens.ts';
import { CollectionWords, stemsOf } from '../../../../build/search/typesense/find/collection-words.ts';
import { encodeStem, type LexiconContent } from '../../../../build/search/typesense/lexicon-format.ts';

const CONTENT: LexiconContent = {
  documents: 100,
  stems: [
    ['harbor', 40, 2],
    ['harden', 5, 5],
    ['hark', 60, 0],
    ['usc', 30, 30],
    [encodeStem('中文'), 3, 1],
  ],
  abbreviations: [
    ['epa', 'early port authority', 1],
    ['epa', 'environmental protection agency', 9],
  ],
  citedBy: [['d1', 7]],
  names: [],
  acts: [
    ['d1', 'Harbor Act'],
    ['d2', 'Act of Harks'],
  ],
};
const words = new CollectionWords(CONTENT);

test('a text counts the documents with all of its words, dotted letters as one and function words everywhere', async () => {
  const texts = ['harbors', 'harbor hark', 'u s c', 'the', '中文', 'zeppelin', 'harbor zeppelin'];
  assert.equal([...(await words.documentsWith(texts)).values()], [40, 40, 30, 100, 3, 0, 0]);
});

test('several texts count documents as if independent', () => {
  assert.is(words.holding([['harbor'], ['hark']]), 76);
  assert.is(words.holding([['harbor'], ['zeppelin']]), 40);
  assert.equal([words.labelled([['harbor'], ['zeppelin']]), words.labelled([['zeppelin']])], [2, 0]);
});

test('stems of headings and names come first', async () => {
  assert.equal(await words.inLabels(['hark', 'harbor', 'harden', '中文']), ['harden', 'harbor', '中文']);
  assert.equal(await words.startingWith('har', 9), ['harden', 'harbor', 'hark']);
  assert.equal(await words.startingWith('har', 2), ['harden', 'harbor']);
  assert.equal(await words.startingWith('zep', 9), []);
});

test('a correction is always a word of headings and names', async () => {
  assert.is(stem((await words.nearest('harbr', false)) ?? ''), 'harbor');
  assert.is(await words.nearest('harkk', false), null);
  assert.is(await words.nearest('hard', true), null, 'a beginning is none misspelled');
});

test('an abbreviation has its long forms, the most frequent first', async () => {
  const found = await words.spelledOut(['epa', 'fcc']);
  assert.equal([...found], [['epa', ['environmental protection agency', 'early port authority']]]);
});

test('citations and acts are counted by document', () => {
  assert.equal(['d1', 'd2'].map(words.citedBy), [7, 0]);
  assert.is(words.actsOf('d1').length, 1);
  assert.equal(words.actsOf('d3'), []);
  assert.equal(words.documentsOfActs([['harbor']]), ['d1']);
  assert.equal(words.documentsOfActs([['act']]), ['d1', 'd2']);
  assert.equal(words.documentsOfActs([['harbor', 'hark']]), []);
});

test('function words have no stem, and non-ASCII ones are safe', () => {
  assert.equal(stemsOf(['act', 'of', 'harbors']), ['act', '', 'harbor']);
  assert.match(stemsOf(['`中']).join(), /^zz[0-9a-f]{32}$/);
});

test.run();

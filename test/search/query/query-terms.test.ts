import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lexiconOf } from '../../../build/search/embedded/find/lexicon.ts';
import { Words } from '../../../build/search/embedded/find/word-rows.ts';
import { analyze } from '../../../build/search/query/analyze.ts';
import { type QueryTerm, queryTerms } from '../../../build/search/query/query-terms.ts';
import { type FixtureDocument, section } from '../../helpers/fixture-tree.ts';
import { openIndex } from '../../helpers/search-index.ts';

const named = (number: number, name: string, text = 'x') => section(17, String(number), name, text);

/** So many that a word in three documents is rare. */
const FILL = Array.from({ length: 320 }, (_, i) => named(1000 + i, 'Filling', 'fill light'));
const DOCUMENTS: FixtureDocument[] = [
  named(1, 'Lamps and oil', 'A keeper of lamps under 17 USC and the 17 U.S.C. of old.'),
  named(2, 'Obviousness', 'Non-obvious wicks.'),
  named(3, 'Owners of harbors', 'A carpool. Whoever is and the.'),
  named(4, 'Copyright', 'Hidden zeppelins. Ownership.'),
  named(5, 'Light station', 'tide gauge 17lamp'),
  named(6, 'Emergency of state', 'state'),
  named(7, 'Boats, boating, boat yards', 'boat'),
  named(8, 'Exclusive reproducing', 'carpooling'),
  named(9, 'Charm', 'charter'),
  ...FILL,
];
const ABBREVIATIONS = [
  ['hlo', 'harbor light office', 2],
  ['hlo', 'harbor lamp order', 1],
  ['hlo', 'harbor lease of oil', 3],
  ['x', 'exit', 1],
].map(([short, long, count]) => `('${short}', '${long}', ${count})`);

const tests = suite('terms of a query');
let index: Awaited<ReturnType<typeof openIndex>>;
tests.before(async () => {
  index = await openIndex(DOCUMENTS, `INSERT INTO abbreviation_counts VALUES ${ABBREVIATIONS}`);
});
tests.after(() => index.close());

const termsOf = async (q: string): Promise<QueryTerm[]> =>
  queryTerms(analyze(q), lexiconOf(index, new Words(index)));
const textsOf = async (q: string): Promise<string[]> => (await termsOf(q)).map(({ text }) => text);

/** `kind:words` of what counts as the first term. */
const variantsOf = async (q: string, at = 0): Promise<string[]> =>
  ((await termsOf(q))[at] as QueryTerm).variants.map(({ kind, words }) => `${kind}:${words.join(' ')}`);

tests('function words are dropped unless there are no others', async () => {
  assert.equal(await textsOf('who is the keeper of lamps '), ['keeper', 'lamps']);
  assert.equal(await textsOf('who is the '), ['who', 'is', 'the']);
  assert.equal(await textsOf('"keeper" of the '), ['of', 'the', 'keeper']);
});

tests('words are folded, distinct and in the typed order', async () => {
  assert.equal(await textsOf('Lamps OIL lamp oils Résumé '), ['lamps', 'oil', 'resume']);
});

tests('the typed word is the first variant', async () => {
  const [lamp] = await termsOf('lamp oil ');
  assert.equal(lamp, {
    text: 'lamp',
    isRequired: false,
    isBeginning: false,
    variants: [{ kind: 'typed', words: ['lamp'] }],
  });
});

tests('hyphenated words are separate words with the joined compound as a variant', async () => {
  assert.equal(await textsOf('non-obvious '), ['non', 'obvious']);
  assert.equal(await variantsOf('car pool '), ['joined:carpool']);
  assert.equal(await variantsOf('car-pool ', 1), ['joined:carpool']);
  assert.equal(await variantsOf('lamp oil '), ['typed:lamp'], 'no document holds "lampoil"');
  assert.equal(await variantsOf('car x pool '), [], 'only neighbors are joined');
  assert.equal(await variantsOf('17 lamp '), ['typed:17'], 'digits are not');
});

tests('a possessive is searched as its owner', async () => {
  for (const q of ["keeper's lamps ", 'keeper’s lamps ', 'KEEPER’S lamps '])
    assert.equal(await textsOf(q), ['keeper', 'lamps'], q);
});

tests('an abbreviation of a code is one word in both spellings', async () => {
  for (const q of ['USC ', 'U.S.C. ', 'u.s.c ']) {
    assert.equal(await textsOf(q), ['usc'], q);
    assert.equal((await variantsOf(q)).sort(), ['typed:u s c', 'typed:usc'], q);
  }
  assert.equal(await variantsOf('CFR '), []);
});

tests('an abbreviation has its two most frequent long forms as variants', async () => {
  assert.equal(await variantsOf('HLO '), [
    'abbreviation:harbor lease of oil',
    'abbreviation:harbor light office',
  ]);
  assert.equal(await variantsOf('hlo lamp '), [
    'abbreviation:harbor lease of oil',
    'abbreviation:harbor light office',
  ]);
  assert.not.ok((await variantsOf('x lamp ')).includes('abbreviation:exit'), 'a letter is none');
});

tests('a rare word has the forms in headings as variants', async () => {
  assert.equal(await variantsOf('obvious '), ['typed:obvious', 'form:obvious']);
  assert.equal(await variantsOf('ownership '), ['typed:ownership', 'form:owner']);
  assert.equal(await variantsOf('owner '), ['typed:owner'], 'no heading holds "ownership"');
  assert.equal(await variantsOf('state '), ['typed:state'], 'a station is no state');
});

tests('other forms of a frequent word are kin', async () => {
  const { documents, ...lexicon } = lexiconOf(index, new Words(index));
  const [term] = await queryTerms(analyze('obvious '), { ...lexicon, documents: 100 });
  assert.equal(
    term?.variants.map(({ kind }) => kind),
    ['typed', 'kin'],
  );
  assert.is(documents, DOCUMENTS.length);
});

tests('the last word is a beginning with its completions', async () => {
  const [term] = await termsOf('harb');
  assert.ok(term?.isBeginning);
  assert.equal(term?.variants, [{ kind: 'beginning', words: ['harbor'] }]);
  assert.not.ok((await termsOf('harb '))[0]?.isBeginning);
  assert.equal(
    (await termsOf('lam harb')).map(({ isBeginning }) => isBeginning),
    [false, true],
  );
  // Of a hyphenated word, its end.
  assert.equal(
    (await termsOf('non-obv')).map(({ isBeginning }) => isBeginning),
    [false, true],
  );
  assert.not.ok((await termsOf('lamp-oi'))[1]?.isBeginning, 'two letters are none');
  assert.equal(await variantsOf('boat'), ['typed:boat'], 'its own stem is typed already');
});

tests('a word that no document holds is corrected', async () => {
  assert.equal(await variantsOf('copyrigth '), ['spelling:copyright']);
  assert.equal(await variantsOf('zeppelin '), ['typed:zeppelin'], 'a text holds it');
  assert.equal(await variantsOf('qqqqqq '), [], 'nothing is near');
  assert.equal(await variantsOf('copyrigth'), ['spelling:copyright'], 'unfinished');
});

tests('an unfinished word has completions with a shorter stem', async () => {
  assert.equal(await variantsOf('reproducin'), ['beginning:reproduc']);
  assert.equal((await variantsOf('exclusiv'))[0], 'beginning:exclus');
});

tests('a beginning of a word in texts alone is not corrected', async () => {
  assert.equal(await variantsOf('chart'), []);
  assert.equal(await variantsOf('chart '), ['spelling:charm']);
  assert.equal(await variantsOf('chartm'), ['spelling:charm']);
});

tests('phrases follow the words and are required unchanged', async () => {
  const terms = await termsOf('"Lamps of the keeper" oil "usc"');
  assert.equal(
    terms.map(({ text, isRequired }) => [text, isRequired]),
    [
      ['oil', false],
      ['lamps of the keeper', true],
      ['usc', true],
    ],
  );
  assert.equal(terms[1]?.variants, [{ kind: 'typed', words: ['lamps', 'of', 'the', 'keeper'] }]);
});

tests('an empty analysis has no terms', async () => {
  assert.equal(await termsOf('-lamp '), []);
  assert.equal(await termsOf('—'), []);
});

tests.run();

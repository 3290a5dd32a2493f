import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze } from '../../../../build/search/query/analyze.ts';
import { textQueryOf } from '../../../../build/search/typesense/find/text-query.ts';

/** @param holding documents by stem @param labelled those that hold it in heading or names */
const queryOf = (
  q: string,
  holding: Record<string, number>,
  labelled: Record<string, number> = {},
  isFiltered = false,
  long: Record<string, string[]> = {},
) => {
  const facts = (stem: string) => ({
    holding: holding[stem] ?? 0,
    labelled: labelled[stem] ?? 0,
    long: long[stem] ?? [],
  });
  return textQueryOf(analyze(q), facts, isFiltered);
};

test('the rarest word is first and the next rarest last, since Typesense drops words at both ends', () => {
  const holding = { record: 900, keeper: 200, lamp: 300, oil: 400 };
  assert.equal(queryOf('records keepers lamps oil ', holding).words, ['keeper', 'oil', 'record', 'lamp']);
  assert.equal(queryOf('lamps keepers ', holding).words, ['keeper', 'lamp']);
  assert.equal(queryOf('lamps ', holding).words, ['lamp']);
});

test('a word that no document holds is last, and may be misspelled', () => {
  const odd = queryOf('zeppelins keepers lamps ', { keeper: 200, lamp: 300 });
  assert.equal([odd.words, odd.isOdd], [['keeper', 'lamp', 'zeppelin'], true]);
  assert.not(queryOf('keepers ', { keeper: 200 }).isOdd);
});

test('headings and names are searched for the words that they hold, the two rarest of them at the ends', () => {
  const holding = { record: 900, keeper: 200, lamp: 300, oil: 400 };
  const query = queryOf('records keepers lamps oil ', holding, { record: 3, lamp: 7, oil: 5 });
  assert.equal(query.labels, ['record', 'lamp', 'oil']);
  assert.equal(query.words.length, 4);
  assert.equal(queryOf('keepers lamps ', holding).labels, []);
  const odd = queryOf('zeppelins lamps reco', holding, { lamp: 7 });
  assert.equal(odd.labels, ['lamp', 'zeppelin', 'reco'], 'misspelled and unfinished words may be in them');
});

test('a word that no heading or name holds is looked for there by one that it is made of', () => {
  const holding = { ownership: 30, owner: 50, gaug: 2 };
  const query = queryOf('ownership gauges ', holding, { owner: 9, gaug: 2 });
  assert.equal(
    [query.words, query.labels],
    [
      ['gaug', 'ownership'],
      ['gaug', 'owner'],
    ],
  );
  assert.equal(queryOf('ownership gauges ', holding, { owner: 9, ownership: 1, gaug: 2 }).labels, [
    'ownership',
    'gaug',
  ]);
  assert.equal(queryOf('ownership', holding, { owner: 9 }).labels, ['owner'], 'that may go on');
});

test('an unfinished word is the very last, by its shortest completion', () => {
  const query = queryOf('reproducing copyin', { reproduc: 50 });
  assert.equal([query.words, query.isBeginning], [['reproduc', 'copyin'], true]);
  assert.equal(queryOf('lamps reproducin', { lamp: 30 }).words, ['lamp', 'reproduc']);
});

test('a last word that many documents hold is whole', () => {
  assert.ok(queryOf('clean act', { clean: 500, act: 100 }).isBeginning);
  const whole = queryOf('clean act', { clean: 500, act: 101 });
  assert.equal([whole.words, whole.isBeginning], [['act', 'clean'], false]);
});

test('function words are searched only if there are no others', () => {
  assert.equal(queryOf('the records of ', { record: 1 }).words, ['record']);
  for (const q of ['of the ', 'of the']) {
    const { words, filtered, labels, isBeginning, isOdd } = queryOf(q, {});
    assert.equal([words, filtered, labels, isBeginning, isOdd], [[], [['of'], ['the']], [], false, false], q);
  }
});

test('words that are all in more than 20,000 documents are not weighed', () => {
  const holding = { record: 20_001, agenc: 30_000, section: 500_000 };
  const of = (q: string, known: Record<string, number> = holding, isFiltered = false) => {
    const { words, filtered } = queryOf(q, known, {}, isFiltered);
    return [words, filtered.map(([word]) => word)];
  };
  assert.equal(of('section records agency '), [[], ['record', 'agenc', 'section']]);
  assert.equal(of('section records '), [[], ['record', 'section']]);
  assert.equal(of('section '), [[], ['section']]);
  assert.equal(
    of('section records agency ', holding, true),
    [['record'], ['agenc', 'section']],
    'but the rarest',
  );
  assert.equal(of('section records ', { ...holding, record: 20_000 }), [['record', 'section'], []]);
  assert.equal(of('section records "fair use"'), [['record', 'section'], []], 'phrases are rare');
});

test('the five rarest words are filters, no further ones', () => {
  const holding = { aa: 70_000, bb: 30_000, cc: 50_000, dd: 60_000, ee: 40_000, ff: 80_000 };
  const { words, filtered } = queryOf('aa bb cc dd ee ff ', holding);
  assert.equal([words, filtered], [[], [['bb'], ['ee'], ['cc'], ['dd'], ['aa']]]);
});

test('two words that documents write as one are one word if one of them is in no document, or both are rarer in headings', () => {
  const compound = { driftwood: 2, wood: 9, ownership: 4 };
  assert.equal(queryOf('drift wood ownership ', compound).words, ['driftwood', 'ownership']);
  assert.equal(queryOf('drift wood ', { ...compound, drift: 1 }).words, ['drift', 'wood']);
  assert.equal(queryOf('drift-wood ', compound).words, ['driftwood']);
  const both = { ...compound, drift: 1 };
  assert.equal(queryOf('drift wood ', both, { driftwood: 3, drift: 1, wood: 2 }).words, ['driftwood']);
  assert.equal(queryOf('drift wood ', both, { driftwood: 3, wood: 3 }).words, ['drift', 'wood']);
});

test('an abbreviation or one of its long forms must be there, and headings are searched for the most frequent of these', () => {
  const long = {
    epa: ['environmental protection agency', 'export of papers act', 'third form'],
    act: ['automated confirmation'],
    olo: ['oil] || source:=`x`, lamp))'],
  };
  const of = (q: string, holding = { epa: 30, lamp: 50, act: 900 }, labelled = {}) => {
    const { words, filtered, labels, isBeginning } = queryOf(q, holding, labelled, false, long);
    return { words, filtered, labels, isBeginning };
  };
  const epa = ['epa', 'environment protect agenc', 'export paper act'];
  assert.equal(of('EPA lamps '), {
    words: ['lamp'],
    filtered: [epa],
    labels: ['environment protect agenc'],
    isBeginning: false,
  });
  assert.equal(of('epa'), { words: [], filtered: [epa], labels: [epa[1]], isBeginning: false }, 'unfinished');
  assert.equal(of('lamps act ').words, ['lamp', 'act'], 'an ordinary word is none');
  assert.equal(of('OLO ').filtered, [['olo', 'oil sourcex lamp']], 'no syntax comes from a document');
});

test('both spellings of dotted letters are one word', () => {
  assert.equal(queryOf('17 U.S.C. ', { usc: 5, 17: 6 }).words, ['usc', '17']);
  assert.equal(queryOf('17 USC ', { usc: 5, 17: 6 }).words, ['usc', '17']);
});

test('phrases and exclusions keep all their words', () => {
  const { phrases, excluded, words } = queryOf('"the Public Records" -music -"of sound" ', {});
  assert.equal([phrases, excluded, words], [['the public record'], ['music', 'of sound'], []]);
});

test('a long query is searched by its ten rarest words', () => {
  const words = Array.from({ length: 20 }, (_, i) => `w${i}x`);
  const holding = Object.fromEntries(words.map((word, i) => [word, 100 - i]));
  assert.equal([...queryOf(`${words.join(' ')} `, holding).words].sort(), words.slice(10).sort());
});

test.run();

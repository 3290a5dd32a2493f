import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { VariantKind } from '../../../build/search/query/query-terms.ts';
import { numbersOf, type Score, totalOf } from '../../../build/search/ranking/score.ts';
import { Random } from '../../helpers/random.ts';
import { type CandidateTexts, scoreOf, termOf, typed, variant } from './candidates.ts';

const NOTHING: Score = {
  found: 0,
  labels: 0,
  front: 0,
  heading: 0,
  name: 0,
  names: 0,
  text: 0,
  near: 0,
  act: 0,
  authority: 0,
  status: 0,
  first: 0,
  neighbors: 0,
  diversity: 0,
};

/** The parts of the score that are not 0. */
const partsOf = (terms: ReturnType<typeof typed>, texts: CandidateTexts): string[] =>
  Object.entries(scoreOf(terms, texts)).flatMap(([part, value]) => (value === 0 ? [] : [part]));

/** What one part gives to each of these, the first the most. */
function falls(part: keyof Score, terms: ReturnType<typeof typed>, candidates: readonly CandidateTexts[]) {
  const values = candidates.map(texts => scoreOf(terms, texts)[part]);
  for (const [i, value] of values.slice(1).entries())
    assert.ok(
      value < values[i]!,
      `${part}: ${JSON.stringify(candidates[i])} over ${JSON.stringify(candidates[i + 1])}`,
    );
}

const same = (
  part: keyof Score,
  terms: ReturnType<typeof typed>,
  one: CandidateTexts,
  other: CandidateTexts,
) => {
  assert.is(scoreOf(terms, one)[part], scoreOf(terms, other)[part]);
  assert.is.not(scoreOf(terms, one)[part], 0);
};

const LAMP = typed('lamp');
const LAMP_OIL = typed('lamp oil');

test('a document without terms scores 0', () => {
  assert.equal(scoreOf(LAMP, {}), NOTHING);
  assert.equal(
    scoreOf(LAMP, { heading: 'Harbors', names: 'Boats', text: 'tide gauge', acts: ['wick act'] }),
    NOTHING,
  );
  assert.equal(scoreOf([], { heading: 'lamp', text: 'lamp' }), NOTHING);
  assert.equal(scoreOf([termOf([])], { heading: 'lamp' }), NOTHING);
});

test('each property of a document gives its own part of the score', () => {
  assert.equal(partsOf(LAMP, { found: 1 }), ['found']);
  assert.equal(partsOf(LAMP, { heading: 'Lamps' }), ['labels', 'front', 'heading']);
  assert.equal(partsOf(LAMP, { names: 'Lamps' }), ['labels', 'front', 'names', 'first']);
  assert.equal(partsOf(LAMP, { text: 'lamps' }), ['front', 'text']);
  assert.equal(partsOf(LAMP_OIL, { text: 'lamp oil' }), ['front', 'text', 'near']);
  assert.equal(partsOf(LAMP, { acts: ['lamp act'] }), ['labels', 'act']);
  assert.equal(partsOf(LAMP, { isNamed: true }), ['name']);
  assert.equal(partsOf(LAMP, { citedBy: 1 }), ['authority']);
  assert.equal(partsOf(LAMP, { isInForce: false }), ['status']);
});

test('more matched weight gives a higher share of the score', () => {
  falls('found', LAMP_OIL, [{ found: 2 }, { found: 1 }, { found: 0 }]);
  same('found', [termOf([variant('typed', 'lamp')], 5)], { found: 5 }, { found: 5 });
  assert.is(scoreOf([termOf([], 5)], { found: 5 }).found, scoreOf([termOf([], 1)], { found: 1 }).found);
  falls('labels', LAMP_OIL, [{ heading: 'lamp', names: 'oil' }, { heading: 'lamp lamp' }, {}]);
  const weighted = [termOf([variant('typed', 'lamp')], 2), termOf([variant('typed', 'oil')], 1)];
  falls('labels', weighted, [{ heading: 'lamp' }, { heading: 'oil' }]);
  falls('text', weighted, [{ text: 'lamp' }, { text: 'oil' }]);
  same('labels', LAMP, { heading: 'lamp' }, { heading: 'lamp harbor', names: 'lamp', acts: ['lamp act'] });
});

test('the front covers heading, names and the first 40 words', () => {
  const after = (words: number) => ({ text: `${'x '.repeat(words)}lamp` });
  same('front', LAMP, { heading: 'lamp' }, { names: 'lamp', ...after(3) });
  same('front', LAMP, { heading: 'lamp' }, after(39));
  assert.is(scoreOf(LAMP, after(40)).front, 0);
  falls('front', LAMP_OIL, [{ heading: 'lamp', text: 'oil' }, { heading: 'lamp' }]);
  assert.is(scoreOf(LAMP, { acts: ['lamp act'] }).front, 0);
});

test('a first section scores for terms in the names that its heading lacks', () => {
  falls('first', LAMP_OIL, [
    { names: 'lamp oil', heading: 'purpose' },
    { names: 'lamp oil', heading: 'oil' },
    { names: 'lamp oil', heading: 'oil lamps' },
  ]);
  assert.is(scoreOf(LAMP_OIL, { names: 'lamp', heading: 'lamp oil' }).first, 0);
});

test('a heading or names that the query covers whole score highest', () => {
  for (const part of ['heading', 'names'] as const)
    falls(part, LAMP_OIL, [
      { [part]: 'lamp oil' },
      { [part]: 'lamp oil harbor' },
      { [part]: 'lamp harbor' },
      { [part]: 'lamp harbor tide' },
      { [part]: 'harbor' },
    ]);
  same('heading', LAMP, { heading: 'lamp' }, { heading: 'The lamps of the lamp' });
});

test('words in several variants are covered once', () => {
  const terms = [termOf([variant('typed', 'lamp oil')]), ...typed('oil')];
  same('heading', terms, { heading: 'lamp oil' }, { heading: 'oil' });
  falls('heading', terms, [{ heading: 'lamp oil' }, { heading: 'lamp oil tide' }]);
});

test('each repetition of a word in the text adds less, in a long text even less', () => {
  const times = [1, 2, 3, 10, 100].map(
    count => scoreOf(LAMP, { text: 'lamp '.repeat(count).padEnd(600, ' x') }).text,
  );
  for (const [i, value] of times.slice(1).entries()) assert.ok(value > times[i]!);
  assert.ok(times[1]! - times[0]! < times[0]!);
  assert.ok(times[4]! < 3 * times[0]!, 'it saturates');
  falls('text', LAMP, [
    { text: 'lamp' },
    { text: `lamp ${'x '.repeat(50)}` },
    { text: `lamp ${'x '.repeat(250)}` },
  ]);
  falls('text', LAMP_OIL, [{ text: 'lamp oil x x' }, { text: 'lamp lamp lamp lamp' }]);
});

test('adjacent words score more in order than reversed, and far apart nothing', () => {
  falls('near', LAMP_OIL, [
    { text: 'harbor lamp oil' },
    { text: 'harbor oil lamp' },
    { text: 'lamp x x oil' },
  ]);
  same('near', LAMP_OIL, { text: 'lamp oil' }, { text: 'lamp x oil' });
  same('near', LAMP_OIL, { text: 'lamp oil' }, { text: 'oil lamp lamp oil lamp x oil' });
  assert.is(scoreOf(LAMP_OIL, { text: 'lamp x x oil' }).near, 0);
  assert.is(scoreOf(LAMP_OIL, { text: 'lamp lamp oi' }).near, 0);
  // Function words take no room.
  same('near', LAMP_OIL, { text: 'lamp oil' }, { text: 'the lamp of the oil' });
});

test('only adjacent terms of the query count as near, each pair once', () => {
  const terms = typed('lamp oil wick');
  assert.is(scoreOf(terms, { text: 'lamp wick' }).near, 0);
  falls('near', terms, [{ text: 'lamp oil wick' }, { text: 'lamp oil' }]);
  same('near', terms, { text: 'lamp oil' }, { text: 'lamp oil x x lamp oil' });
  assert.is(scoreOf(LAMP, { text: 'lamp lamp' }).near, 0);
});

test('the distance after a phrase is measured from its end', () => {
  const terms = [termOf([variant('typed', 'tide gauge house')]), ...typed('oil')];
  same('near', terms, { text: 'tide gauge house oil' }, { text: 'tide gauge house x oil' });
  assert.is(scoreOf(terms, { text: 'tide gauge house x x oil' }).near, 0);
});

test('a phrase scores only where it is whole and in order', () => {
  const phrase = [termOf([variant('typed', 'tide gauge')])];
  for (const text of ['tide', 'gauge tide', 'tide x gauge', 'gauge'])
    assert.equal(scoreOf(phrase, { text, heading: text }), NOTHING, text);
  assert.equal(partsOf(phrase, { text: 'x tide gauge' }), ['front', 'text']);
  assert.equal(scoreOf(phrase, { heading: 'harbor tide' }), NOTHING, 'cut off');
});

test('other forms weigh less in the text, all other variants as much as the typed word', () => {
  const of = (kind: VariantKind) => scoreOf([termOf([variant(kind, 'lamp')])], { text: 'lamp' }).text;
  assert.ok(of('form') < of('typed'));
  assert.ok(of('form') > 0);
  for (const kind of ['beginning', 'joined', 'abbreviation', 'spelling'] as const)
    assert.is(of(kind), of('typed'), kind);
});

test('forms and beginnings are not stemmed again', () => {
  for (const kind of ['form', 'beginning'] as const) {
    const terms = [termOf([variant(kind, 'exclus')])];
    assert.ok(scoreOf(terms, { heading: 'Exclusive' }).heading > 0, kind);
    assert.is(scoreOf(terms, { heading: 'exclu' }).heading, 0, kind);
  }
  assert.ok(scoreOf(typed('exclusive'), { heading: 'Exclusive' }).heading > 0);
});

test('a compound in one word counts as both halves near each other', () => {
  const terms = ['car', 'pool'].map(half => termOf([variant('typed', half), variant('joined', 'carpool')]));
  for (const part of ['labels', 'heading'] as const)
    same(part, terms, { heading: 'carpool' }, { heading: 'car pool' });
  same('near', terms, { text: 'carpool' }, { text: 'car pool' });
});

test('equal variants of a term count once', () => {
  const twice = [termOf([variant('typed', 'lamp'), variant('form', 'lamp'), variant('typed', 'lamp')])];
  assert.equal(
    scoreOf(twice, { heading: 'lamp', text: 'lamp' }),
    scoreOf(LAMP, { heading: 'lamp', text: 'lamp' }),
  );
});

test('the longest of several variants at one position counts', () => {
  const terms = [termOf([variant('typed', 'tide')]), termOf([variant('abbreviation', 'tide gauge')])];
  const { heading } = scoreOf(terms, { heading: 'tide gauge' });
  assert.is(heading, scoreOf(LAMP, { heading: 'lamp' }).heading);
});

test('an act scores by the share of its best name that the query covers', () => {
  falls('act', LAMP_OIL, [
    { acts: ['lamp oil'] },
    { acts: ['lamp oil act'] },
    { acts: ['lamp oil harbor act'] },
    { acts: ['lamp harbor tide act'] },
  ]);
  falls('act', LAMP_OIL, [{ acts: ['lamp oil'] }, { acts: ['lamp'] }]);
  same('act', LAMP_OIL, { acts: ['tide act', 'lamp oil act', 'lamp'] }, { acts: ['lamp oil act'] });
});

test('each further citing document adds less', () => {
  falls('authority', LAMP, [
    { citedBy: 1000 },
    { citedBy: 100 },
    { citedBy: 10 },
    { citedBy: 1 },
    { citedBy: 0 },
  ]);
  const of = (citedBy: number) => scoreOf(LAMP, { citedBy }).authority;
  assert.ok(of(1000) - of(999) < of(1) / 100);
  assert.ok(of(1_000_000) < 25 * of(1));
});

test('a document that is no longer in force scores lower', () => {
  falls('status', LAMP, [{ isInForce: true }, { isInForce: false }]);
});

test('no part of the score except authority exceeds its bound', () => {
  const random = new Random(7);
  const words = 'lamp oil wick harbor tide'.split(' ');
  const some = (most: number) =>
    Array.from({ length: random.below(most) }, () => random.pick(words)).join(' ');
  const terms = typed('lamp oil wick');
  const full = scoreOf(terms, {
    heading: 'lamp oil wick',
    names: 'lamp oil wick',
    text: 'lamp oil wick '.repeat(100),
    acts: ['lamp oil wick'],
    found: 3,
  });
  for (let round = 0; round < 300; round++) {
    const score = scoreOf(terms, {
      heading: some(9),
      names: some(9),
      text: some(400),
      acts: [some(5), some(5)],
      found: 3,
    });
    for (const part of ['found', 'labels', 'heading', 'names', 'near', 'act'] as const) {
      assert.ok(score[part] >= 0, part);
      assert.ok(score[part] <= full[part] + 1e-9, part);
    }
    assert.ok(score.text < 2 * full.text);
    assert.ok(Math.abs(totalOf(score) - Object.values(score).reduce((sum, value) => sum + value, 0)) < 1e-9);
  }
});

test('word numbers equal those of signatures', () => {
  assert.equal(numbersOf(['the', 'lamps', 'of', 'lamp']), numbersOf(['lamp', 'lamp']));
  assert.is(numbersOf(['lamps']).length, 1);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inActs, quote } from '../../../../build/search/embedded/find/fts-query.ts';
import type { QueryTerm, Variant } from '../../../../build/search/query/query-terms.ts';
import { stem } from '../../../../build/search/text/tokens.ts';
import { section } from '../../../helpers/fixture-tree.ts';
import { identifiersOf, openIndex } from '../../../helpers/search-index.ts';
import { variant } from '../../ranking/candidates.ts';

const term = (text: string, variants: readonly Variant[], more: Partial<QueryTerm> = {}): QueryTerm => ({
  text,
  isRequired: false,
  isBeginning: false,
  variants,
  ...more,
});

test('an expression quotes each variant and matches any', () => {
  const lamp = term('lamp', [
    variant('typed', 'lamp'),
    variant('joined', 'oillamp'),
    variant('abbreviation', 'light act'),
  ]);
  assert.is(inActs(lamp), '"lamp" OR "oillamp" OR "light act"');
  assert.is(inActs(term('lamp', [variant('spelling', 'lamps')])), '"lamps"');
});

test('a term without variants has no expression', () => {
  assert.is(inActs(term('lamp', [])), null);
});

test('a phrase has no expression among the names of acts', () => {
  assert.is(inActs(term('oil wick', [variant('typed', 'oil wick')], { isRequired: true })), null);
});

test('a beginning matches its completions and shorter stems', () => {
  const lamp = term('lam', [variant('beginning', 'lamp')], { isBeginning: true });
  assert.is(inActs(lamp), '"lam" *');
  const reproducing = term('reproducin', [], { isBeginning: true });
  assert.is(inActs(reproducing), '"reproducin" * OR "reproducing"');
});

test('a form is written as a word with its stem', () => {
  const forms = term('exclusion', [variant('form', stem('exclusive'))]);
  const [, word = ''] = /^"(.*)"$/.exec(inActs(forms) ?? '') ?? [];
  assert.is(stem(word), stem('exclusive'));
  assert.is.not(word, stem('exclusive'));
});

test('operators and quotes in a text are quoted', async () => {
  assert.is(quote('a "b" OR *'), '"a ""b"" OR *"');
  const index = await openIndex([
    section(17, '1', 'Lamps', 'lamp and oil'),
    section(17, '2', 'NEAR', 'lamp or wick'),
  ]);
  for (const [text, found] of [
    ['lamp AND oil', ['/us/usc/t17/s1']],
    ['lamp" OR "wick', ['/us/usc/t17/s2']],
    ['NEAR(lamp', []],
    ['heading : lamp', []],
    ['lamp*', ['/us/usc/t17/s1', '/us/usc/t17/s2']],
    ['^lamp', ['/us/usc/t17/s1', '/us/usc/t17/s2']],
  ] as const) {
    const expression = inActs(term(text, [{ kind: 'typed', words: [text] }]));
    const ids = await index.json<number[]>({
      sql: 'SELECT json_group_array(rowid) FROM texts WHERE texts MATCH $expression',
      parameters: { expression },
    });
    assert.equal(await identifiersOf(index, ids), found, text);
  }
  index.close();
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { levelIdentifiers } from '../../../../build/contract/level-chains.ts';
import type { HierarchyLevel } from '../../../../build/contract/sources.ts';
import { levelAbove, levelOf } from '../../../../build/site/app/browse/level-of.ts';

const level = (word: string, number: string | null, identifier: string): HierarchyLevel => ({
  level: word,
  number,
  name: null,
  identifier,
});

const DEEP = [
  level('title', '2', '/us/cfr/t2'),
  level('subtitle', 'A', '/us/cfr/t2/stA'),
  level('chapter', 'II', '/us/cfr/t2/stA/chII'),
  level('part', '200', '/us/cfr/t2/p200'),
];

const ecfr = (hierarchy: HierarchyLevel[] | null, numbers: Record<string, string>) =>
  levelOf(
    { source: 'ecfr', identifier: '/us/cfr/t2/s200.1', metadata: { hierarchy } },
    { view: 'level', source: 'ecfr', numbers },
  );

test('a document tells the level that its page of documents names', () => {
  assert.is(ecfr(DEEP, { title: '2', chapter: 'II' }), '/us/cfr/t2/stA/chII');
  assert.is(ecfr(DEEP, { title: '2', chapter: 'II', part: '200' }), '/us/cfr/t2/p200');
  assert.is(ecfr(DEEP, { title: '2', part: '200' }), '/us/cfr/t2/p200');
  assert.is(ecfr(DEEP, { title: '2', part: '201' }), null, 'of another part it tells nothing');
  assert.is(ecfr(DEEP, {}), null);
});

test('a document tells the level above one of its own', () => {
  const item = (hierarchy: HierarchyLevel[] | null) =>
    ({ source: 'ecfr', identifier: '/us/cfr/t2/s200.1', metadata: { hierarchy } }) as const;
  assert.is(levelAbove(item(DEEP), '/us/cfr/t2/p200'), '/us/cfr/t2/stA/chII');
  for (const unknown of ['/us/cfr/t2', '/us/cfr/t2/p201'])
    assert.is(levelAbove(item(DEEP), unknown), undefined);
  assert.is(levelAbove(item(null), '/us/cfr/t2/p200'), undefined);
});

test('without levels of its own it is in those that its numbers tell', () => {
  for (const [source, identifier, numbers] of [
    ['usc', '/us/usc/t17/s106', { title: '17', chapter: '1' }],
    ['ecfr', '/us/cfr/t2/s200.1', { title: '2', chapter: 'II' }],
    ['ecfr', '/us/cfr/t2/s200.1', { title: '2', chapter: 'II', part: '200' }],
  ] as const) {
    const fields = Object.entries(numbers).map(([name, number]) => [`${name}_number`, number]);
    const derived = levelIdentifiers({ source, identifier, metadata: Object.fromEntries(fields) });
    const place = { view: 'level', source, numbers } as const;
    for (const hierarchy of [null, []])
      assert.is(levelOf({ source, identifier, metadata: { hierarchy } }, place), derived.at(-1), identifier);
  }
});

test.run();

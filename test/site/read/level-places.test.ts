import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HierarchyLevel, Metadata, SourceId } from '../../../build/contract/sources.ts';
import { levelPlaces } from '../../../build/site/app/read/level-places.ts';

const level = (word: string, number: string | null, identifier: string | null, name: string | null = null) =>
  ({ level: word, number, name, identifier }) satisfies HierarchyLevel;

const places = (source: SourceId, identifier: string, metadata: Metadata) =>
  levelPlaces({ source, identifier, metadata }).map(({ label, to }) => [label, to]);

const DEEP = [
  level('title', '2', '/us/cfr/t2'),
  level('subtitle', 'A', '/us/cfr/t2/stA'),
  level('chapter', 'II', '/us/cfr/t2/stA/chII'),
  level('part', '200', '/us/cfr/t2/p200'),
  level('subpart', 'E', '/us/cfr/t2/p200/spE', 'Costs'),
  level('subject_group', null, '/us/cfr/t2/p200/spE/sg-lamps', 'Lamps'),
];
const NUMBERS = { title_number: 2, chapter_number: 'II', part_number: '200' };

test('title, chapter and part have the pages of their lists, other levels their own', () => {
  assert.equal(places('ecfr', '/us/cfr/t2/s200.1', { ...NUMBERS, hierarchy: DEEP }), [
    ['Title 2', '/ecfr/title-2'],
    ['Subtitle A', '/ecfr/structure/t2/stA'],
    ['Chapter II', '/ecfr/title-2/chapter-II'],
    ['Part 200', '/ecfr/title-2/chapter-II/part-200'],
    ['Subpart E', '/ecfr/structure/t2/p200/spE'],
    ['Lamps', '/ecfr/structure/t2/p200/spE/sg-lamps'],
  ]);
  const [, , , , subpart] = levelPlaces({
    source: 'ecfr',
    identifier: '/us/cfr/t2/s200.1',
    metadata: { ...NUMBERS, hierarchy: DEEP },
  });
  assert.equal([subpart?.identifier, subpart?.name], ['/us/cfr/t2/p200/spE', 'Costs']);
});

test('a level by whose number no list finds the document has its own page', () => {
  const found = (metadata: Metadata, hierarchy: HierarchyLevel[] = DEEP) =>
    places('ecfr', '/us/cfr/t2/s200.1', { ...metadata, hierarchy }).map(([, to]) => to);
  assert.is(found({ ...NUMBERS, chapter_number: 'I' })[2], '/ecfr/structure/t2/stA/chII');
  assert.is(found({ ...NUMBERS, chapter_number: 'I' })[3], '/ecfr/title-2/part-200');
  assert.is(found({})[3], '/ecfr/structure/t2/p200');
  const again = [...DEEP.slice(0, 4), level('part', '200', '/us/cfr/t2/p200/p200')];
  assert.is(found(NUMBERS, again)[4], '/ecfr/structure/t2/p200/p200', 'a part within the part');
  const strange = [level('volume', 'X', '/us/cfr/tX'), level('chapter', 'II', '/us/cfr/tX/chII')];
  assert.equal(found(NUMBERS, strange), ['/ecfr/structure/tX', '/ecfr/structure/tX/chII']);
  assert.equal(found(NUMBERS, [level('title', null, '/us/cfr/t2')]), ['/ecfr/structure/t2']);
});

test('nothing in an appendix of a title has a list', () => {
  const hierarchy = [
    level('appendix', '5a', '/us/usc/t5a'),
    level('compiledAct', null, '/us/usc/t5a/pl/95/521', 'Ethics'),
    level('chapter', '1', '/us/usc/t5a/pl/95/521/ch1'),
  ];
  assert.equal(places('usc', '/us/usc/t5a/pl/95/521/s1', { chapter_number: '1', hierarchy }), [
    ['Title 5 Appendix', '/usc/title-5a'],
    ['Ethics', '/usc/structure/t5a/pl/95/521'],
    ['Chapter 1', '/usc/structure/t5a/pl/95/521/ch1'],
  ]);
});

test('without levels of their own, documents have those of their fields', () => {
  const metadata = { title_number: 17, chapter_number: '10', subchapter_number: 'B' };
  assert.equal(places('usc', '/us/usc/t17/s1003', metadata), [
    ['Title 17', '/usc/title-17'],
    ['Chapter 10', '/usc/title-17/chapter-10'],
    ['Subchapter B', '/usc/structure/t17/ch10/schB'],
  ]);
  assert.equal(places('fr', '/us/fr/2018-1', { publication_date: '2018-05-10' }), []);
});

test('a level that is known by another identifier than the document tells has its own page, and so has all below it', () => {
  const metadata = { title_number: 17, chapter_number: '10', subchapter_number: 'B' };
  const document = { source: 'usc', identifier: '/us/usc/t17/s1003', metadata } as const;
  const known = (...rest: string[]) =>
    levelPlaces(document, ['/us/usc/t17', ...rest]).map(({ identifier, to }) => [identifier, to]);
  assert.equal(known('/us/usc/t17/ch10~2', '/us/usc/t17/ch10~2/schB'), [
    ['/us/usc/t17', '/usc/title-17'],
    ['/us/usc/t17/ch10~2', '/usc/structure/t17/ch10~2'],
    ['/us/usc/t17/ch10~2/schB', '/usc/structure/t17/ch10~2/schB'],
  ]);
  assert.is(known('/us/usc/t17/ch10', '/us/usc/t17/ch10/schB~2')[1]?.[1], '/usc/title-17/chapter-10');
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../../../build/contract/sources.ts';
import type { ListItem } from '../../../../build/site/app/api-types.ts';
import { groupsOf } from '../../../../build/site/app/browse/grouping.ts';

const item = (source: 'usc' | 'ecfr' | 'fr', shorthand: string, metadata: ListItem['metadata']): ListItem => {
  const identifier = sourceOf(source).namespace + shorthand;
  return { id: identifier, identifier, source, metadata };
};
const summary = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ heading, name, to, items }) => [heading, name, to, items.length]);

test('sections of one part share a heading that links to it', () => {
  const of = (section: string, part: string | null, name: string | null) =>
    item('ecfr', `t1/s${section}`, { chapter_number: 'I', part_number: part, part_name: name });
  const items = [
    of('1.1', '1', 'DEFINITIONS'),
    of('1.2', '1', 'DEFINITIONS'),
    of('2.1', '2', null),
    of('9', null, null),
  ];
  assert.equal(summary(groupsOf(sourceOf('ecfr'), items, 'part')), [
    ['Part 1', 'DEFINITIONS', '/ecfr/title-1/chapter-I/part-1', 2],
    ['Part 2', null, '/ecfr/title-1/chapter-I/part-2', 1],
    [null, null, null, 1],
  ]);
});

test("the heading of an appendix's sections links to the chapter in their title", () => {
  const items = [item('usc', 't18a/s6', { chapter_number: 2, chapter_name: null })];
  assert.equal(summary(groupsOf(sourceOf('usc'), items, 'chapter')), [
    ['Chapter 2', null, '/usc/title-18a/chapter-2', 1],
  ]);
});

test('chapters 1 of two titles are two groups', () => {
  const of = (title: number) =>
    item('usc', `t${title}/s1`, { title_number: title, title_name: 'T', chapter_number: '1' });
  assert.equal(summary(groupsOf(sourceOf('usc'), [of(1), of(2)], 'chapter')), [
    ['Chapter 1', null, '/usc/title-1/chapter-1', 1],
    ['Chapter 1', null, '/usc/title-2/chapter-1', 1],
  ]);
  assert.equal(summary(groupsOf(sourceOf('usc'), [of(1), of(2)], 'title')), [
    ['Title 1', 'General Provisions', '/usc/title-1', 1],
    ['Title 2', 'The Congress', '/usc/title-2', 1],
  ]);
});

test('two chapters with one number and different names are two groups', () => {
  const of = (section: string, chapter_name: string) =>
    item('usc', `t30/s${section}`, { chapter_number: 3, chapter_name });
  const items = [of('71', 'COAL'), of('72', 'COAL'), of('181', 'LEASES')];
  assert.equal(summary(groupsOf(sourceOf('usc'), items, 'chapter')), [
    ['Chapter 3', 'COAL', '/usc/title-30/chapter-3', 2],
    ['Chapter 3', 'LEASES', '/usc/title-30/chapter-3', 1],
  ]);
});

test('laws of an appendix are grouped by name, without a number', () => {
  const of = (name: string, chapter_name: string) =>
    item('usc', `t5a/${name}`, { title_number: 5, title_name: 'ANOTHER ACT', chapter_name });
  const items = [
    of('pl/92/463/s1', 'COMMITTEES'),
    of('pl/95/452/s1', 'INSPECTORS'),
    of('pl/95/452/s2', 'INSPECTORS'),
  ];
  assert.equal(summary(groupsOf(sourceOf('usc'), items, 'chapter')), [
    ['COMMITTEES', null, null, 1],
    ['INSPECTORS', null, null, 2],
  ]);
  assert.equal(summary(groupsOf(sourceOf('usc'), items, 'title')), [
    ['Title 5 Appendix', 'Government Organization and Employees', '/usc/title-5a', 3],
  ]);
});

test('documents are grouped by day; a day that recurs later is another group', () => {
  const of = (number: string, date: string) => item('fr', number, { publication_date: date });
  const items = [of('1', '2018-05-10'), of('2', '2018-05-10'), of('3', '2018-05-11'), of('4', '2018-05-10')];
  assert.equal(summary(groupsOf(sourceOf('fr'), items, 'day')), [
    ['May 10, 2018', null, null, 2],
    ['May 11, 2018', null, null, 1],
    ['May 10, 2018', null, null, 1],
  ]);
});

test('documents without a day have a heading that says so', () => {
  const items = [
    item('fr', '1', { publication_date: '2018-05-10' }),
    item('fr', '2', { publication_date: null }),
  ];
  assert.equal(summary(groupsOf(sourceOf('fr'), items, 'day')), [
    ['May 10, 2018', null, null, 1],
    ['Without a date of publication', null, null, 1],
  ]);
});

test('a list in another order has one group without a heading', () => {
  const items = [
    item('usc', 't1/s1', { chapter_number: '1' }),
    item('usc', 't2/s1', { chapter_number: '2' }),
  ];
  assert.equal(summary(groupsOf(sourceOf('usc'), items, null)), [[null, null, null, 2]]);
  assert.equal(groupsOf(sourceOf('usc'), [], 'chapter'), []);
});

test.run();

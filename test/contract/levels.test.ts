import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as levels from '../../build/contract/levels.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { hnl, plaw, sho } from '../e2e/new-source/contract.ts';

const [usc, ecfr, fr] = [sourceOf('usc'), sourceOf('ecfr'), sourceOf('fr')];
const names = (some: readonly { name: string }[]): string[] => some.map(({ name }) => name);

test('the hierarchy has the levels with pages and the document', () => {
  assert.equal(levels.hierarchyOf(usc), ['title', 'chapter', 'section']);
  assert.equal(levels.hierarchyOf(ecfr), ['title', 'chapter', 'part', 'section']);
  assert.equal(levels.hierarchyOf(fr), ['year', 'month', 'document']);
  assert.equal(levels.hierarchyOf(plaw), ['congress', 'law', 'section']);
});

test('a source has titles where its outermost level is called so', () => {
  assert.equal([...SOURCES, sho, hnl, plaw].map(levels.hasTitles), [true, true, false, true, false, false]);
  assert.equal([...SOURCES, sho, hnl, plaw].map(levels.isDated), [false, false, true, false, true, false]);
});

test('identifiers have titles, or congresses and laws, but no dates', () => {
  assert.equal(names(levels.identifyingLevels(usc)), ['title']);
  assert.equal(names(levels.identifyingLevels(plaw)), ['congress', 'law']);
  assert.equal(levels.identifyingLevels(fr), []);
});

test('the API has pages of the outermost level only, or of years and months', () => {
  assert.equal(names(levels.apiLevels(ecfr)), ['title']);
  assert.equal(names(levels.apiLevels(plaw)), ['congress']);
  assert.equal(names(levels.apiLevels(fr)), ['year', 'month']);
  assert.equal(levels.apiNumbers(usc, 17), ['17']);
  assert.equal(levels.apiNumbers(fr, '2018-05-10'), ['2018', '05']);
  assert.equal(levels.apiNumbers(fr, '0099-12-31'), ['99', '12']);
  assert.equal(levels.apiNumbers(fr, null), []);
});

test('each level has its address', () => {
  assert.is(levels.levelUrl(ecfr), '/api/ecfr/titles');
  assert.is(levels.levelUrl(usc, 17), '/api/usc/titles/17');
  assert.is(levels.levelUrl(fr, 2018), '/api/fr/years/2018');
  assert.is(levels.levelUrl(fr, 2018, '05'), '/api/fr/years/2018/05');
  assert.is(levels.levelUrl(plaw, 94), '/api/plaw/congresses/94');
});

test('a place of the site has the page of its outermost number, or of its month', () => {
  assert.equal(levels.placeNumbers(ecfr, { title: '1', chapter: 'I', part: '3' }), ['1']);
  assert.equal(levels.placeNumbers(usc, { title: '018a' }), ['18']);
  assert.is(levels.placeNumbers(usc, { title: '1234' }), null);
  assert.equal(levels.placeNumbers(fr, { year: '2018', month: '05' }), ['2018', '05']);
  assert.equal(levels.placeNumbers(fr, { year: '0099' }), ['99']);
  assert.equal(levels.placeNumbers(plaw, { congress: '94', law: '553' }), ['94']);
});

test('each level has its label', () => {
  const [year, month] = fr.levels;
  const [title, chapter] = usc.levels;
  if (!year || !month || !title || !chapter) throw new Error('a level is missing');
  assert.is(levels.levelLabel(year, '2018'), '2018');
  assert.is(levels.levelLabel(month, '05'), 'May');
  assert.is(levels.levelLabel(title, '17'), 'Title 17');
  assert.is(levels.levelLabel(chapter, 'IV'), 'Chapter IV');
  assert.is(levels.levelPlural(levels.outerLevel(plaw)), 'Congresses');
});

test('the number of a level derives from its field; null without a value', () => {
  const [year, month] = fr.levels;
  const [title, chapter] = usc.levels;
  if (!year || !month || !title || !chapter) throw new Error('a level is missing');
  const told = [
    levels.levelNumber(year, '2018-05-10'),
    levels.levelNumber(month, '2018-05-10'),
    levels.levelNumber(title, 17),
    levels.levelNumber(chapter, 'I-A'),
  ];
  assert.equal(told, ['2018', '05', '17', 'I-A']);
  for (const value of [null, undefined, '', ['1']]) assert.is(levels.levelNumber(chapter, value), null);
  assert.is(levels.levelNumber(month, '2018'), null, 'a year alone is in no month');
});

test('a text has the form of a shorthand if identifiers begin with numbers', () => {
  for (const text of ['t17/s106', 'T5a/pl/1/s2']) assert.ok(levels.isShorthandForm(usc, text), text);
  for (const text of ['17/s106', 't17', 't17/', 'x t17/s1'])
    assert.not(levels.isShorthandForm(usc, text), text);
  assert.ok(levels.isShorthandForm(plaw, '94/553/s101'));
  for (const text of ['94/s101', 'x/553/s101']) assert.not(levels.isShorthandForm(plaw, text), text);
  assert.not(levels.isShorthandForm(fr, '2018-09910'), 'every text may be one');
});

test('a filter that compares the outermost number is the outer filter', () => {
  const found = SOURCES.map(source =>
    source.filters.filter(filter => levels.isOuterFilter(source, filter)).map(({ param }) => param),
  );
  assert.equal(found, [['title_number'], ['title_number'], []]);
});

test.run();

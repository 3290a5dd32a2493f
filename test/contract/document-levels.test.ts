import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  levelsOf,
  levelTitle,
  outerLabel,
  outerLabelOf,
  outerWords,
} from '../../build/contract/document-levels.ts';
import { hasTitles, outerLevel } from '../../build/contract/levels.ts';
import { type Metadata, SOURCES, sourceOf } from '../../build/contract/sources.ts';

const usc = outerLevel(sourceOf('usc')).official;
const ecfr = outerLevel(sourceOf('ecfr')).official;
const nameOf = (titles: typeof usc, number: number) => titles[number - 1]?.name;

const named = (level: string, number: string | null, name: string | null = 'A NAME') =>
  levelTitle(sourceOf('usc'), { level, number, name, identifier: '/us/usc/t5/x' });

test('a level is called by its word and number, or by its name alone', () => {
  assert.is(named('title', '5'), 'Title 5');
  assert.is(named('subchapter', 'IV'), 'Subchapter IV');
  assert.is(named('subject_group', '2'), 'Subject group 2');
  assert.is(named('courtRules', null), 'A NAME');
  assert.is(named('courtRules', null, null), '/us/usc/t5/x');
  assert.is(
    levelTitle(sourceOf('usc'), { level: 'plans', number: null, name: null, identifier: null }),
    'plans',
  );
});

test('the appendix of a title has the number of the title, other appendices have letters', () => {
  assert.is(named('appendix', '5a'), 'Title 5 Appendix');
  assert.is(named('appendix', 'A'), 'Appendix A');
  assert.is(named('appendix', 'IVa'), 'Appendix IVa');
  assert.is(named('appendix', '5'), 'Appendix 5');
  assert.is(named('part', '5a'), 'Part 5a');
});

test('54 titles of the Code, 50 of the regulations, for the sources that have titles', () => {
  assert.is(usc.length, 54);
  assert.is(ecfr.length, 50);
  for (const source of SOURCES)
    assert.is(outerLevel(source).official.length > 0, hasTitles(source), source.id);
});

test('each title has the name of its number', () => {
  assert.is(nameOf(usc, 1), 'General Provisions');
  assert.is(nameOf(usc, 17), 'Copyrights');
  assert.is(nameOf(usc, 26), 'Internal Revenue Code');
  assert.is(nameOf(usc, 42), 'The Public Health and Welfare');
  assert.is(nameOf(usc, 54), 'National Park Service and Related Programs');
  assert.is(nameOf(ecfr, 14), 'Aeronautics and Space');
  assert.is(nameOf(ecfr, 26), 'Internal Revenue');
  assert.is(nameOf(ecfr, 40), 'Protection of Environment');
  assert.is(nameOf(ecfr, 50), 'Wildlife and Fisheries');
});

test('no name is missing or repeated', () => {
  for (const titles of [usc, ecfr]) {
    assert.is(new Set(titles.map(({ name }) => name)).size, titles.length);
    assert.ok(titles.every(({ name }) => name.trim() === name && name !== ''));
  }
});

test('27 titles of the Code and no regulations are positive law', () => {
  const numbers = usc.flatMap(({ positiveLaw }, i) => (positiveLaw ? [i + 1] : []));
  assert.is(numbers.length, 27);
  for (const number of [17, 18, 34, 42, 50]) assert.is(numbers.includes(number), number < 20, String(number));
  assert.ok(ecfr.every(({ positiveLaw }) => !positiveLaw));
});

const documentOf = (source: 'usc' | 'ecfr' | 'fr', name: string, metadata: Metadata) => ({
  source,
  identifier: sourceOf(source).namespace + name,
  metadata,
});

test('the label of a title is in the identifier, or in the display title of an appendix', () => {
  const labelOf = (name: string, metadata: Metadata) => outerLabel(documentOf('usc', name, metadata));
  assert.is(labelOf('t17/s106', { title_number: 17 }), '17');
  assert.is(labelOf('t18a/s6', { title_number: 18 }), '18a');
  assert.is(labelOf('t5/pl/95/521', { title_number: 5, display_title: '5 USC App. - Act' }), '5a');
  assert.is(labelOf('t5/pl/95/521', { title_number: 5, display_title: '5 USC App.5 - Act' }), '5');
  assert.is(labelOf('preface', { title_number: 3 }), '3');
  assert.is(labelOf('preface', {}), null);
  assert.is(outerLabel(documentOf('fr', '2018-1', { publication_date: '2018-05-10' })), null);
});

test('an appendix is recognised beside its title, in letters of either case', () => {
  const source = sourceOf('usc');
  assert.equal(
    ['T18A/s6', 't17/s106', 't17', 'x17/s1'].map(name => outerLabelOf(source, name)),
    ['18A', '17', null, null],
  );
  assert.equal(
    ['18', '18a', '18A'].map(label => outerWords(source, label)),
    ['Title 18', 'Title 18 Appendix', 'Title 18 Appendix'],
  );
  const [outer] = levelsOf(documentOf('usc', 't18a/s6', { title_number: 18 }));
  assert.equal([outer?.number, outer?.label, outer?.name], ['18a', 'Title 18 Appendix', nameOf(usc, 18)]);
});

test('titles have official names, other levels the document’s, dates none', () => {
  const told = (document: ReturnType<typeof documentOf>) =>
    levelsOf(document).map(({ level, number, label, name }) => [level.name, number, label, name]);
  const metadata = {
    title_number: 17,
    title_name: 'Another',
    chapter_number: '1',
    chapter_name: ' Of\n lamps ',
  };
  assert.equal(told(documentOf('usc', 't17/s106', metadata)), [
    ['title', '17', 'Title 17', 'Copyrights'],
    ['chapter', '1', 'Chapter 1', 'Of lamps'],
    ['subchapter', null, null, null],
    ['part', null, null, null],
  ]);
  assert.equal(told(documentOf('fr', '2018-1', { publication_date: '2018-05-10' })), [
    ['year', '2018', '2018', null],
    ['month', '05', 'May', null],
  ]);
  assert.equal(told(documentOf('fr', '2018-1', { publication_date: null })), [
    ['year', null, null, null],
    ['month', null, null, null],
  ]);
});

test.run();

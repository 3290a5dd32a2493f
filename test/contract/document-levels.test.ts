import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasTitles, outerLevel } from '../../build/contract/levels.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';

const usc = outerLevel(sourceOf('usc')).official;
const ecfr = outerLevel(sourceOf('ecfr')).official;
const nameOf = (titles: typeof usc, number: number) => titles[number - 1]?.name;

test('54 titles of the Code, 50 of the regulations, for the sources that have titles', () => {
  assert.is(usc.length, 54);
  assert.is(ecfr.length, 50);
  for (const source of SOURCES)
    assert.is(outerLevel(source).official.length > 0, hasTitles(source), source.id);
});

test('each name stands at its number', () => {
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

test('positive law: 27 titles of the Code, none of the regulations', () => {
  const numbers = usc.flatMap(({ positiveLaw }, i) => (positiveLaw ? [i + 1] : []));
  assert.is(numbers.length, 27);
  for (const number of [17, 18, 34, 42, 50]) assert.is(numbers.includes(number), number < 20, String(number));
  assert.ok(ecfr.every(({ positiveLaw }) => !positiveLaw));
});

test.run();

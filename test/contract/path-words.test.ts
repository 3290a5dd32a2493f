import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../build/contract/errors.ts';
import { canonicalWord, spellingsOf, WORD_KINDS, type Words } from '../../build/contract/path-words.ts';

const canonicalWords = (words: Words): Words =>
  Object.fromEntries(Object.keys(words).map(name => [name, canonicalWord(name, words)]));

const isNotFound =
  (text: string) =>
  (error: ApiError): boolean =>
    error.code === 'NOT_FOUND' && error.message.includes(text);

const refused = (words: Words, message: string) =>
  assert.throws(() => canonicalWords(words), isNotFound(message), JSON.stringify(words));

test('a month of one digit or two has two digits; other words are no month', () => {
  const monthOf = (month: string) => canonicalWords({ year: '2018', month }).month;
  assert.equal(['3', '03', '12', '01', '10'].map(monthOf), ['03', '03', '12', '01', '10']);
  for (const month of ['0', '00', '13', '003', '', 'x', '1.5', '-1', '٣'])
    refused({ year: '2018', month }, `month ${month} of 2018`);
});

test('a word of four digits is a year', () => {
  assert.equal(canonicalWords({ year: '2018' }), { year: '2018' });
  for (const year of ['18', '02018', '0018', '', 'x', '2e3', '20180']) refused({ year }, `year ${year}`);
});

test('a title of one to three digits loses leading zeros', () => {
  const titleOf = (title: string) => canonicalWords({ source: 'usc', title }).title;
  assert.equal(['7', '07', '007', '17', '017', '100', '0', '000'].map(titleOf), [
    ...['7', '7', '7', '17', '17', '100', '0', '0'],
  ]);
  for (const title of ['', '1000', '0001', 'x', '1/2', '1\n'])
    refused({ source: 'usc', level: 'title', title }, 'No title');
  refused(
    { source: 'usc', level: 'title', title: 'x'.repeat(60) },
    `No title ${'x'.repeat(50)} was found in usc`,
  );
});

test('a number with a leading zero is no build', () => {
  assert.equal(canonicalWords({ build: '999999999' }), { build: '999999999' });
  for (const build of ['0', '01', '1000000000', 'x']) refused({ build }, 'There are no such changes');
});

test('a wrong year is refused before a wrong month', () => {
  refused({ year: 'x', month: 'y' }, 'year x');
});

test('patterns for servers match the spellings that are read', () => {
  const spellings = spellingsOf('/api/(fr)/years/:year/:month', '/$1/:year/:month.json');
  const fileOf = (path: string): string | undefined => {
    const found = spellings.filter(({ pattern }) => new RegExp(`^${pattern}$`).test(path));
    assert.ok(found.length < 2, path);
    return found[0] && path.replace(new RegExp(`^${found[0].pattern}$`), found[0].file);
  };
  assert.is(fileOf('/api/fr/years/2018/5'), '/fr/2018/05.json');
  assert.is(fileOf('/api/fr/years/2018/11'), '/fr/2018/11.json');
  for (const path of ['/api/fr/years/18/5', '/api/fr/years/2018/13', '/api/fr/years/2018/'])
    assert.is(fileOf(path), undefined, path);
  assert.equal(spellingsOf('/api/stats', 'api/stats.json'), [
    { pattern: '/api/stats', file: 'api/stats.json' },
  ]);
});

test('groups and alternatives before a word keep their meaning', () => {
  assert.equal(spellingsOf('/(?:api|old)/(usc)/:year', '/$1/:year.json'), [
    { pattern: '/(?:api|old)/(usc)/([1-9][0-9]{3})', file: '/$1/$2.json' },
  ]);
});

test('a canonical word stays as it is, and patterns need no escapes', () => {
  for (const [name, { spellings }] of Object.entries(WORD_KINDS))
    for (const [pattern] of spellings) {
      assert.not.match(pattern, /["'\\`]/, name);
      for (const word of ['7', '07', '17', '100', '2018'])
        if (new RegExp(`^${pattern}$`).test(word)) {
          const canonical = canonicalWords({ year: '2018', [name]: word });
          assert.equal(canonicalWords(canonical), canonical, `${name} ${word}`);
        }
    }
});

test.run();

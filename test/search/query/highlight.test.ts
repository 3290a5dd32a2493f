import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze } from '../../../build/search/query/analyze.ts';
import { Highlighter } from '../../../build/search/query/highlight.ts';
import { TermMatcher } from '../../../build/search/query/term-matcher.ts';

const highlighter = (q: string): Highlighter => new Highlighter(analyze(q));
const FILLER = 'Nothing of note was written here by anyone at all. '.repeat(40);

test('a heading is shown whole with its matches marked by stem', () => {
  assert.is(
    highlighter('exclusive right copyright ').heading('17 USC § 106 - Exclusive rights in copyrighted works'),
    '17 USC § 106 - <mark>Exclusive</mark> <mark>rights</mark> in <mark>copyrighted</mark> works',
  );
});

test('numbers of citations are marked, with and without dots', () => {
  const heading = '17 USC § 106 - Exclusive rights';
  const marked = '<mark>17</mark> <mark>USC</mark> § <mark>106</mark> - Exclusive rights';
  for (const q of ['17 USC 106', '17 U.S.C. § 106', '17 u.s.c. 106'])
    assert.is(highlighter(q).heading(heading), marked, q);
  assert.is(
    highlighter('17 USC 106').heading('17 U.S.C. 106'),
    '<mark>17</mark> <mark>U.S.C</mark>. <mark>106</mark>',
  );
});

test('a phrase is marked as a whole and only in its order', () => {
  assert.is(
    highlighter('"fair use"').heading('Fair use, fair Uses, use fair'),
    '<mark>Fair use</mark>, <mark>fair Uses</mark>, use fair',
  );
});

test('an unfinished word is marked as the word it begins', () => {
  assert.is(
    highlighter('copyri').heading('Copyright copyrighted copy'),
    '<mark>Copyright</mark> <mark>copyrighted</mark> copy',
  );
});

test('excluded words are not marked', () => {
  assert.is(highlighter('lamp -oil').heading('lamp oil'), '<mark>lamp</mark> oil');
});

test('text around matches is HTML-escaped', () => {
  assert.is(
    highlighter('lamp').heading('<b>lamp</b> & "O\'Neil"'),
    '&lt;b&gt;<mark>lamp</mark>&lt;/b&gt; &amp; &quot;O&#39;Neil&quot;',
  );
});

test('a match that spans markup is escaped within its mark', () => {
  assert.is(highlighter('"at t"').heading('AT&T & AT<T'), '<mark>AT&amp;T</mark> &amp; <mark>AT&lt;T</mark>');
  assert.is(highlighter('"lamp oil"').snippet('A lamp "oil".'), 'A <mark>lamp &quot;oil</mark>&quot;.');
});

test('a snippet shows the passage with the most terms', () => {
  const text = `${FILLER}A lamp stood alone. ${FILLER}The keeper trimmed the lamp with whale oil. ${FILLER}Oil was sold.`;
  assert.match(
    highlighter('whale oil lamp ').snippet(text),
    /<mark>lamp<\/mark> with <mark>whale<\/mark> <mark>oil<\/mark>/,
  );
});

test('common words do not choose the passage but are marked in it', () => {
  const text = `${'It is of the sea, and of the land. '.repeat(50)}In short, the lamp of the keeper.`;
  assert.match(
    highlighter('of the lamp ').snippet(text),
    /<mark>the<\/mark> <mark>lamp<\/mark> <mark>of<\/mark> <mark>the<\/mark>/,
  );
  assert.match(highlighter('of the ').snippet(text), /^It is <mark>of<\/mark> <mark>the<\/mark> sea/);
});

test('a snippet has about 200 characters, cut between words, with an ellipsis on each side that was cut', () => {
  const snippet = highlighter('lamp').snippet(`${FILLER}The lamp burned. ${FILLER}`);
  const shown = snippet.replaceAll(/<\/?mark>/g, '');
  assert.ok(shown.length > 150 && shown.length < 240, String(shown.length));
  assert.match(shown, /^…\S.*\S…$/);
  assert.ok(FILLER.includes(shown.slice(1, 40)));
  assert.is(
    highlighter('lamp').snippet('A lamp.\n\n  Two   lamps.'),
    'A <mark>lamp</mark>. Two <mark>lamps</mark>.',
  );
});

test('without a match in the body the snippet is its beginning', () => {
  assert.ok(FILLER.startsWith(highlighter('lamp').snippet(FILLER).slice(0, -1)));
  assert.is(highlighter('lamp').snippet(''), '');
});

test('words with diacritics are found and marked', () => {
  const text = `${FILLER}Each re\u0301sume\u0301 names a façade. ${FILLER}`;
  assert.match(
    highlighter('resume facade ').snippet(text),
    /<mark>re\u0301sume\u0301<\/mark> names a <mark>façade<\/mark>/,
  );
  assert.is(highlighter('façade').heading('Facade'), '<mark>Facade</mark>');
});

test('characters of two code units are never cut in two', () => {
  for (let shift = 0; shift < 4; shift++) {
    const snippet = highlighter('lamp').snippet(
      `${'x'.repeat(shift)}${'😀'.repeat(500)} lamp ${'😀'.repeat(500)}`,
    );
    assert.not.match(snippet, /\p{Surrogate}/u);
    assert.match(snippet, /<mark>lamp<\/mark>/);
  }
});

const LONG = 'The other part of these is that. '.repeat(40_000);

test('rare words are found behind any number of frequent ones, phrases too', () => {
  for (const q of ['other astrolabe', '"of these astrolabes"', 'the "other astrolabe"', 'that é astrolabe'])
    assert.match(
      highlighter(q).snippet(`${LONG} of these astrolabes; other astrolabes.`),
      /<mark>[^<]*astrolabe/,
      q,
    );
});

test('the examined positions of long texts are bounded, and each text gets some', () => {
  const matcher = new TermMatcher(analyze('part other that'));
  const budget = { most: 100, taken: 0 };
  assert.is([...matcher.weighty(LONG, budget)].length, 200, '"that" has no weight');
  assert.is(budget.taken, 200);
  // Far apart, so that no passage has all of them.
  const texts = ['part', 'other', 'shown'].map(word => `${word} ${FILLER}`.repeat(20_000 / 20));
  const page = highlighter('part other shown');
  for (let i = 0; i < 40; i++)
    for (const text of texts) assert.match(page.snippet(text), /<mark>(part|other|shown)<\/mark>/);
});

test.run();

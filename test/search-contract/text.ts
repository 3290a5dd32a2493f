import * as assert from 'uvu/assert';
import type { SearchHit } from '../../build/contract/search.ts';
import { namesOf } from '../../build/search/documents/labels.ts';
import type { SearchDocument } from '../../build/search/documents/search-document.ts';
import { foldedWords, isFunctionWord, memoized, stem } from '../../build/search/text/tokens.ts';
import { LAST_WORDS } from './fixture.ts';
import type { ContractTest } from './suite.ts';

/** Stems, each word's found once: the real corpora have millions of words, but few that differ. */
const stemOf = memoized(1_000_000, stem);

const WORDS = ['copying the public records', 'records', 'lamp keeper', 'the harbor records'];

/** What a query finds, and how the hits show it. */
export function textTests({ test, subject, corpus }: ContractTest): void {
  test('words match anywhere in the document and in the names above it', async client => {
    if (!subject.traits.exact) return;
    // To stem all words of the real corpora takes as long as all other tests of an engine.
    const looked = client.documents.filter((_, at) => corpus.isFixture || at % 5 === 0);
    const known = new Set(looked.map(({ identifier }) => identifier));
    for (const words of corpus.isFixture ? WORDS : WORDS.slice(0, 1)) {
      const expected = looked.filter(has(words)).map(({ identifier }) => identifier);
      assert.ok(expected.length > 0);
      // In the order of a field, found is what has all that the best has.
      const found = await client.all(`${words} `, { sort: 'identifier' });
      assert.equal(found.filter(one => known.has(one)).sort(), expected.sort(), words);
      const ranked = await client.all(`${words} `);
      for (const identifier of expected) assert.ok(ranked.includes(identifier), `${words}: ${identifier}`);
    }
  });

  test('a phrase matches only in its order', async client => {
    const phrase = 'the records';
    const found = await client.all(`"${phrase}"`);
    assert.ok(found.length > 0);
    for (const identifier of found) {
      const document = client.document(identifier);
      // The embedded engine looks for phrases in heading and text, Typesense in the names above, too.
      const names = subject.traits.exact ? '' : namesOf(document);
      const words = foldedWords(`${document.heading}\n${names}\n${document.body}`).map(stemOf);
      const wanted = foldedWords(phrase).map(stemOf);
      assert.ok(` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `), identifier);
    }
    assert.equal(await client.all('"records the of"'), []);
  });

  test('documents with an excluded word are not found', async client => {
    const all = await client.all('records ');
    const without = await client.all('records -public');
    assert.ok(without.length > 0 && without.length < all.length);
    for (const identifier of without) {
      const { heading, body } = client.document(identifier);
      assert.not.match(`${heading}\n${body}`, /\bpublic\b/i, identifier);
      assert.ok(all.includes(identifier));
    }
    const phrase = await client.all('records -"the records"');
    assert.ok(phrase.length > 0 && phrase.length < all.length);
    // Headings that hold the words do not help.
    let tried = 0;
    for (const identifier of all) {
      const document = client.document(identifier);
      const heading = [...new Set(foldedWords(document.heading))].filter(word => !isFunctionWord(word));
      const names = foldedWords(`${document.heading}\n${namesOf(document)}`).map(stemOf);
      const inText = foldedWords(document.body).find(
        word => /^[a-z]{7,}$/.test(word) && !names.includes(stemOf(word)),
      );
      const words = heading.filter(word => /^[a-z]{5,}$/.test(word)).slice(0, 2);
      if (words.length < 2 || inText === undefined) continue;
      const query = words.join(' ');
      assert.ok((await client.all(`${query} `)).includes(identifier), query);
      assert.not.ok((await client.all(`${query} -${inText}`)).includes(identifier), `${query} -${inText}`);
      if (++tried === 3) break;
    }
    assert.is(tried, 3);
  });

  test('an unfinished last word matches its completions', async client => {
    const found = await client.all('recor');
    assert.ok(found.length > 0);
    if (!subject.traits.exact) return;
    assert.ok((await client.all('records ')).every(identifier => found.includes(identifier)));
  });

  test('highlights mark matches in HTML-escaped text', async client => {
    const { data } = await client.search('keeping records', { limit: 100 });
    assert.ok(data.hits.length > 0);
    for (const hit of data.hits) {
      const { heading, body } = client.document(hit.identifier);
      assert.is(visible(hit.highlights?.heading), heading, 'the heading is whole');
      // What is found by the names above it alone shows no mark.
      if (/\b(keep|record)/i.test(`${heading} ${body}`))
        assert.match(allMarks(hit), /keep|record/i, hit.identifier);
      assertSnippet(hit, client.document(hit.identifier));
    }
  });

  if (!corpus.isFixture) return;

  test('the last words of a very long document are found and shown', async client => {
    for (const q of ['obsidian astrolabes', `"${LAST_WORDS}"`, 'seventeen astrolabes committee']) {
      const { data } = await client.search(q);
      assert.is(data.hits[0]?.identifier, '/us/fr/2019-00001', q);
      assert.match(data.hits[0]?.highlights?.body ?? '', /<mark>[^<]*astrolabes/i);
      // An engine that drops words finds the committee of others, too.
      if (subject.traits.exact || !q.includes('committee')) assert.is(data.estimated_total_hits, 1, q);
    }
  });

  test('markup in a document is escaped', async client => {
    const { data } = await client.search('markup gazettes');
    assert.is(
      data.hits[0]?.highlights?.heading.replaceAll(/<\/?mark>/g, ''),
      'Markup &lt;b&gt;in&lt;/b&gt; headings &amp; &quot;quotes&quot;',
    );
    assert.not.match(data.hits[0]?.highlights?.body.replaceAll(/<\/?mark>/g, '') ?? '', /[<>]/);
  });

  test('letters match with and without diacritics', async client => {
    for (const q of ['curacao', 'Curaçao', 'CURAÇAO', 'Curac\u0327ao']) {
      const { data } = await client.search(q);
      assert.equal(
        data.hits.map(({ identifier }) => identifier),
        ['/us/fr/2019-00003'],
        q,
      );
      assert.match(data.hits[0]?.highlights?.heading ?? '', /<mark>Curaçao<\/mark>/);
    }
  });
}

/** @returns whether a document holds the stem of each word that is no function word */
const has = (words: string) => {
  const stems = foldedWords(words)
    .filter(word => !isFunctionWord(word))
    .map(stemOf);
  return (document: SearchDocument): boolean => {
    const text = `${document.heading}\n${namesOf(document)}\n${document.body}`;
    const present = new Set(foldedWords(text).map(stemOf));
    return stems.every(wanted => present.has(wanted));
  };
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a browser would show. */
const visible = (html = ''): string =>
  html.replaceAll(/<\/?mark>/g, '').replaceAll(/&([a-z#0-9]+);/g, (_, name: string) => ENTITIES[name] ?? '');

const allMarks = ({ highlights }: SearchHit): string =>
  Array.from(
    `${highlights?.heading} ${highlights?.body}`.matchAll(/<mark>(.*?)<\/mark>/g),
    ([, mark]) => mark,
  ).join(' ');

/** A snippet is a passage of the text, of about 200 characters, with an ellipsis where it was cut. */
function assertSnippet({ identifier, highlights }: SearchHit, { body }: SearchDocument): void {
  const shown = visible(highlights?.body);
  const text = body.replace(/\s+/g, ' ').trim();
  const passage = shown.replace(/^…|…$/g, '');
  assert.ok(text.includes(passage), `${identifier}: the snippet is not in the text: ${passage}`);
  assert.ok(passage.length <= 260, `${identifier}: the snippet has ${passage.length} characters`);
  assert.ok(
    passage.length >= Math.min(100, text.length),
    `${identifier}: the snippet has ${passage.length} characters`,
  );
  assert.is(shown.startsWith('…'), !text.startsWith(passage), `${identifier}: an ellipsis in front`);
  assert.is(shown.endsWith('…'), !text.endsWith(passage), `${identifier}: an ellipsis at the end`);
}

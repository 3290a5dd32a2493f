import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { type SearchEngine, SearchEngineError } from '../../../../build/search/engine.ts';
import { asksForNothing } from '../../../../build/search/query/analyze.ts';
import { FixtureTree, notice } from '../../../helpers/fixture-tree.ts';
import {
  API_KEY,
  startTypesense,
  type TypesenseServer,
  typesenseBinary,
} from '../../../helpers/typesense-server.ts';
import { hitsIn } from '../../../search-contract/subject.ts';
import { DOCUMENTS, HOSTILE_AGENCIES, QUERY_PIECES } from './documents.ts';
import { engineOf, fill } from './subject.ts';

const binary = typesenseBinary();
const test = suite('Typesense engine, with a real server');

if (binary) {
  let server: TypesenseServer;
  let engine: SearchEngine;
  const tree = new FixtureTree(DOCUMENTS);

  test.before(async () => {
    server = await startTypesense(binary);
    await fill(server.url, 'pandect', tree.directory);
    engine = engineOf(server.url, 'pandect', { tree: tree.directory });
  });
  test.after(async () => {
    await engine.close();
    await server.stop();
  });

  const search = async (parameters: Record<string, string | number>, by = engine) => {
    const text = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const query = parseSearchQuery(readParams(text.join('&')));
    const answer = await by.search(query, new AbortController().signal);
    return { ...answer, hits: hitsIn(answer) };
  };
  const identifiers = async (parameters: Record<string, string | number>): Promise<string[]> =>
    (await search(parameters)).hits.map(({ identifier }) => identifier);
  const failureOf = (answer: Promise<unknown>): Promise<SearchEngineError> =>
    answer.then(
      () => assert.unreachable('an error was expected'),
      (error: SearchEngineError) => error,
    ) as Promise<SearchEngineError>;

  test('agency names of any characters select exactly their documents', async () => {
    for (const [i, agency] of HOSTILE_AGENCIES.entries()) {
      const answer = await search({ q: 'notice', agency, facets: 'agency' });
      assert.equal(
        answer.hits.map(({ identifier }) => identifier),
        [`/us/fr/2018-0000${i + 1}`],
      );
      assert.equal(answer.facets, { agency: { [agency]: 1 } });
      assert.is((await search({ q: 'notice', status: agency })).hits.length, 0);
    }
    const { facets } = await search({ q: 'hostile notice', facets: 'agency' });
    assert.equal(Object.keys(facets.agency ?? {}).sort(), [...HOSTILE_AGENCIES].sort());
  });

  test('a long document is one hit, one in the total and one in each facet', async () => {
    const answer = await search({ q: 'filler', facets: 'source,granularity,publication_date,title_number' });
    assert.equal(
      answer.hits.map(({ identifier }) => identifier),
      ['/us/fr/2013-28210'],
    );
    assert.is(answer.estimated_total_hits, 1);
    assert.equal(answer.facets, {
      source: { fr: 1 },
      granularity: { document: 1 },
      publication_date: { '2013-05-21': 1 },
      title_number: {},
    });
    assert.equal(await identifiers({ q: 'alpha omega zebra' }), ['/us/fr/2013-28210']);
    assert.equal(await identifiers({ q: 'alpha -omega' }), []);
  });

  test('the snippet comes from the best passage, wherever it is', async () => {
    const [hit] = (await search({ q: 'zebra crossing' })).hits;
    assert.match(
      hit?.highlights?.body ?? '',
      /^….*The <mark>zebra<\/mark> <mark>crossing<\/mark> is here\..*…$/,
    );
    const [end] = (await search({ q: 'omega' })).hits;
    assert.match(end?.highlights?.body ?? '', /^….*<mark>Omega<\/mark> ends\.$/);
    const [beginning] = (await search({ q: 'alpha' })).hits;
    assert.match(beginning?.highlights?.body ?? '', /^<mark>Alpha<\/mark> begins\..*…$/);
  });

  test('each hit shows its own text', async () => {
    const { hits } = await search({ q: 'hostile notice' });
    assert.is(hits.length, HOSTILE_AGENCIES.length);
    for (const { heading, highlights } of hits) {
      const [number] = /\d$/.exec(heading) ?? [];
      assert.match(highlights?.body ?? '', `, ${number} times.`);
    }
  });

  test('a hit with words in different parts of a long text shows at least one', async () => {
    for (const q of ['alpha omega', 'alpha omega zebra', 'omega "zebra crossing"', 'crossing alph']) {
      for (const sort of ['relevance', 'identifier', '-publication_date']) {
        const [hit] = (await search({ q, sort })).hits;
        assert.is(hit?.identifier, '/us/fr/2013-28210');
        assert.match(
          hit?.highlights?.body ?? '',
          /<mark>(?:alpha|omega|zebra crossing|crossing)<\/mark>/i,
          `${q}, ${sort}`,
        );
      }
    }
  });

  test('highlights are HTML, the whole text where it is short, the beginning where nothing matches', async () => {
    const [hit] = (await search({ q: 'rights' })).hits;
    assert.equal(hit?.highlights, {
      heading: '17 USC § 106 - Exclusive <mark>rights</mark> in copyrighted works',
      body: 'The owner’s exclusive <mark>rights</mark> &lt;are&gt; &amp; “these”.',
    });
    const [byHeading] = (await search({ q: 'copyrighted works' })).hits;
    assert.is(byHeading?.highlights?.body, 'The owner’s exclusive rights &lt;are&gt; &amp; “these”.');
    assert.is((await search({ q: 'rights', highlight: 'false' })).hits[0]?.highlights, null);
  });

  test('words that Typesense takes for misspelled are marked', async () => {
    const [hit] = (await search({ q: 'infringment' })).hits;
    assert.match(hit?.highlights?.body ?? '', '<mark>infringement</mark>');
  });

  test('punctuation beyond ASCII separates words', async () => {
    assert.equal(await identifiers({ q: '"106 and"' }), ['/us/usc/t17/s107']);
    assert.equal(await identifiers({ q: 'owner' }), ['/us/usc/t17/s106']);
  });

  test('a cited document comes first, before what matches its words, each once', async () => {
    for (const q of ['17 USC 106', '17 U.S.C. § 106', '17 U.S.C. 106(1)', '/us/usc/t17/s106']) {
      assert.is((await identifiers({ q }))[0], '/us/usc/t17/s106', q);
    }
    assert.equal(await identifiers({ q: '78 FR 72393' }), ['/us/fr/2013-28210']);
    const all = await search({ q: '17 USC 106' });
    assert.is(all.estimated_total_hits, all.hits.length);
    assert.is(new Set(all.hits.map(({ identifier }) => identifier)).size, all.hits.length);
    assert.equal(await identifiers({ q: '17 USC 106 -exclusive' }), ['/us/usc/t17/s107']);
    assert.equal(await identifiers({ q: '17 USC 106', source: 'fr' }), []);
  });

  test('pages, aligned or not, show the whole list without gap or repetition', async () => {
    for (const parameters of [{ q: 'notice' }, { q: '2018-00003 17 USC 106 2013-28210' }, { q: '17 usc' }]) {
      for (const sort of [
        'relevance',
        'identifier',
        '-publication_date',
        'document_number',
        '-title_number',
      ]) {
        const whole = await identifiers({ ...parameters, sort, limit: 100 });
        for (let offset = 0; offset <= whole.length; offset++) {
          const page = await identifiers({ ...parameters, sort, offset, limit: 3 });
          assert.equal(page, whole.slice(offset, offset + 3), `${parameters.q} ${sort} ${offset}`);
        }
      }
    }
    const beyond = await search({ q: 'notice', offset: Number.MAX_SAFE_INTEGER });
    assert.equal(beyond.hits, []);
    assert.is(beyond.estimated_total_hits, HOSTILE_AGENCIES.length);
  });

  test('in the order of a field cited documents are the best, and others are not found beside them', async () => {
    const sorted = await search({ q: '78 FR 72393 notice', sort: 'identifier' });
    assert.equal(
      [sorted.hits.map(({ identifier }) => identifier), sorted.estimated_total_hits],
      [['/us/fr/2013-28210'], 1],
    );
    assert.ok((await search({ q: '78 FR 72393 notice' })).estimated_total_hits > 1);
    assert.is((await search({ q: '99 FR 99999 notice', sort: 'identifier' })).hits.length, 8);
    assert.equal(await identifiers({ q: 'nine', sort: 'identifier' }), ['/us/usc/t2/s9', '/us/usc/t10/s9']);
    assert.equal(await identifiers({ q: 'nine', sort: '-identifier' }), ['/us/usc/t10/s9', '/us/usc/t2/s9']);
  });

  test('frequent words are dropped where few documents have all of them', async () => {
    const texts = ['Lamps of oil.', 'The oil and lamps.', 'Of the lamps.'];
    const few = new FixtureTree(texts.map((text, i) => notice(`2021-${i}`, `Lamp ${i}`, text)));
    await fill(server.url, 'few', few.directory);
    const dropping = engineOf(server.url, 'few', { tree: few.directory });
    const found = async (sort: string) =>
      (await search({ q: 'of the', sort }, dropping)).hits.map(({ identifier }) => identifier);
    assert.equal(await found('identifier'), ['/us/fr/2021-2'], 'in the order of a field the best are enough');
    assert.equal((await found('relevance')).toSorted(), ['/us/fr/2021-0', '/us/fr/2021-1', '/us/fr/2021-2']);
    await dropping.close();
  });

  test('up to ninety cited documents stand before what matches, more are listed alone', async () => {
    const onPage = (page: number, count: number) =>
      Array.from({ length: count }, (_, i) =>
        notice(`2020-${page + i}`, `Lamp ${i}`, 'Of oil lamps.', { fr_citation: `80 FR ${page}` }),
      );
    const [few, many] = [onPage(1000, 90), onPage(2000, 91)];
    const cited = new FixtureTree([...few, ...many, notice('2020-9', 'Gauges', 'Plenty of gauges.')]);
    await fill(server.url, 'cited', cited.directory);
    const citing = engineOf(server.url, 'cited', { tree: cited.directory });
    const all = async (q: string, more = {}) => {
      const pages = [0, 35, 70, 105, 140, 175].map(offset =>
        search({ q, offset, limit: 35, highlight: 'false', ...more }, citing),
      );
      const answers = await Promise.all(pages);
      const found = answers.flatMap(({ hits }) => hits.map(({ identifier }) => identifier));
      assert.is(new Set(found).size, found.length, q);
      assert.is(answers[0]?.estimated_total_hits, found.length, q);
      return found;
    };
    const named = (documents: typeof few) => documents.map(({ identifier }) => identifier);
    const mixed = await all('80 FR 1000 gauges');
    assert.equal(mixed.slice(0, 90), named(few));
    assert.ok(mixed.includes('/us/fr/2020-9'));
    assert.equal(await all('80 FR 2000 gauges'), named(many));
    assert.equal(await all('80 FR 1000 gauges', { sort: '-identifier' }), named(few).reverse());
    const phrase = await all('80 FR 1000 "oil lamps"');
    assert.equal(phrase.slice(0, 90), named(few), 'also where texts are searched');
    assert.ok(phrase.length > 90);
    const { facets } = await search({ q: '80 FR 1000 gauges', facets: 'source' }, citing);
    assert.equal(facets, { source: { fr: mixed.length } });
    await citing.close();
  });

  test('a thousand random queries are answered', async () => {
    const random = randomFrom(20261121);
    const queries = Array.from({ length: 1000 }, () => {
      const length = 1 + Math.floor(random() * 12);
      const glue = random() < 0.5 ? '' : ' ';
      return Array.from({ length }, () => QUERY_PIECES[Math.floor(random() * QUERY_PIECES.length)]).join(
        glue,
      );
    });
    for (const q of queries.filter(q => !asksForNothing(q))) {
      const sort = ['relevance', 'identifier', '-publication_date'][Math.floor(random() * 3)] ?? '';
      await search({ q, sort, facets: 'agency,source' }).catch(error => {
        throw new Error(`${JSON.stringify(q)}: ${error.message}`);
      });
    }
  });

  test('the longest query is answered', async () => {
    assert.equal((await search({ q: 'aé '.repeat(166) })).hits, []);
    assert.equal((await search({ q: '中'.repeat(500) })).hits, []);
    for (const q of ['ʻ', '½', '"ʻ"', '½ -notice'])
      assert.is((await search({ q })).estimated_total_hits, 0, `${q}: nothing that Typesense reads`);
  });

  test('a query of function words alone is answered beside all filters', async () => {
    const q = 'the and or of for by to in on with at from this that';
    const filters = {
      source: 'fr',
      title_number: 1,
      document_type: 'notice',
      status: 'in_force',
      agency: 'x',
    };
    const rest = { date_from: '2018-01-01', date_to: '2018-12-31', within: '/us/cfr/t1' };
    assert.equal(await identifiers({ q, ...filters, ...rest }), []);
    assert.ok((await identifiers({ q })).includes('/us/usc/t17/s106'));
  });

  test('a key that may only search suffices', async () => {
    const response = await fetch(`${server.url}/keys`, {
      method: 'POST',
      headers: { 'x-typesense-api-key': API_KEY },
      body: JSON.stringify({
        description: 'search',
        actions: ['documents:search'],
        collections: ['pandect'],
      }),
    });
    const { value } = (await response.json()) as { value: string };
    const searching = engineOf(server.url, 'pandect', { apiKey: value });
    assert.is((await search({ q: '17 USC 106' }, searching)).hits[0]?.identifier, '/us/usc/t17/s106');
    await searching.close();
  });

  test('failures say neither address nor key, nor carry the client library’s error', async () => {
    const engines = [
      engineOf(server.url, 'pandect', { apiKey: 'wrong-key' }),
      engineOf(server.url, 'no-such-collection'),
      engineOf('http://127.0.0.1:9', 'pandect'),
    ];
    for (const broken of engines) {
      const error = await failureOf(search({ q: 'notice' }, broken));
      assert.instance(error, SearchEngineError);
      assert.is(error.kind, 'unavailable');
      assert.is(error.cause, undefined);
      assert.not.match(`${error.message} ${JSON.stringify(error)}`, /127\.0\.0\.1|wrong-key|test-admin-key/);
      await broken.close();
    }
  });

  test('a document that has left the tree is found without a passage', async () => {
    const elsewhere = engineOf(server.url, 'pandect', { tree: `${tree.directory}/gone` });
    const [hit] = (await search({ q: 'zebra crossing' }, elsewhere)).hits;
    assert.equal([hit?.identifier, hit?.highlights?.body], ['/us/fr/2013-28210', '']);
    await elsewhere.close();
  });

  test('large results count years where small ones count days, and have pages far behind the ranked documents', async () => {
    const many = new FixtureTree(
      Array.from({ length: 501 }, (_, i) => notice(`2019-${i}`, `Large ${i}`, 'Plenty of the gauges.')),
    );
    many.write(notice('2019-501', 'Small', 'A few of those.'));
    await fill(server.url, 'many', many.directory);
    const large = engineOf(server.url, 'many', { tree: many.directory });
    const datesOf = async (parameters: Record<string, string>) =>
      (await search({ highlight: 'false', ...parameters }, large)).facets.publication_date;
    assert.equal(await datesOf({ q: 'gauges', facets: 'publication_date,source' }), { 2019: 501 });
    assert.equal(await datesOf({ q: 'gauges', facets: 'publication_date' }), { '2019-05-21': 501 });
    assert.equal(await datesOf({ q: 'gauges -500', facets: 'publication_date,source' }), {
      '2019-05-21': 500,
    });
    for (const sort of ['relevance', 'identifier']) {
      const both = await search({ q: 'of the', sort, facets: 'source,publication_date' }, large);
      assert.equal([both.estimated_total_hits, both.facets.source], [501, { fr: 501 }], 'words as filters');
    }
    const deep = async (offset: number) =>
      (await search({ q: 'gauges', highlight: 'false', limit: 5, offset }, large)).hits.map(({ id }) => id);
    assert.is(new Set([...(await deep(300)), ...(await deep(305))]).size, 10, 'far behind the ranked ones');
    const page = async (offset: number) =>
      (await search({ q: 'large gauges', facets: 'agency', highlight: 'false', limit: 100, offset }, large))
        .hits;
    const pages = await Promise.all([0, 100, 200, 300, 400, 500].map(page));
    assert.is(new Set(pages.flat().map(({ id }) => id)).size, 501, 'each is shown once');
    assert.equal(
      [pages.flat().length, (await page(1e9)).length],
      [501, 0],
      'and what is only counted is not',
    );
    await large.close();
  });

  test('an aborted search is a timeout', async () => {
    const query = parseSearchQuery(readParams('q=notice'));
    const error = await failureOf(engine.search(query, AbortSignal.abort()));
    assert.is(error.kind, 'timed out');
  });
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

test.run();

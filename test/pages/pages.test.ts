import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { levelUrl } from '../../build/contract/levels.ts';
import { readParams } from '../../build/contract/params.ts';
import * as paths from '../../build/contract/paths.ts';
import { notPrecomputed } from '../../build/contract/precomputed.ts';
import {
  canonicalMonthQuery,
  canonicalQuery,
  parseListQuery,
  parseMonthQuery,
} from '../../build/contract/query.ts';
import { RESOURCE_NAMES, RESOURCES } from '../../build/contract/resources.ts';
import { matcher } from '../../build/contract/routing/match.ts';
import {
  type HierarchyLevel,
  type Metadata,
  SOURCES,
  type Source,
  sourceOf,
} from '../../build/contract/sources.ts';
import type { SourceCatalog } from '../../build/formats/catalog.ts';
import { Listing } from '../../build/lists/listing.ts';
import { monthAnswer } from '../../build/lists/months.ts';
import type { Page } from '../../build/pages/pages.ts';
import { catalogOf, catalogsWith, documentWith, randomDocuments } from '../helpers/catalogs.ts';
import { identifiersAbove, withLevels } from '../helpers/levels.ts';
import { linksOf } from '../helpers/links.ts';
import { allPages } from '../helpers/pages.ts';
import { readCorpus } from '../helpers/written-corpus.ts';

const fr = sourceOf('fr');
const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');

const sample: SourceCatalog[] = [];
const samplePages: Page[] = [];
test.before(async () => {
  const { documents } = await readCorpus(join(import.meta.dirname, '../../corpus'));
  for (const source of SOURCES) {
    const own = documents.filter(document => document.source === source.id);
    sample.push(
      catalogOf(
        source,
        own.map(({ metadata }) => metadata),
      ),
    );
  }
  samplePages.push(...allPages(sample));
});

const [pathOf, queryOf] = [0, 1].map(part => (page: Page) => page.url.split('?')[part] ?? '') as [
  (page: Page) => string,
  (page: Page) => string,
];

const listPagesOf = (pages: readonly Page[], source: Source) =>
  pages.filter(page => pathOf(page) === paths.documentsUrl(source));

const random: readonly SourceCatalog[] = SOURCES.map(source =>
  catalogOf(source, randomDocuments(source, 260, 21)),
);

function longMonth(count: number): Metadata[] {
  return Array.from({ length: count }, (_, i) =>
    documentWith(fr, `/us/fr/2018-${i}`, {
      publication_date: `2018-05-${String(1 + (i % 28)).padStart(2, '0')}`,
    }),
  );
}

for (const [name, catalogs] of [
  ['the sample corpus', sample],
  ['random catalogs', random],
  ['a long month', catalogsWith(catalogOf(fr, longMonth(230)))],
  ['nothing', catalogsWith()],
] as const) {
  test(`${name}: no two pages share a URL or a path`, () => {
    const pages = [...allPages(catalogs)];
    assert.is(new Set(pages.map(({ url }) => url)).size, pages.length);
    assert.is(new Set(pages.map(({ path }) => path)).size, pages.length);
  });

  test(`${name}: the URL of a list page parses to its own query, whose answer is the page`, () => {
    const pages = [...allPages(catalogs)];
    for (const catalog of catalogs) {
      const { source } = catalog;
      const listing = new Listing(catalog);
      const listPages = listPagesOf(pages, source);
      assert.ok(listPages.length >= 2, 'the first page in both modes at least');
      for (const page of listPages) {
        const query = parseListQuery(source, readParams(queryOf(page)));
        assert.is(canonicalQuery(source, query), queryOf(page), page.url);
        assert.is(paths.queryPath(paths.documentsUrl(source), queryOf(page)), page.path);
        assert.is(notPrecomputed(source, query), null, `${page.url} is looked for`);
        assert.is(listing.answer(query).body.json, page.json, page.url);
      }
    }
  });
}

test('each page belongs to a resource that files answer, and each such resource has a page', () => {
  const resourceOf = matcher(SOURCES);
  const made = new Set(samplePages.map(page => resourceOf(pathOf(page).split('/'))?.resource));
  // Documents, levels, dumps and the history are files of other stages.
  const elsewhere: readonly string[] = ['structure', 'bulk', 'changes', 'build'];
  const expected = RESOURCE_NAMES.filter(
    name => ['file', 'list', 'month'].includes(RESOURCES[name].answered) && !elsewhere.includes(name),
  );
  assert.equal([...made].sort(), [...expected].sort());
});

test('each query that counts as precomputed has a file, if its value exists', () => {
  const known = new Set(samplePages.map(({ path }) => path));
  for (const { source, count } of sample) {
    for (let offset = 0; offset < count && offset < 500; offset += 20) {
      const query = parseListQuery(source, readParams(`offset=${offset}`));
      assert.is(notPrecomputed(source, query), null);
      assert.ok(known.has(paths.queryPath(paths.documentsUrl(source), canonicalQuery(source, query)) ?? ''));
    }
    for (const param of Object.keys(source.precomputed.pagesOf)) {
      const pages = listPagesOf(samplePages, source).filter(page => queryOf(page).startsWith(`${param}=`));
      assert.ok(pages.length > 0, `${source.id} ${param}`);
    }
  }
});

/** A list of so many documents that the front of it ends. */
const register = catalogsWith(catalogOf(fr, longMonth(1100)));

for (const [name, catalogs] of [
  ['the sample corpus', sample],
  ['random catalogs', random],
  ['a long register', register],
] as const) {
  test(`${name}: next leads to files, or the table has the reason`, () => {
    const pages = [...allPages(catalogs)];
    const leads = linksOf(pages);
    assert.ok(leads.files > 0);
    assert.equal(leads.astray, []);
    assert.ok(leads.ends.every(({ source, next }) => source === 'fr' || /[?]within=/.test(next)));
  });
}

test('next ends at the depth of the register in both modes, and the table has the reason', () => {
  const { ends } = linksOf([...allPages(register)]);
  assert.equal(
    ends.map(({ next, why }) => [next.split('=').at(-1), why]),
    [
      ['500', 'depth'],
      ['2018-05-16~%2Fus%2Ffr%2F2018-211', 'cursor'],
      ['500', 'depth'],
    ],
  );
});

test('each part of regulations and each chapter of the Code has the first page of its list, and no other level has', () => {
  for (const [source, kind] of [
    [ecfr, 'part'],
    [usc, 'chapter'],
  ] as const) {
    const documents = withLevels(source, randomDocuments(source, 400, 8), 8);
    const catalog = catalogOf(source, documents);
    const expected = new Set(
      documents.flatMap(document => {
        const above = identifiersAbove(source, document);
        return (document.hierarchy as HierarchyLevel[]).flatMap(({ level }, i) =>
          level === kind ? [above[i] as string] : [],
        );
      }),
    );
    const pages = listPagesOf([...allPages(catalogsWith(catalog))], source).map(queryOf);
    const made = pages.filter(query => /^within=/.test(query));
    assert.ok(expected.size >= 12, `${expected.size}`);
    assert.equal(made.sort(), [...expected].map(name => `within=${encodeURIComponent(name)}`).sort());
    assert.ok(documents.some(document => JSON.stringify(document.hierarchy).includes('"subject-group"')));
  }
});

test('levels with a list have one where two have one number', () => {
  const named = (section: number, chapter_name: string) =>
    documentWith(usc, `/us/usc/t1/s${section}`, { title_number: 1, chapter_number: '3', chapter_name });
  const catalog = catalogOf(usc, [named(1, 'Gulls'), named(2, 'Terns'), named(3, 'GULLS')]);
  const pages = listPagesOf([...allPages(catalogsWith(catalog))], usc);
  const totals = pages
    .filter(page => queryOf(page).startsWith('within='))
    .map(page => [queryOf(page), JSON.parse(page.json).pagination.total]);
  assert.equal(totals, [
    ['within=%2Fus%2Fusc%2Ft1%2Fch3', 2],
    ['within=%2Fus%2Fusc%2Ft1%2Fch3~2', 1],
  ]);
});

test('hierarchy pages have the path of their URL, and every URL within them has a page', () => {
  const byUrl = new Map(samplePages.map(page => [page.url, page]));
  const within = [
    ...SOURCES.map(source => levelUrl(source)),
    ...samplePages.filter(({ url }) => /\/years\/\d{4}$/.test(url)).map(({ url }) => url),
  ];
  for (const url of within) {
    const { data } = JSON.parse(byUrl.get(url)?.json ?? '{}');
    const items: { url: string; document_count: number }[] = Array.isArray(data) ? data : data.months;
    assert.ok(items.length > 0, url);
    for (const item of items) {
      const detail = byUrl.get(item.url);
      if (item.document_count === 0) {
        assert.not(detail, `${item.url} has no documents, so it is not found`);
        continue;
      }
      assert.ok(detail, item.url);
      assert.is(JSON.parse(detail.json).data.document_count, item.document_count);
      assert.is(detail.path, `${item.url.slice(1)}.json`);
    }
  }
});

test('a long month has several pages, each the answer to its URL', () => {
  const documents = longMonth(230);
  const catalog = catalogOf(fr, documents);
  const catalogs = catalogsWith(catalog);
  const pages = [...allPages(catalogs)].filter(page => pathOf(page) === '/api/fr/years/2018/05');
  assert.equal(pages.map(queryOf), ['', 'limit=100&offset=100', 'limit=100&offset=200']);
  for (const page of pages) {
    const extent = parseMonthQuery(readParams(queryOf(page)));
    assert.is(canonicalMonthQuery(extent), queryOf(page));
    assert.is(paths.queryPath('/api/fr/years/2018/05', queryOf(page)), page.path);
    const { body } = monthAnswer(new Listing(catalog), 2018, 5, extent);
    assert.is(body.json, page.json);
  }
});

test('the depth of the Federal Register list is bounded in both modes', () => {
  const documents = Array.from({ length: 620 }, (_, i) => documentWith(fr, `/us/fr/2018-${i}`));
  const queries = listPagesOf([...allPages(catalogsWith(catalogOf(fr, documents)))], fr).map(queryOf);
  const whole = queries.filter(query => !query.startsWith('document_type='));
  assert.is(whole.filter(query => /^$|offset=/.test(query)).length, 25);
  assert.is(whole.filter(query => /cursor=/.test(query)).length, 25);
  assert.is(queries.length - whole.length, 25);
});

test('an agency has one first page for all its spellings, under the most frequent', () => {
  const documents = ['Lamp Office', 'LAMP OFFICE', 'Lamp Office'].map((agency, i) =>
    documentWith(fr, `/us/fr/2018-${i}`, { agency: 'First', agencies: ['First', agency] }),
  );
  const pages = listPagesOf([...allPages(catalogsWith(catalogOf(fr, documents)))], fr);
  const ofAgency = pages.filter(page => queryOf(page).startsWith('agency='));
  assert.equal(ofAgency.map(queryOf), ['agency=First', 'agency=Lamp%20Office']);
  for (const { json } of ofAgency) assert.is(JSON.parse(json).pagination.total, 3);
});

test('a page whose name is too long for a file is left to the shim', () => {
  const agency = '§'.repeat(60);
  const catalog = catalogOf(fr, [documentWith(fr, '/us/fr/2018-1', { agency })]);
  const queries = listPagesOf([...allPages(catalogsWith(catalog))], fr).map(queryOf);
  assert.not(queries.some(query => query.startsWith('agency=')));
  assert.ok(queries.includes('document_type=notice'));
});

test('aggregates are dated to the newest of their documents', () => {
  const documents = [
    documentWith(usc, '/us/usc/t1/s1', { last_updated: '2020-01-01' }),
    documentWith(usc, '/us/usc/t2/s1', { last_updated: '2024-01-01' }),
  ];
  const daily = [
    documentWith(fr, '/us/fr/1', { publication_date: '2018-05-01', last_updated: '2018-05-01' }),
    documentWith(fr, '/us/fr/2', { publication_date: '2018-06-01', last_updated: '2019-06-01' }),
    documentWith(fr, '/us/fr/3', { publication_date: '2017-06-01', last_updated: '2025-06-01' }),
  ];
  const pages = [...allPages(catalogsWith(catalogOf(usc, documents), catalogOf(fr, daily)))];
  const dayOf = (url: string) => pages.find(page => page.url === url)?.timestamp.slice(0, 10);
  assert.is(dayOf('/api/usc/titles/1'), '2020-01-01');
  assert.is(dayOf('/api/usc/titles/2'), '2024-01-01');
  assert.is(dayOf('/api/usc/titles'), '2024-01-01');
  assert.is(dayOf('/api/fr/years/2018/05'), '2018-05-01');
  assert.is(dayOf('/api/fr/years/2018'), '2019-06-01');
  assert.is(dayOf('/api/fr/years'), '2025-06-01');
  assert.is(dayOf('/api/stats'), '2025-06-01');
  assert.is(dayOf('/api/sources'), '2025-06-01');
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openCatalog } from '../../build/common/catalog.ts';
import { agencyKey } from '../../build/contract/agencies.ts';
import { compareNatural } from '../../build/contract/natural-order.ts';
import { readParams } from '../../build/contract/params.ts';
import {
  type ActiveFilter,
  canonicalQuery,
  firstPage,
  type ListQuery,
  parseListQuery,
  type Sort,
} from '../../build/contract/query.ts';
import {
  type CfrReference,
  type Filter,
  type Metadata,
  SOURCES,
  type Source,
  sourceOf,
} from '../../build/contract/sources.ts';
import { columnOf, columnValue, type SourceCatalog } from '../../build/formats/catalog.ts';
import { Listing } from '../../build/lists/listing.ts';
import {
  catalogOf,
  catalogsWith,
  documentWith,
  encoded,
  filterOf,
  randomDocuments,
  temporaryFile,
} from '../helpers/catalogs.ts';
import { Random } from '../helpers/random.ts';

const usc = sourceOf('usc');
const fr = sourceOf('fr');

/** The plain model of filter, sort and slice. */
function passes(document: Metadata, { filter, value }: ActiveFilter, all: readonly ActiveFilter[]): boolean {
  const actual = document[filter.field];
  if (filter.match === 'keyword') return hasKeyword(document, filter.param, value, all);
  if (filter.match === 'present') return value === (actual !== null && actual !== undefined);
  if (actual === null || actual === undefined) return false;
  if (filter.match === 'equals') return actual === value;
  return filter.match === 'from' ? actual >= value : actual <= value;
}

const loosely = (text: unknown): string => String(text).trim().replace(/\s+/g, ' ').toLowerCase();

function hasKeyword(
  document: Metadata,
  param: string,
  value: ActiveFilter['value'],
  all: readonly ActiveFilter[],
): boolean {
  const { agency, agencies, docket_ids, rin } = document;
  if (param.startsWith('cfr_')) {
    const asked = (name: string) => all.find(({ filter }) => filter.param === name)?.value;
    const [title, part] = [asked('cfr_title'), asked('cfr_part')];
    return (document.cfr_references as CfrReference[]).some(
      reference =>
        (title === undefined || reference.title === title) &&
        (part === undefined || reference.parts.some(one => loosely(one) === loosely(part))),
    );
  }
  const words = { agency: [agency, ...((agencies ?? []) as string[])], docket_id: docket_ids, rin: [rin] }[
    param
  ];
  const keyOf = param === 'agency' ? agencyKey : loosely;
  return (words as unknown[]).some(word => word !== null && keyOf(String(word)) === keyOf(String(value)));
}

/** Returns a value of the document for a filter, or null. */
function valueFor(
  { param, field, match }: Filter,
  document: Metadata,
  random: Random,
): ActiveFilter['value'] | null {
  const value = document[field] ?? null;
  if (match === 'present') return random.chance(0.5);
  if (match !== 'keyword') return typeof value === 'object' ? null : value;
  const references = (document.cfr_references ?? []) as CfrReference[];
  const agencies = (document.agencies ?? []) as string[];
  const words: Record<string, readonly (string | number)[]> = {
    agency: [document.agency, ...agencies].filter(agency => typeof agency === 'string'),
    docket_id: (document.docket_ids ?? []) as string[],
    rin: typeof value === 'string' ? [value] : [],
    cfr_title: references.map(({ title }) => title),
    cfr_part: references.flatMap(({ parts }) => parts),
  };
  const candidates = words[param] ?? [];
  if (candidates.length === 0) return null;
  const word = random.pick(candidates);
  return typeof word === 'string' ? random.pick([word, word.toUpperCase(), ` ${word} `]) : word;
}

function compare(a: Metadata, b: Metadata, field: string): number {
  const [x, y] = [a[field] ?? null, b[field] ?? null];
  const byIdentifier = compareNatural(String(a.identifier), String(b.identifier));
  // Documents without a value are first in ascending order, last in descending order.
  if (x === null || y === null) return Number(x !== null) - Number(y !== null) || byIdentifier;
  const byField = typeof x === 'number' ? x - Number(y) : compareNatural(String(x), String(y));
  return byField || byIdentifier;
}

function expectedList(
  documents: readonly Metadata[],
  query: Pick<ListQuery, 'filters' | 'sort'>,
): Metadata[] {
  const matching = documents.filter(document =>
    query.filters.every(filter => passes(document, filter, query.filters)),
  );
  matching.sort((a, b) => compare(a, b, query.sort.field));
  return query.sort.descending ? matching.reverse() : matching;
}

const identifiersOf = (documents: readonly Metadata[]) => documents.map(({ identifier }) => identifier);

interface ListResponse {
  data: { id: string; identifier: string; source: string; metadata: Metadata }[];
  meta: { timestamp: string };
  pagination: { total: number | null; limit: number; offset: number; has_more: boolean; next: string | null };
}

const answerOf = (listing: Listing, query: ListQuery): ListResponse =>
  JSON.parse(listing.answer(query).body.json);

/** Parses a URL's query as the shim does. */
const queryOf = (source: Source, url: string): ListQuery =>
  parseListQuery(source, readParams(url.split('?')[1] ?? ''));

function randomFilters(source: Source, documents: readonly Metadata[], random: Random): ActiveFilter[] {
  return source.filters
    .filter(() => random.chance(0.3))
    .flatMap(filter => {
      const value = valueFor(filter, random.pick(documents), random);
      return value === null ? [] : [{ filter, value }];
    });
}

const randomSort = (source: Source, random: Random): Sort => ({
  field: random.pick(source.sorts),
  descending: random.chance(0.5),
});

const allSorts = (source: Source): Sort[] =>
  source.sorts.flatMap(field => [false, true].map(descending => ({ field, descending })));

/** Returns every page along `next`, from the query on. */
function walk(listing: Listing, query: ListQuery): ListResponse[] {
  const { source } = listing.catalog;
  const pages = [answerOf(listing, query)];
  for (let next = pages[0]?.pagination.next; next; next = pages.at(-1)?.pagination.next) {
    pages.push(answerOf(listing, queryOf(source, next)));
    if (pages.length > 1000) throw new Error('the walk does not end');
  }
  return pages;
}

const walked = (pages: readonly ListResponse[]) =>
  pages.flatMap(({ data }) => data.map(({ identifier }) => identifier));

for (const source of SOURCES) {
  // 97 and 64 documents use the last word of a bitmap partly and wholly.
  for (const count of [0, 1, 5, 64, 97, 700]) {
    test(`${source.id}, ${count} documents: any query equals filter, sort and slice`, () => {
      const documents = randomDocuments(source, count, count + 1);
      const listing = new Listing(catalogOf(source, documents));
      const random = new Random(count);
      for (let i = 0; i < 150; i++) {
        const query: ListQuery = {
          filters: count ? randomFilters(source, documents, random) : [],
          sort: randomSort(source, random),
          limit: 1 + random.below(40),
          offset: random.chance(0.3) ? 0 : random.below(count + 40),
          cursor: null,
        };
        const expected = expectedList(documents, query);
        const { offset, limit } = query;
        const { data, meta, pagination } = answerOf(listing, query);
        const label = canonicalQuery(source, query);
        const slice = expected.slice(offset, offset + limit);
        assert.equal(
          data.map(({ identifier }) => identifier),
          identifiersOf(slice),
          label,
        );
        const hasMore = expected.length > offset + limit;
        assert.equal(
          { ...pagination, next: null },
          { total: expected.length, limit, offset, has_more: hasMore, next: null },
        );
        assert.is(pagination.next !== null, hasMore);
        const dates = (slice.length ? slice : documents)
          .map(document => String(document.last_updated))
          .sort();
        assert.is(meta.timestamp, `${dates.at(-1) ?? '1970-01-01'}T00:00:00.000Z`, label);
      }
    });
  }

  test(`${source.id}: offset and cursor walks visit every document once, in the order of the sort`, () => {
    const documents = randomDocuments(source, 230, 5);
    const listing = new Listing(catalogOf(source, documents));
    const random = new Random(6);
    for (const sort of allSorts(source)) {
      for (const filters of [
        [],
        randomFilters(source, documents, random),
        randomFilters(source, documents, random),
      ]) {
        const query = { filters, sort, limit: 1 + random.below(30), offset: 0 };
        const expected = identifiersOf(expectedList(documents, query));
        const byOffset = walk(listing, { ...query, cursor: null });
        const byCursor = walk(listing, { ...query, cursor: 'start' });
        const label = canonicalQuery(source, { ...query, cursor: 'start' });
        assert.equal(walked(byOffset), expected, label);
        assert.equal(walked(byCursor), expected, label);
        assert.is(byCursor.length, byOffset.length, 'the last full page is not followed by an empty one');
        assert.ok(byCursor.every(({ pagination }) => pagination.total === null && pagination.offset === 0));
      }
    }
  });

  test(`${source.id}: a cursor whose document has vanished continues where it stood`, () => {
    const documents = randomDocuments(source, 120, 8);
    const whole = new Listing(catalogOf(source, documents));
    for (const sort of allSorts(source)) {
      const query: ListQuery = { filters: [], sort, limit: 7, offset: 0, cursor: 'start' };
      const order = expectedList(documents, query);
      const { next } = whole.answer({ ...query, limit: 40 });
      assert.ok(next);
      const remaining = documents.filter(document => document !== order[39]);
      const rest = walked(walk(new Listing(catalogOf(source, remaining)), { ...next, limit: 7 }));
      assert.equal(rest, identifiersOf(order.slice(40)), JSON.stringify(sort));
    }
  });

  test(`${source.id}: a bare value as cursor means after all documents with that value`, () => {
    const documents = randomDocuments(source, 90, 9);
    const listing = new Listing(catalogOf(source, documents));
    for (const sort of allSorts(source)) {
      const order = expectedList(documents, { filters: [], sort });
      for (const { [sort.field]: value } of [order[0], order[44], order[89]] as Metadata[]) {
        if (value === null) continue;
        const cursor = encodeURIComponent(String(value));
        const spelling = `${sort.descending ? '-' : ''}${sort.field}`;
        const query = queryOf(source, `?sort=${spelling}&limit=100&cursor=${cursor}`);
        const last = order.findLastIndex(document => document[sort.field] === value);
        assert.equal(
          walked([answerOf(listing, query)]),
          identifiersOf(order.slice(last + 1)),
          `${spelling} ${cursor}`,
        );
      }
    }
  });
}

test('a cursor value without a document continues between its neighbors', () => {
  const documents = ['2', '10', '10a'].map(section => documentWith(usc, `/us/usc/t1/s${section}`));
  const listing = new Listing(catalogOf(usc, documents));
  const after = (query: string) => walked([answerOf(listing, queryOf(usc, `?${query}`))]);
  assert.equal(after('sort=section_number&cursor=9'), ['/us/usc/t1/s10', '/us/usc/t1/s10a']);
  assert.equal(after('sort=-section_number&cursor=10.5'), ['/us/usc/t1/s10', '/us/usc/t1/s2']);
  assert.equal(after('cursor=/us/usc/t1/s10-1'), ['/us/usc/t1/s10a']);
  assert.equal(after('cursor=/us/usc/t0'), ['/us/usc/t1/s2', '/us/usc/t1/s10', '/us/usc/t1/s10a']);
  assert.equal(after('sort=title_number&cursor=1'), []);
  assert.equal(after('sort=title_number&cursor=0').length, 3);
});

const inOrder = (source: Source, documents: readonly Metadata[], query: string): string[] => {
  const shuffled = documents.toReversed();
  return walked([answerOf(new Listing(catalogOf(source, shuffled)), queryOf(source, query))]);
};

test('a list is in natural order', () => {
  const identifiers = [
    't1/s106',
    't2/s9',
    't2/s10',
    't2/s106',
    't2/s106a',
    't2/s106A',
    't2/s106–1',
    't2/s107',
    't5/s1',
    't5/s900',
    't5a/s1',
    't6/s1',
    't10/s1',
  ].map(shorthand => `/us/usc/${shorthand}`);
  // Upper case sorts before lower case in otherwise equal texts, a dash before a letter.
  const expected = identifiers
    .with(4, '/us/usc/t2/s106–1')
    .with(5, '/us/usc/t2/s106A')
    .with(6, '/us/usc/t2/s106a');
  const documents = identifiers.map(identifier => documentWith(usc, identifier));
  assert.equal(inOrder(usc, documents, '?sort=identifier'), expected);
  assert.equal(inOrder(usc, documents, '?sort=-identifier'), expected.toReversed());
  const bySection = inOrder(usc, documents, '?sort=section_number').map(
    identifier => identifier.split('/s')[1],
  );
  assert.equal(bySection, [
    '1',
    '1',
    '1',
    '1',
    '9',
    '10',
    '106',
    '106',
    '106–1',
    '106A',
    '106a',
    '107',
    '900',
  ]);
});

test('the Federal Register begins with its newest document, and numbers sort naturally', () => {
  const documents = [
    documentWith(fr, '/us/fr/2018-998', { publication_date: '2018-05-01' }),
    documentWith(fr, '/us/fr/2018-1000', { publication_date: '2018-05-01' }),
    documentWith(fr, '/us/fr/04-16753', { publication_date: '2004-07-23' }),
  ];
  assert.equal(inOrder(fr, documents, ''), ['/us/fr/2018-1000', '/us/fr/2018-998', '/us/fr/04-16753']);
  assert.equal(inOrder(fr, documents, '?sort=document_number')[0], '/us/fr/04-16753');
});

test('a date range includes both ends, but no document without the date', () => {
  const dates = ['2018-04-30', '2018-05-01', '2018-05-31', '2018-06-01', null];
  const documents = dates.map((effective_date, i) =>
    documentWith(fr, `/us/fr/2018-${i}`, { effective_date }),
  );
  const listing = new Listing(catalogOf(fr, documents));
  const total = (query: string) => answerOf(listing, queryOf(fr, `?${query}`)).pagination.total;
  assert.is(total('effective_date_from=2018-05-01&effective_date_to=2018-05-31'), 2);
  assert.is(total('effective_date_to=2018-05-31'), 3);
  assert.is(total('effective_date_from=2018-05-31'), 2);
  assert.is(total('effective_date_from=2018-06-02'), 0);
  assert.is(
    total('effective_date_from=2018-06-01&effective_date_to=2018-05-01'),
    0,
    'a range that ends before it begins',
  );
  assert.is(
    total('effective_date_from=2018-05-02&effective_date_to=2018-05-30'),
    0,
    'a range between two dates',
  );
  assert.is(total(''), 5);
});

test('the next page keeps filters, sort and limit', () => {
  const documents = randomDocuments(usc, 300, 3).map(document => ({
    ...document,
    status: 'in_force',
    positive_law: false,
  }));
  const listing = new Listing(catalogOf(usc, documents));
  const query = queryOf(usc, '?positive_law=false&limit=5&status=in_force&sort=-title_number&offset=10');
  const { pagination } = answerOf(listing, query);
  assert.is(
    pagination.next,
    '/api/usc/documents?status=in_force&positive_law=false&sort=-title_number&limit=5&offset=15',
  );
});

test('an offset beyond the end, however far, is an empty page', () => {
  const listing = new Listing(catalogOf(usc, randomDocuments(usc, 40, 2)));
  for (const sort of ['identifier', '-identifier', 'title_number', '-last_updated']) {
    for (const offset of [40, 64, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER]) {
      for (const filter of ['', '&legal_status=in_force']) {
        const { data, pagination } = answerOf(
          listing,
          queryOf(usc, `?sort=${sort}&offset=${offset}${filter}`),
        );
        assert.equal(data, []);
        assert.is(pagination.has_more, false);
        assert.is(pagination.next, null);
        assert.is(pagination.offset, offset);
      }
    }
  }
});

test('a list item has the standard listing metadata, with null where there is no value', () => {
  const document = documentWith(usc, '/us/usc/t17/s106', { positive_law: true, source_credit: 'not listed' });
  const { data } = answerOf(new Listing(catalogOf(usc, [document])), firstPage(usc));
  assert.equal(Object.keys(data[0] ?? {}), ['id', 'identifier', 'source', 'metadata']);
  assert.is(data[0]?.id, 'us-usc-t17-s106');
  assert.equal(data[0]?.metadata, {
    display_title: 'A title',
    title_number: 17,
    title_name: null,
    section_number: '106',
    section_name: null,
    chapter_number: null,
    chapter_name: null,
    legal_status: null,
    positive_law: true,
    status: null,
  });
});

test('newestWith dates the documents of one value', () => {
  const documents = [
    documentWith(usc, '/us/usc/t1/s1', { last_updated: '2020-01-02' }),
    documentWith(usc, '/us/usc/t1/s2', { last_updated: '2020-01-03' }),
    documentWith(usc, '/us/usc/t2/s1', { last_updated: '2024-01-01' }),
  ];
  const listing = new Listing(catalogOf(usc, documents));
  assert.is(listing.newestWith('title_number', 1), '2020-01-03');
  assert.is(listing.newestWith('title_number', 2), '2024-01-01');
  assert.is(listing.newestWith('title_number', 3), '2024-01-01', 'where there is none: of the whole source');
  assert.is(listing.newest([0]), '2020-01-02');
  assert.is(new Listing(catalogOf(usc, [])).newest([]), null);
});

test('title and part must match in one reference', () => {
  const reference = (title: number, ...parts: string[]) => ({ title, parts });
  const documents = [
    documentWith(fr, '/us/fr/2018-1', { cfr_references: [reference(40, '60'), reference(50, '52')] }),
    documentWith(fr, '/us/fr/2018-2', { cfr_references: [reference(40, '52', '60')] }),
    documentWith(fr, '/us/fr/2018-3', { cfr_references: [reference(40)] }),
    documentWith(fr, '/us/fr/2018-4'),
  ];
  const listing = new Listing(catalogOf(fr, documents));
  const numbersOf = (query: string) =>
    answerOf(listing, queryOf(fr, `?sort=identifier&${query}`)).data.map(({ id }) => Number(id.at(-1)));
  assert.equal(numbersOf('cfr_title=40&cfr_part=52'), [2]);
  assert.equal(numbersOf('cfr_part=52&cfr_title=50'), [1]);
  assert.equal(numbersOf('cfr_title=40'), [1, 2, 3]);
  assert.equal(numbersOf('cfr_part=52'), [1, 2]);
  assert.equal(numbersOf('cfr_part=60&date_from=2018-01-01'), [1, 2]);
  assert.equal(numbersOf('cfr_title=4'), []);
});

test('a keyword in any spelling has the same answer, next included, in its most frequent spelling', () => {
  const spellings = ['Lamp Office', 'LAMP OFFICE', 'Lamp Office', 'Lamp  office '];
  const documents = spellings.map((agency, i) =>
    documentWith(fr, `/us/fr/2018-${i}`, { agencies: [agency] }),
  );
  const listing = new Listing(catalogOf(fr, documents));
  const answers = ['Lamp%20Office', 'lamp+office', 'LAMP%20OFFICE', '%20Lamp++Office+'].map(
    agency => listing.answer(queryOf(fr, `?limit=1&agency=${agency}`)).body.json,
  );
  assert.is(new Set(answers).size, 1);
  const { pagination } = JSON.parse(answers[0] ?? '');
  assert.is(pagination.total, 4);
  assert.is(
    pagination.next,
    '/api/fr/documents?agency=Lamp%20Office&sort=-publication_date&limit=1&offset=1',
  );
  const none = answerOf(listing, queryOf(fr, '?agency=LAMP'));
  assert.equal([none.pagination.total, none.pagination.next], [0, null]);
});

test('each name of an agency, and the text before its comma, finds it', () => {
  const names = [
    'Lamps Department',
    'DEPARTMENT OF LAMPS',
    'Wick Office, Department of Lamps',
    'Wick Office',
  ];
  const documents = names.map((agency, i) =>
    documentWith(fr, `/us/fr/2018-${i}`, { agencies: [agency, 'Lamps Department'].slice(0, (i % 2) + 1) }),
  );
  const listing = new Listing(catalogOf(fr, documents));
  const found = (agency: string): string[] =>
    answerOf(listing, queryOf(fr, `?sort=identifier&agency=${encodeURIComponent(agency)}`)).data.map(
      ({ identifier }: { identifier: string }) => identifier.slice(-1),
    );
  for (const name of ['lamps department', 'Department of the Lamps'])
    assert.equal(found(name), ['0', '1', '3'], name);
  assert.equal(found('Office of Wick'), ['2', '3']);
  assert.equal(found('WICK OFFICE, DEPARTMENT OF LAMPS'), ['2']);
});

test('an unknown agency has suggestions only in an empty list', () => {
  const names = [
    'Environmental Harbor Agency',
    'Environmental Harbor Agency',
    'Lamp Office',
    'Lantern Office',
  ];
  const documents = names.map((agency, i) => documentWith(fr, `/us/fr/2018-${i}`, { agencies: [agency] }));
  const listing = new Listing(catalogOf(fr, documents));
  const told = (query: string): Record<string, unknown> => answerOf(listing, queryOf(fr, `?${query}`)).meta;
  assert.equal(told('agency=EHA').did_you_mean, { agency: ['Environmental Harbor Agency'] });
  assert.equal(told('agency=eha&cursor=').did_you_mean, { agency: ['Environmental Harbor Agency'] });
  assert.equal(Object.keys(told('agency=EHA')).at(-1), 'did_you_mean');
  for (const query of [
    'agency=Lamp+Office',
    'agency=Lamp+Office&offset=500',
    'agency=Lamp+Office&date_from=2100-01-01',
    'agency=Nobody',
    'docket_id=EHA',
    'date_from=2100-01-01',
  ])
    assert.not.ok('did_you_mean' in told(query), query);
});

test('a catalog read from its file answers like the one in memory', async () => {
  const random = new Random(4);
  const inMemory: SourceCatalog[] = SOURCES.map(source => catalogOf(source, randomDocuments(source, 150, 4)));
  const opened = await openCatalog(temporaryFile(encoded(catalogsWith(...inMemory))));
  for (const [i, catalog] of inMemory.entries()) {
    const { source } = catalog;
    const listings = [catalog, opened.sources[i] as SourceCatalog].map(each => new Listing(each));
    for (const sort of allSorts(source)) {
      const filter = filterOf(
        source,
        random.pick(
          ['agency', 'status', 'positive_law'].filter(param => source.filters.some(f => f.param === param)),
        ),
      );
      const { columns, keywords } = catalog;
      const words = keywords[filter.field];
      const value = words
        ? words.label(random.below(words.size))
        : random.pick(columns[filter.field]?.values ?? []);
      const filters = [{ filter, value }].filter(
        ({ value }) => columnValue(value) === value && filter.type !== 'boolean',
      );
      const query: ListQuery = { filters, sort, limit: 33, offset: 5, cursor: null };
      const [a, b] = listings.map(listing => listing.answer(query).body.json);
      assert.is(a, b);
    }
  }
  await opened.close();
});

test('columns with very many values answer like those in memory', async () => {
  const catalog = catalogOf(fr, randomDocuments(fr, 6000, 8));
  const opened = await openCatalog(temporaryFile(encoded(catalogsWith(catalog))));
  const listings = [catalog, opened.sources.find(({ source }) => source === fr)!].map(
    each => new Listing(each),
  );
  for (const query of ['', '&cursor=', '&offset=2999', '&cursor=2012', '&date_from=2015-06-01']) {
    for (const sort of ['document_number', '-document_number']) {
      const [a, b] = listings.map(listing =>
        walked([answerOf(listing, queryOf(fr, `?limit=50&sort=${sort}${query}`))]),
      );
      assert.equal(b, a, `${sort} ${query}`);
      assert.ok(a!.length > 0, `${sort} ${query}`);
    }
  }
  await opened.close();
});

test('a prepared listing has the last one’s needs, and the same answers', () => {
  const catalog = catalogOf(fr, randomDocuments(fr, 200, 5));
  const piecesFor = (listing: Listing, last: Listing | null) => [...listing.prepare(last)].length;
  const last = new Listing(catalogOf(fr, randomDocuments(fr, 120, 6)));
  const idle = piecesFor(new Listing(catalog), last);
  assert.is(idle, piecesFor(new Listing(catalog), null));
  const queries = ['?document_type=notice', '?sort=document_number', '?sort=identifier&date_from=2001-01-01'];
  for (const query of queries) last.answer(queryOf(fr, query));
  const prepared = new Listing(catalog);
  // The ranks of one sort, of documents without a value and with one, and some thirty pieces for each of two filters.
  const piecesOf = (field: string) => {
    const { length } = columnOf(catalog, field).order;
    return 1 + Math.floor(length / Math.ceil(length / 32));
  };
  const busy = piecesFor(prepared, last);
  assert.is(busy, idle + 2 + piecesOf('document_type') + piecesOf('publication_date'));
  const fresh = new Listing(catalog);
  for (const query of queries) {
    const [a, b] = [prepared, fresh].map(listing => listing.answer(queryOf(fr, query)).body.json);
    assert.is(a, b);
  }
  assert.is(piecesFor(new Listing(catalog), prepared), busy, 'and so is the one after it');
});

test.run();

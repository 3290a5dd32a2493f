import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shorthandOf } from '../../build/contract/identifier.ts';
import { chainOf, derivedIdentifier } from '../../build/contract/level-chains.ts';
import { sortNatural } from '../../build/contract/natural-order.ts';
import { LIST_LIMIT } from '../../build/contract/page-sizes.ts';
import { readParams } from '../../build/contract/params.ts';
import { canonicalQuery, parseListQuery } from '../../build/contract/query.ts';
import { WITHIN } from '../../build/contract/sources/shared.ts';
import {
  type HierarchyLevel,
  type Metadata,
  SOURCES,
  type Source,
  sourceOf,
} from '../../build/contract/sources.ts';
import { columnOf, LEVELS_COLUMN, type SourceCatalog } from '../../build/formats/catalog.ts';
import { Filtering } from '../../build/lists/filtering.ts';
import { Listing } from '../../build/lists/listing.ts';
import { catalogOf, randomDocuments } from '../helpers/catalogs.ts';
import { identifiersAbove, withLevels } from '../helpers/levels.ts';
import { catalogsOf, documentsOf, SAMPLE_CORPUS, sampleTree } from '../helpers/tree.ts';

const WITH_LEVELS = SOURCES.filter(({ filters }) => filters.some(({ match }) => match === 'within'));

interface Answer {
  data: { identifier: string }[];
  /** No total in cursor mode. */
  pagination: { total: number | null; next: string | null };
}

/** The identifiers of a whole list, page by page. */
function listed(listing: Listing, query: string): string[] {
  const { source } = listing.catalog;
  const found: string[] = [];
  let total: number | null = null;
  for (let next: string | null = `${query}&limit=${LIST_LIMIT.max}`; next !== null; ) {
    const { json } = listing.answer(parseListQuery(source, readParams(next))).body;
    const { data, pagination } = JSON.parse(json) as Answer;
    found.push(...data.map(({ identifier }) => identifier));
    total = pagination.total;
    next = pagination.next && (pagination.next.split('?')[1] ?? '');
  }
  assert.is(total ?? found.length, found.length, query);
  return found;
}

const within = (identifier: string): string => `within=${encodeURIComponent(identifier)}`;

/** By identifier: the identifiers of the levels above. */
type Above = ReadonlyMap<string, readonly string[]>;

/** Asserts that each level's list is that of all documents without those that are elsewhere, in every sort. */
function assertWithin(
  catalog: SourceCatalog,
  above: Above,
  sorts: readonly string[] = catalog.source.sorts.flatMap(field => [field, `-${field}`]),
  more = '',
): void {
  const { source } = catalog;
  const listing = new Listing(catalog);
  const levels = new Set([...above.values()].flat());
  for (const sort of sorts) {
    const all = listed(listing, `sort=${sort}${more}`);
    for (const level of levels) {
      const expected = all.filter(identifier => above.get(identifier)?.includes(level));
      for (const text of [level, shorthandOf(source, level)])
        assert.equal(listed(listing, `${within(text)}&sort=${sort}${more}`), expected, `${text} ${sort}`);
    }
  }
}

const aboveOf = (documents: readonly Metadata[], of: (document: Metadata) => string[]): Above =>
  new Map(documents.map(document => [String(document.identifier), of(document)]));

/** Names levels in the order of documents: of two with one number, the second gets another identifier. */
function namer(source: Source): (level: HierarchyLevel, above: string | null) => string {
  const names = new Map<string, string[]>();
  return (level, above) => {
    if (level.identifier !== null) return level.identifier;
    const plain = derivedIdentifier(source, level, above);
    const known = names.get(plain) ?? [];
    const name = above === null ? '' : String(level.name).toLowerCase();
    if (!known.includes(name)) known.push(name);
    names.set(plain, known);
    const nth = known.indexOf(name) + 1;
    return nth === 1 ? plain : `${plain}~${nth}`;
  };
}

test('the list of a level of the sample has the documents whose levels name it', async () => {
  const documents = await documentsOf(SAMPLE_CORPUS);
  for (const catalog of await catalogsOf(await sampleTree()))
    if (WITH_LEVELS.includes(catalog.source)) {
      const { source } = catalog;
      const own = documents.filter(document => document.source === source.id);
      const identifierOf = namer(source);
      const above = new Map(
        sortNatural(own, ({ identifier }) => identifier).map(document => {
          const identifiers: string[] = [];
          for (const level of chainOf(document))
            identifiers.push(identifierOf(level, identifiers.at(-1) ?? null));
          return [document.identifier, identifiers];
        }),
      );
      assert.ok(new Set([...above.values()].flat()).size > 15);
      assertWithin(catalog, above);
    }
});

test('the same for random documents, also with another filter', () => {
  for (const source of WITH_LEVELS) {
    const documents = withLevels(source, randomDocuments(source, 60, 1), 1);
    const above = aboveOf(documents, document => identifiersAbove(source, document));
    const catalog = catalogOf(source, documents);
    assertWithin(catalog, above);
    for (const more of ['&title_number=1', '&status=repealed', '&has_chapter=false', '&cursor='])
      assertWithin(catalog, above, ['identifier', '-last_updated'], more);
  }
});

const usc = sourceOf('usc');
const example = (source: Source) => {
  const documents = withLevels(source, randomDocuments(source, 100, 2), 2);
  return { documents, listing: new Listing(catalogOf(source, documents)) };
};

test('an unknown level gives nothing', () => {
  const { listing } = example(usc);
  for (const unknown of [
    't99',
    't1/ch',
    '/us/usc/t1/',
    '/us/usc/',
    't1/chI/p',
    '/us/cfr/t1',
    'T1',
    '../t1',
    'toString',
  ])
    assert.equal(listed(listing, within(unknown)), [], unknown);
  assert.ok(listed(listing, within('t1')).length > 10);
});

test('the same level is kept for the next page, each other one is found for itself', () => {
  const { listing } = example(usc);
  const lists = ['t1', 't10', 't1/chI', 't1'].map(level => listed(listing, within(level)));
  assert.equal(lists[0], lists[3]);
  assert.not.equal(lists[0], lists[1]);
  assert.not.equal(lists[0], lists[2]);
});

test('a query has one spelling of a level, the canonical identifier', () => {
  for (const spelling of ['t1/chI', '/t1/chI', '/us/usc/t1/chI', '%2Fus%2Fusc%2Ft1%2FchI']) {
    const query = parseListQuery(usc, readParams(`within=${spelling}`));
    assert.equal(
      query.filters.map(({ filter, value }) => [filter.param, value]),
      [['within', '/us/usc/t1/chI']],
    );
    assert.is(canonicalQuery(usc, query), 'within=%2Fus%2Fusc%2Ft1%2FchI');
  }
});

test('a list continues the one of the catalog before', () => {
  const { documents, listing } = example(usc);
  const before = listed(listing, within('t1'));
  const kept = documents.slice(40);
  const next = new Listing(catalogOf(usc, kept));
  for (const _ of next.prepare(listing));
  const identifiers = new Set(kept.map(({ identifier }) => identifier));
  const expected = before.filter(identifier => identifiers.has(identifier));
  assert.ok(expected.length < before.length);
  assert.equal(listed(next, within('t1')), expected);
});

test('of two levels, the documents that are in both count', () => {
  const { listing } = example(usc);
  const filtering = new Filtering(listing.catalog, () => new Uint32Array());
  const totalOf = (...levels: string[]) => {
    const filters = levels.map(level => ({ filter: WITHIN, value: `/us/usc/${level}` }));
    return filtering.of(filters, 'identifier').total;
  };
  assert.is(totalOf('t1', 't1/chI'), listed(listing, within('t1/chI')).length);
  assert.is(totalOf('t1', 't10'), 0);
});

test('levels are no values of documents', () => {
  const { listing } = example(usc);
  const [item] = (
    JSON.parse(listing.answer(parseListQuery(usc, readParams(''))).body.json) as {
      data: { metadata: Metadata }[];
    }
  ).data;
  assert.not.ok(LEVELS_COLUMN in (item?.metadata ?? {}));
  assert.ok(columnOf(listing.catalog, LEVELS_COLUMN).order.length > 0);
});

test.run();

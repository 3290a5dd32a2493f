import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { idOf } from '../../build/contract/identifier.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { partOfPage } from '../../build/files/manifest/parts.ts';
import { catalogRecord } from '../../build/formats/catalog.ts';
import { Listing } from '../../build/lists/listing.ts';
import { groupOfPage, groupsOfDocument, kindOfPage, partOfGroup } from '../../build/pages/group.ts';
import { pageGroups } from '../../build/pages/pages.ts';
import { catalogOf, documentWith, randomDocuments } from '../helpers/catalogs.ts';

const documents = SOURCES.map(source => randomDocuments(source, 150, 15));
const catalogs = SOURCES.map((source, i) => catalogOf(source, documents[i] ?? []));
const groups = [
  ...pageGroups(
    catalogs.map(catalog => new Listing(catalog)),
    'all',
    false,
  ),
];

test("a page's path gives its group, kind and part", () => {
  let count = 0;
  for (const { key, kind, pages } of groups) {
    for (const { path } of pages()) {
      assert.is(groupOfPage(path), key, path);
      assert.is(kindOfPage(path), kind, path);
      assert.is(partOfGroup(key), partOfPage(path), path);
      count++;
    }
  }
  assert.ok(count > 200, String(count));
  const different = new Set(groups.map(({ key, kind }) => `${key} ${kind}`));
  assert.is(different.size, groups.length);
});

test('a document gives all groups whose pages change without it', () => {
  for (const [s, source] of SOURCES.entries()) {
    const all = documents[s] ?? [];
    const bodies = (without: number | null): Map<string, string> => {
      const catalog = catalogOf(
        source,
        all.filter((_, i) => i !== without),
      );
      const listings = catalogs.map((other, i) => new Listing(i === s ? catalog : other));
      return new Map(
        Array.from(pageGroups(listings, 'all', false), ({ key, kind, pages }) => [
          `${key} ${kind}`,
          Array.from(pages(), ({ path, json }) => `${path} ${json}`).join(),
        ]),
      );
    };
    const before = bodies(null);
    for (const i of [0, 20, 77]) {
      const metadata = all[i] ?? {};
      const told = new Set(
        groupsOfDocument(source, catalogRecord(source, idOf(String(metadata.identifier)), metadata)),
      );
      const after = bodies(i);
      for (const [key, body] of before)
        if (after.get(key) !== body) assert.ok(told.has(key.replace(/ [a-z]+$/, '')), key);
      assert.ok(told.size > 3);
    }
  }
});

test('a document without a day is in no month or year', () => {
  const fr = sourceOf('fr');
  const keysOf = (publication_date: string | null) => {
    const metadata = documentWith(fr, '/us/fr/2018-1', { publication_date });
    return [...groupsOfDocument(fr, catalogRecord(fr, 'us-fr-2018-1', metadata))];
  };
  const dated = keysOf('2018-05-10');
  assert.equal(dated.slice(-2), ['fr/years/2018', 'fr/years/2018/05']);
  assert.equal(keysOf(null), dated.slice(0, -2));
});

test.run();

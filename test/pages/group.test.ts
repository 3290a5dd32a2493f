import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { idOf } from '../../build/contract/identifier.ts';
import { type HierarchyLevel, type Metadata, SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { partOfPage } from '../../build/files/manifest/parts.ts';
import { catalogRecord } from '../../build/formats/catalog.ts';
import { treeOf } from '../../build/lists/level-tree.ts';
import { Listing } from '../../build/lists/listing.ts';
import { groupOfPage, groupsOfDocument, kindOfPage, partOfGroup } from '../../build/pages/group.ts';
import { listsOfLevels, pageGroups, titlesByGroup } from '../../build/pages/pages.ts';
import { catalogOf, documentWith, randomDocuments } from '../helpers/catalogs.ts';
import { levelOf, withLevels } from '../helpers/levels.ts';

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

test('a document gives the lists of levels that are elsewhere without it', () => {
  const usc = sourceOf('usc');
  const above = (...levels: HierarchyLevel[]) => levels;
  const title = levelOf('title', '1', 'GULLS');
  const other = levelOf('title', '2', 'TERNS');
  const one = levelOf('chapter', '1', 'Nests', '/us/usc/t1/ch1');
  const group = levelOf('level', null, 'Eggs', '/us/usc/t1/x/g1');
  const chains = [
    // The group is in chapter 1, since the first document says so; then a chapter with two names.
    above(title, one, group),
    above(title, levelOf('chapter', '2', 'Beaks', '/us/usc/t1/ch2'), group),
    above(title, levelOf('chapter', '3', 'Of eggs')),
    above(title, levelOf('chapter', '3', 'Of wings')),
    above(other, levelOf('chapter', '1', 'Rocks')),
  ];
  const metadata = chains.map((hierarchy, i) =>
    documentWith(usc, `/us/usc/t${i < 4 ? 1 : 2}/s${i + 1}`, { hierarchy }),
  );
  const levelLists = (documents: readonly Metadata[]): Map<string, string> =>
    new Map(
      Array.from(pageGroups([new Listing(catalogOf(usc, documents))], 'all', false))
        .filter(({ key }) => key.includes('?within='))
        .map(({ key, pages }) => [key, Array.from(pages(), ({ path, json }) => path + json).join()]),
    );
  const before = levelLists(metadata);
  assert.equal([...before.keys()].sort(), [
    'usc/documents?within=%2Fus%2Fusc%2Ft1',
    'usc/documents?within=%2Fus%2Fusc%2Ft2',
  ]);
  for (const [i, document] of metadata.entries()) {
    const told = new Set(
      groupsOfDocument(usc, catalogRecord(usc, idOf(String(document.identifier)), document)),
    );
    const after = levelLists(metadata.filter((_, at) => at !== i));
    const changed = [...before].filter(([key, body]) => after.get(key) !== body).map(([key]) => key);
    assert.is(changed.length, 1);
    for (const key of changed) assert.ok(told.has(key), key);
  }
});

test('the lists of a title with an identifier of its own are named by that', () => {
  const usc = sourceOf('usc');
  const hierarchy = [levelOf('title', '14', 'GULLS', '/us/usc/t014')];
  const metadata = documentWith(usc, '/us/usc/t014/s1', { hierarchy });
  const keys = [...groupsOfDocument(usc, catalogRecord(usc, 'us-usc-t014-s1', metadata))];
  assert.equal(
    keys.filter(key => key.includes('within')),
    ['usc/documents?within=%2Fus%2Fusc%2Ft014'],
  );
});

test('lists of the levels of a title are in the part of its lists', () => {
  const partOf = (level: string) =>
    partOfPage(`api/usc/documents/_q/within=${encodeURIComponent(`/us/usc/${level}`)}.json`);
  for (const [level, part] of [
    ['t17/ch1', 't17'],
    ['t17', 't17'],
    ['t5a/x', 't5a'],
    ['T5A/x', 'within'],
    ['t12345/ch1', 'within'],
    ['x/ch1', 'within'],
    ['t1%/ch1', 'within'],
  ] as const)
    assert.is(partOf(level), `usc/pages/${part}`, level);
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

test('lists of levels are the same of each title alone, sent from another thread, as of all levels', () => {
  for (const source of SOURCES.filter(({ filters }) => filters.some(({ match }) => match === 'within'))) {
    const catalog = catalogOf(source, withLevels(source, randomDocuments(source, 300, 3), 3));
    const whole = new Listing(catalog);
    const titles = [...titlesByGroup(whole, 'all').values()];
    assert.ok(titles.length > 1, source.id);
    const alone = titles.flatMap(nodes => {
      const levels = treeOf(structuredClone(nodes));
      return pathsAndTexts(new Listing(catalog, { levels: () => levels }));
    });
    assert.equal(alone, pathsAndTexts(whole));
    assert.ok(alone.length > 10, `${alone.length} pages`);
  }
});

const pathsAndTexts = (listing: Listing): [path: string, json: string][] =>
  [...listsOfLevels(listing, 'all')].flatMap(({ pages }) =>
    Array.from(pages(), ({ path, json }): [string, string] => [path, json]),
  );

test.run();

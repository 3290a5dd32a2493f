import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ownLevelIdentifiers } from '../../build/contract/own-levels.ts';
import type { SourceId } from '../../build/contract/sources.ts';
import { embeddedEngine } from '../helpers/browser/shim-site.ts';
import { buildHere } from '../helpers/builds.ts';
import { realTest } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { writeCorpus } from '../helpers/written-corpus.ts';

/** build/contract/README.md, Levels: a corpus without `hierarchy` has the levels that the fields of its documents tell. */

interface Level {
  identifier: string;
  name: string | null;
  /** The documents at any depth. */
  within: string[];
  children: Level[];
}

const dataOf = async (shim: Shim, url: string): Promise<Json> => {
  const { status, json } = await shim.get(url);
  assert.is(status, 200, url);
  return json.data;
};

/** All levels of a source along their URLs, below the outermost ones. */
async function levelsOf(shim: Shim, source: string): Promise<Level[]> {
  const read = async (item: Json, path: string[]): Promise<Level> => {
    const level = await dataOf(shim, item.url);
    assert.equal(
      level.path.map(({ identifier }: Json) => identifier),
      path,
    );
    const children: Level[] = [];
    for (const child of level.children) children.push(await read(child, [...path, level.identifier]));
    const own: string[] = level.documents.map(({ identifier }: Json) => identifier);
    const within = [...own, ...children.flatMap(child => child.within)];
    assert.is(level.document_count, within.length, item.url);
    return { identifier: level.identifier, name: level.name, within, children };
  };
  const levels: Level[] = [];
  for (const item of await dataOf(shim, `/api/${source}/structure`)) levels.push(await read(item, []));
  return levels;
}

const flat = (levels: readonly Level[]): Level[] => levels.flatMap(level => [level, ...flat(level.children)]);

/** The identifiers of a whole list, page by page. */
async function listed(shim: Shim, url: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | null = url; next !== null; ) {
    const { json }: Json = await shim.get(next);
    found.push(...json.data.map(({ identifier }: Json) => identifier));
    next = json.pagination.next;
  }
  return found;
}

/** Asserts that the lists of a level, by both spellings, are what is reached from it. */
async function assertListed(shim: Shim, source: string, { identifier, within }: Level): Promise<void> {
  for (const name of [identifier, identifier.split('/').slice(3).join('/')]) {
    const url = `/api/${source}/documents?within=${encodeURIComponent(name)}`;
    assert.equal((await listed(shim, `${url}&limit=100`)).sort(), within.toSorted(), url);
    // The first page of a chapter or part is a file.
    const first = await shim.get(url);
    assert.is(first.json.pagination.total, within.length, url);
  }
}

/** Asserts that a search within a level finds what is reached from it, and that its facet counts the levels below. */
async function assertSearched(
  shim: Shim,
  source: string,
  q: string,
  level: Level,
  total: (level: Level) => number,
) {
  const shorthand = level.identifier.split('/').slice(3).join('/');
  for (const filter of [
    `within=${encodeURIComponent(level.identifier)}`,
    `source=${source}&within=${shorthand}`,
  ]) {
    const { json } = await shim.get(`/api/search?q=${q}&facets=level&limit=100&${filter}`);
    const { estimated_total_hits, hits } = json.data;
    assert.is(estimated_total_hits, total(level), filter);
    const found = hits.map(({ identifier }: Json) => identifier);
    assert.ok(
      found.every((identifier: string) => level.within.includes(identifier)),
      filter,
    );
    const below = level.children.filter(child => total(child) > 0);
    const expected = Object.fromEntries(below.map(child => [child.identifier, total(child)]));
    assert.equal(json.facets.level, expected, filter);
  }
}

/** Asserts that the documents in a level find the way to it from the title. */
async function assertOwn(shim: Shim, source: SourceId, { identifier }: Level): Promise<void> {
  const { path, documents } = await dataOf(
    shim,
    `/api/${source}/structure/${encodeURIComponent(identifier)}`,
  );
  for (const document of documents) {
    const { metadata } = await dataOf(
      shim,
      `/api/${source}/documents/${encodeURIComponent(document.identifier)}?fields=metadata`,
    );
    const read = (name: string) => dataOf(shim, `/api/${source}/structure/${encodeURIComponent(name)}`);
    assert.equal(
      await ownLevelIdentifiers({ source, identifier: document.identifier, metadata }, read),
      [...path.map((above: Json) => above.identifier), identifier],
      document.identifier,
    );
  }
}

const section = (number: string, fields: Readonly<Record<string, string>>): string => {
  const lines = Object.entries({
    identifier: `/us/usc/t30/s${number}`,
    ...{ source: 'usc', legal_status: 'official_legal_evidence', title: `30 USC § ${number} - Gulls` },
    ...{ title_number: '30', title_name: 'ROCKS', section_number: number, section_name: 'Gulls' },
    ...{ last_updated: '2024-01-01' },
    ...fields,
  }).map(([name, value]) => `${name}: ${/^title_number$/.test(name) ? value : JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n# § ${number}. Gulls\n\nGulls rest here.\n`;
};

const chapter = (number: string, name: string | null, inner: Readonly<Record<string, string>> = {}) => ({
  chapter_number: number,
  ...(name !== null && { chapter_name: name }),
  ...inner,
});

const GENERAL = { subchapter_number: 'I', subchapter_name: 'General' };

/** Chapters 3: two names, one of these in two spellings, and a document that tells none; each with a subchapter I. */
const SECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  1: chapter('3', 'Nests', GENERAL),
  2: chapter('3', 'NESTS'),
  3: chapter('3', 'Cliffs', GENERAL),
  4: chapter('3', 'Cliffs', { ...GENERAL, subchapter_name: 'Heights' }),
  5: chapter('3', null),
  6: chapter('3', null, GENERAL),
  7: chapter('4', 'Tides'),
  8: {},
};

test('levels with one number and two names are two, for walks, lists and searches', async () => {
  const folder = `${temporaryFolder()}/dist`;
  await buildHere(
    writeCorpus(
      Object.fromEntries(
        Object.entries(SECTIONS).map(([number, fields]) => [
          `usc/title-30/section-${number}.md`,
          section(number, fields),
        ]),
      ),
    ),
    folder,
    { search: true },
  );
  const shim = await startShim({ dist: folder, engine: embeddedEngine(folder) });
  try {
    const levels = await levelsOf(shim, 'usc');
    const named = flat(levels).map(({ identifier, name, within }) => [
      identifier.replace('/us/usc/', ''),
      name,
      within.map(one => one.replace(/.*s/, '')).join(''),
    ]);
    assert.equal(named, [
      ['t30', 'Mineral Lands and Mining', '82516347'],
      ['t30/ch3', 'Nests', '2516'],
      ['t30/ch3/schI', 'General', '16'],
      ['t30/ch3~2', 'Cliffs', '34'],
      ['t30/ch3~2/schI', 'General', '3'],
      ['t30/ch3~2/schI~2', 'Heights', '4'],
      ['t30/ch4', 'Tides', '7'],
    ]);
    for (const level of flat(levels)) {
      await assertOwn(shim, 'usc', level);
      await assertListed(shim, 'usc', level);
      await assertSearched(shim, 'usc', 'gulls', level, ({ within }) => within.length);
    }
    for (const unknown of ['t30/ch3~3', 't30/ch3:x', '/us/usc/t30/ch3/schI~2', 't30/ch5']) {
      const { json } = await shim.get(`/api/search?q=gulls&within=${encodeURIComponent(unknown)}`);
      assert.is(json.data.estimated_total_hits, 0, unknown);
    }
    const { json } = await shim.get('/api/search?q=gulls&facets=level&within=t30%2Fch3~2');
    assert.equal([json.data.estimated_total_hits, json.facets.level], [2, {}], 'it may be of any source');
  } finally {
    await shim.close();
  }
});

realTest(
  test,
  'every real document is reached from its title by levels, once, and lists and searches agree',
  async () => {
    const { dist } = await realTree();
    const shim = await startShim({ dist, engine: embeddedEngine(dist) });
    try {
      let doubles = 0;
      let hits = 0;
      for (const source of ['usc', 'ecfr'] as const) {
        const titles = await levelsOf(shim, source);
        const reached = titles.flatMap(({ within }) => within);
        assert.equal(reached.toSorted(), (await listed(shim, `/api/${source}/documents?limit=100`)).sort());
        // Appendices have letters behind the number.
        for (const { identifier, within } of titles)
          for (const document of within)
            assert.is(
              /^\/us\/\w+\/t\d+/.exec(document)?.[0],
              /^\/us\/\w+\/t\d+/.exec(identifier)?.[0],
              document,
            );
        const levels = flat(titles);
        const alike = levels.filter(({ identifier }) =>
          levels.some(other => other.identifier.startsWith(`${identifier.replace(/~\d+$/, '')}~`)),
        );
        for (const [i, level] of levels.entries())
          if (i % 20 === 0 || alike.includes(level)) await assertListed(shim, source, level);
        for (const level of alike) {
          await assertOwn(shim, source, level);
          const { status, json, text } = await shim.get(
            `/api/search?q=the&limit=100&within=${encodeURIComponent(level.identifier)}`,
          );
          assert.is(status, 200, text);
          const found = json.data.hits.map(({ identifier }: Json) => identifier);
          hits += found.length;
          assert.equal(
            found.filter((identifier: string) => !level.within.includes(identifier)),
            [],
            level.identifier,
          );
        }
        doubles += alike.length;
      }
      assert.ok(doubles > 10 && hits > 100, `${doubles} levels, ${hits} hits`);
    } finally {
      await shim.close();
    }
  },
);

test.run();

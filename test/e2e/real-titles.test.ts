import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasTitles, outerLevel } from '../../build/contract/levels.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { embeddedEngine } from '../helpers/browser/shim-site.ts';
import { testWhere } from '../helpers/needs.ts';
import { realCorpora, realTest } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';

/** Titles, chapters and appendixes of the real corpora, whose converter named titles by whatever document came last. */

let shim: Shim;
if (realCorpora() !== null) {
  test.before(async () => {
    const tree = await realTree();
    shim = await startShim({ ...tree, engine: embeddedEngine(tree.dist) });
  });
  test.after(() => shim.close());
}

const dataOf = async (url: string): Promise<Json> => (await shim.get(url)).json.data;

realTest(test, 'every title has its official name and standing', async () => {
  for (const source of SOURCES.filter(hasTitles)) {
    const { id } = source;
    const list: Json[] = await dataOf(`/api/${id}/titles`);
    assert.equal(
      list.map(({ title_name, positive_law }) => ({ name: title_name, positiveLaw: positive_law })),
      outerLevel(source).official,
    );
    for (const { title_number, title_name, document_count, url, chapter_count, positive_law } of list) {
      if (document_count === 0) continue;
      const detail = await dataOf(url);
      assert.equal(
        [
          detail.title_number,
          detail.title_name,
          detail.document_count,
          detail.positive_law,
          detail.chapters.length,
        ],
        [title_number, title_name, document_count, positive_law, chapter_count],
      );
      assert.equal(Object.keys(detail), [
        'title_number',
        'title_name',
        'document_count',
        'positive_law',
        'chapters',
      ]);
    }
  }
});

realTest(test, 'chapters with one number and different names are separate', async () => {
  const twice = async (title: number) => {
    const { chapters } = await dataOf(`/api/usc/titles/${title}`);
    const isTwice = (chapter: Json) =>
      chapters.filter((other: Json) => other.chapter_number === chapter.chapter_number).length > 1;
    return chapters
      .filter(isTwice)
      .map(({ chapter_number, document_count }: Json) => `${chapter_number}: ${document_count}`);
  };
  assert.equal(await twice(30), ['3: 33', '3: 87', '12: 11', '12: 10']);
  assert.equal(await twice(48), ['8: 9', '8: 61']);
  assert.equal(await twice(40), ['1: 11', '1: 1', '3: 11', '3: 6']);
  assert.equal(await twice(24), ['7: 10', '7: 1']);
  assert.equal(await twice(27), ['2: 10', '2: 2']);
  assert.equal(await twice(17), []);
});

realTest(
  test,
  'has_chapter=false finds documents without a chapter, and chapters have all others',
  async () => {
    const totalOf = async (source: string, title: number, has: boolean): Promise<number> =>
      (await shim.get(`/api/${source}/documents?title_number=${title}&has_chapter=${has}`)).json.pagination
        .total;
    for (const [source, title, expected] of [
      ['usc', 5, 68],
      ['usc', 18, 27],
      ['usc', 17, 0],
      ['ecfr', 2, 12],
    ] as const) {
      assert.is(await totalOf(source, title, false), expected, `${source} ${title}`);
      const { chapters } = await dataOf(`/api/${source}/titles/${title}`);
      const inChapters = chapters.reduce((sum: number, { document_count }: Json) => sum + document_count, 0);
      assert.is(await totalOf(source, title, true), inChapters, `${source} ${title}`);
    }
  },
);

realTest(test, 'every document of an appendix is cited as appendix', async () => {
  let documents = 0;
  for (const title of [5, 18]) {
    const { data } = (await shim.get(`/api/usc/documents?title_number=${title}&limit=100`)).json;
    for (const { identifier, metadata } of data) {
      assert.match(metadata.display_title, new RegExp(`^${title} USC App\\. § `), identifier);
      documents++;
    }
  }
  assert.is(documents, 68 + 27);
  const { hits } = await dataOf('/api/search?q=inspector+general+council+integrity+efficiency&source=usc');
  const hit = hits.find(({ identifier }: Json) => identifier === '/us/usc/t5a/pl/95/452/s11');
  assert.equal(
    [hit.heading.slice(0, 15), hit.title_name, hit.hierarchy.slice(1)],
    [
      '5 USC App. § 11',
      'Government Organization and Employees',
      ['Title 5 Appendix - Government Organization and Employees', 'INSPECTOR GENERAL ACT OF 1978'],
    ],
  );
});

realTest(
  test,
  'metadata have subchapters of regulations and parts of statutes, and several sections have one sign',
  async () => {
    const reserved = await dataOf('/api/ecfr/documents/t44%2Fs%C2%A7%2016.152-16.159?fields=metadata');
    assert.match(reserved.metadata.display_title, /^44 CFR §§ 16\.152-16\.159 - /);
    assert.equal([reserved.metadata.subchapter_number, reserved.metadata.subchapter_name], ['A', 'GENERAL']);
    const { metadata } = await dataOf(
      '/api/usc/documents/t6%2Fs701?fields=part_number,part_name,subchapter_number',
    );
    assert.equal(metadata.part_number === null, metadata.part_name === null);
  },
);

const XML = fileURLToPath(new URL('../../../shared/official-xml/official-xml.tar.xz', import.meta.url));
const NAMED =
  /<docNumber>(\d+)<\/docNumber>(?:(?!<main>)[\s\S])*?<main>\s*<title[^>]*>\s*<num[^>]*>[^<]*<\/num><heading>([^<]*)<\/heading>/g;

testWhere(
  test,
  existsSync(XML) ? null : 'the official XML is not there',
  'the table of titles equals the official XML in names and positive law',
  () => {
    const read = (pattern: string): string => {
      const args = ['-xJOf', XML, '--wildcards', pattern];
      const { status, stdout, stderr } = spawnSync('tar', args, {
        encoding: 'utf8',
        maxBuffer: 2 ** 29,
        timeout: 120_000,
      });
      assert.is(status, 0, stderr);
      return stdout;
    };
    const usc = outerLevel(sourceOf('usc')).official;
    const statutes = read('usc/usc??.xml');
    let named = 0;
    for (const [head = '', number, name = ''] of statutes.matchAll(NAMED)) {
      const official = usc[Number(number) - 1];
      assert.is(official?.name.toUpperCase(), name.trim().replaceAll('’', "'"), number);
      const law = /<property role="is-positive-law">(yes|no)</.exec(head)?.[1];
      if (law !== undefined) assert.is(official?.positiveLaw, law === 'yes', number);
      named++;
    }
    assert.ok(named >= 20, `${named} titles of the Code`);
    const ecfr = outerLevel(sourceOf('ecfr')).official;
    const heads = [...read('ecfr/*.xml').matchAll(/<HEAD>Title (\d+)—(.*?)--Volume/g)];
    for (const [, number, name] of heads) assert.is(ecfr[Number(number) - 1]?.name, name, number);
    assert.ok(heads.length >= 10, `${heads.length} heads of regulations`);
  },
);

test.run();

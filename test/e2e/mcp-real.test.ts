import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEngine } from '../helpers/browser/shim-site.ts';
import { answered, call, connected, httpTransport, post, refused, rpc } from '../helpers/mcp.ts';
import { Random } from '../helpers/random.ts';
import { realCorpora, realTest } from '../helpers/real-corpora.ts';
import { realTree } from '../helpers/real-tree.ts';
import { type Json, type Shim, startShim } from '../helpers/shim.ts';
import { catalogsOf } from '../helpers/tree.ts';

/** MCP over the real corpora, with every oddity that real data has. */

let shim: Shim;
let client: Client;
let identifiers: string[];

if (realCorpora() !== null) {
  test.before(async () => {
    const tree = await realTree();
    shim = await startShim({ ...tree, engine: embeddedEngine(tree.dist) });
    client = await connected(httpTransport(shim.port, shim.key));
    // From now on the client holds every answer against the schema of its tool.
    await client.listTools();
    identifiers = (await catalogsOf(tree)).flatMap(({ count, identifier }) =>
      Array.from({ length: count }, (_, ordinal) => identifier(ordinal)),
    );
  });
  test.after(async () => {
    await client.close();
    await shim.close();
  });
}

realTest(test, 'what a search finds can be read, page by page; a citation comes first', async () => {
  const found = async (args: Json): Promise<Json> => await answered(client, 'search', { limit: 5, ...args });
  for (const q of ['copyright infringement', '"clean air act"', 'mortgage disclosure -credit']) {
    const { hits, total, next_offset } = await found({ q });
    assert.ok(total > 5 && hits.length === 5 && next_offset === 5, q);
    const { hits: others } = await found({ q, offset: next_offset });
    const all: string[] = [...hits, ...others].map(({ identifier }: Json) => identifier);
    assert.is(new Set(all).size, 10, `${q}: no hit comes again`);
    for (const { identifier, passage } of hits) {
      assert.ok(passage.length > 0, identifier);
      assert.not.match(passage, /<mark>|&lt;/);
      const read = await answered(client, 'read_document', { document: identifier, part: 'metadata' });
      assert.is(read.identifier, identifier);
    }
  }
  const { hits, facets } = await found({ q: '17 USC 106', facets: 'source' });
  assert.is(hits[0].identifier, '/us/usc/t17/s106');
  assert.ok(facets.source.usc > 0);
});

/** 3.5 MB of Markdown. */
const LARGEST = '2013-28210';

realTest(
  test,
  'answers with the largest document are bounded, and its pieces make up the whole',
  async () => {
    const { json } = await shim.request('GET', `/api/fr/documents/${LARGEST}`, { 'x-api-key': shim.key });
    const { body } = json.data;
    assert.ok(body.length > 3_000_000);
    const sizeOf = async (args: Json): Promise<number> => {
      const { json } = await post(
        shim.port,
        rpc('tools/call', { name: 'read_document', arguments: { document: LARGEST, ...args } }),
        { 'x-api-key': shim.key },
      );
      assert.not.ok(json.result.isError);
      return JSON.stringify(json).length;
    };
    assert.ok((await sizeOf({})) < 50_000, 'the default');
    for (const part of ['outline', 'metadata']) assert.ok((await sizeOf({ part })) < 50_000, part);
    assert.ok((await sizeOf({ section: 'II. Background' })) < 50_000);
    const pieces: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { structured, text } = await call(client, 'read_document', {
        document: LARGEST,
        offset,
        max_characters: 50_000,
      });
      assert.ok(JSON.stringify(structured).length + text.length < 130_000, String(offset));
      assert.is(structured.total_characters, body.length);
      pieces.push(structured.text);
      offset = structured.next_offset;
    }
    assert.ok(pieces.join('') === body);
    const { contents } = await client.readResource({ uri: `pandect://fr/${LARGEST}` });
    const { text } = contents[0] as Json;
    assert.ok(text.length < 51_000);
    assert.match(text, /reads on: document \/us\/fr\/2013-28210, offset \d+\]\n$/);
  },
);

realTest(test, 'sections of the largest document are found, and are nested', async () => {
  const { headings } = await answered(client, 'read_document', { document: LARGEST, part: 'outline' });
  assert.is(headings.length, 200);
  const find = (title: string): Json => headings.find((heading: Json) => heading.title === title);
  const [outer, inner] = [find('II. Background'), find('A. The Mortgage Market')];
  assert.ok(inner.offset > outer.offset && inner.characters < outer.characters);
  const section = await answered(client, 'read_document', {
    document: LARGEST,
    section: 'a. the mortgage market',
  });
  assert.equal([section.offset, section.section_end], [inner.offset, inner.offset + inner.characters]);
});

realTest(
  test,
  'documents with every kind of identifier are read by each spelling, with their whole text',
  async () => {
    const odd = identifiers.filter(
      name => !/^\/us\/(usc|cfr)\/t\d+\/s\d+\w*(\.\d+)?$|^\/us\/fr\/\d{4}-\d{5}$/.test(name),
    );
    assert.ok(odd.length > 50);
    const random = new Random(5);
    const chosen = [
      ...Array.from({ length: 60 }, () => random.pick(odd)),
      ...Array.from({ length: 40 }, () => random.pick(identifiers)),
    ];
    for (const identifier of chosen) {
      const source = identifier.split('/')[2]?.replace('cfr', 'ecfr') ?? '';
      const shorthand = identifier.split('/').slice(3).join('/');
      const { url, total_characters } = await answered(client, 'read_document', {
        document: identifier,
        part: 'metadata',
      });
      for (const document of [
        ...[shorthand, encodeURIComponent(identifier), url],
        ...[
          `/api/${source}/documents/${encodeURIComponent(shorthand)}`,
          `pandect://${source}/${encodeURIComponent(shorthand)}`,
        ],
      ]) {
        const read = await answered(client, 'read_document', { document, source, max_characters: 50_000 });
        assert.equal([read.identifier, read.total_characters], [identifier, total_characters], document);
        assert.is(read.text.length === total_characters, read.next_offset === null);
      }
    }
  },
);

realTest(test, 'the citation in an answer leads back to its section', async () => {
  const random = new Random(6);
  const sections = identifiers.filter(name => /^\/us\/(usc|cfr)\/t\d+\/s[\w.]+$/.test(name));
  for (let i = 0; i < 100; i++) {
    const identifier = random.pick(sections);
    const { citation } = await answered(client, 'read_document', { document: identifier, part: 'metadata' });
    const { found_by, documents } = await answered(client, 'resolve_citation', { citation });
    assert.equal([found_by, documents[0]?.identifier], ['citation', identifier], citation);
  }
});

realTest(test, 'a citation of a missing document is explained, and finds no other law', async () => {
  for (const [citation, reason, referring] of [
    ['40 CFR 52.220', 'title 40 is not held', 19],
    ['45 CFR part 46', 'title 45 is not held', 2],
    ['18 U.S.C. 922', 'no section 922 of title 18 is held', 5],
    ['18 U.S.C. 1', 'no section 1 of title 18 is held', 0],
    ['83 FR 21708', 'no document that is on this page is held', 0],
    ['Pub. L. 94-553', 'public laws are not held', 50],
  ] as const) {
    const told = await answered(client, 'resolve_citation', { citation, limit: 50 });
    assert.equal([told.found_by, told.documents, told.total], ['none', [], 0], citation);
    assert.is(told.note, `${citation} is understood; ${reason}.`);
    assert.is(told.referred_by?.length ?? 0, referring, citation);
  }
  const appendix = await answered(client, 'resolve_citation', { citation: '18 U.S.C. App. 1' });
  assert.equal([appendix.found_by, appendix.total], ['citation', 2]);
});

realTest(test, 'parts, lists and months of thousands of documents have pages', async () => {
  const part = await answered(client, 'resolve_citation', { citation: '44 CFR part 206', limit: 50 });
  assert.ok(part.total > 50 && part.documents.length === 50);
  await refused(
    client,
    'read_document',
    { document: '44 CFR part 206' },
    new RegExp(`names ${part.total} documents`),
  );
  const { total, documents, next_cursor } = await answered(client, 'list_documents', {
    source: 'ecfr',
    limit: 50,
  });
  assert.equal([total, documents.length], [8023, 50]);
  const next = await answered(client, 'list_documents', { source: 'ecfr', limit: 50, cursor: next_cursor });
  assert.equal([next.documents.length, next.total], [50, undefined]);
  const { text } = await call(client, 'list_documents', { source: 'fr', limit: 50 });
  assert.ok(text.length < 60_000, String(text.length));
  const { titles } = await answered(client, 'browse', { source: 'usc' });
  // Titles of which nothing is held are told, too, and have no chapters.
  const held = titles.filter((title: Json) => title.document_count > 0);
  assert.ok(held.length > 10, JSON.stringify(titles.slice(0, 3)));
  let shown = 0;
  for (const { title_number } of held) {
    const { chapters } = await answered(client, 'browse', { source: 'usc', title_number });
    assert.ok(chapters.length <= 100, `${title_number}: ${chapters.length}`);
    shown += chapters.length;
  }
  assert.ok(shown > held.length, `${shown} chapters`);
});

realTest(test, 'a search without an index is refused with the words of the API', async () => {
  const bare = await startShim(await realTree());
  const other = await connected(httpTransport(bare.port, bare.key));
  try {
    await refused(other, 'search', { q: 'copyright' }, /Search service is temporarily unavailable/);
  } finally {
    await other.close();
    await bare.close();
  }
});

test.run();

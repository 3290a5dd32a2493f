import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { search } from '../../../../shim/doctor/checks/search.ts';
import { checkTypesense } from '../../../../shim/doctor/checks/typesense.ts';
import { run } from '../../../helpers/commands.ts';
import { freePort } from '../../../helpers/edges/process.ts';
import { SAMPLE } from '../../../helpers/sample.ts';
import { sampleTree } from '../../../helpers/tree.ts';
import {
  API_KEY,
  startTypesense,
  type TypesenseServer,
  typesenseBinary,
} from '../../../helpers/typesense-server.ts';
import { endAfter } from '../../../runner/leftovers.cjs';
import { finding, findings, lineOf } from '../patient.ts';

/** The check of a Typesense server. */

test('a Typesense server that is away or silent is a problem', async () => {
  const { dist } = await sampleTree();
  const env = { DIST: dist, TYPESENSE_API_KEY: 'key' };
  const away = `http://127.0.0.1:${await freePort()}`;
  const told = (url: string) =>
    `problem: no Typesense server answers at ${url} → start it, or mend TYPESENSE_URL`;
  assert.is(await finding(search, { ...env, TYPESENSE_URL: away }), told(away));
  const hole = endAfter(createServer()).listen(0, '127.0.0.1');
  await once(hole, 'listening');
  const silent = `http://127.0.0.1:${(hole.address() as { port: number }).port}`;
  assert.is(await finding(search, { ...env, TYPESENSE_URL: silent }), told(silent));
  hole.close();
});

test('the key goes to no other server where this one redirects', async () => {
  const seen: (string | string[] | undefined)[] = [];
  const listening = async (listener: RequestListener): Promise<number> => {
    const server = endAfter(createHttpServer(listener)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const other = await listening(({ headers }, response) => {
    seen.push(headers['x-typesense-api-key']);
    response.end('[]');
  });
  const asked: string[] = [];
  const port = await listening(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers['x-typesense-api-key'] ?? 'without key'}`);
    if (url.startsWith('/health')) return response.end('{"ok":true}');
    if (url.startsWith('/multi_search')) {
      response.setHeader('content-type', 'application/json');
      return response.end('{"results":[{"found":3,"hits":[],"out_of":3,"page":1}]}');
    }
    return response.writeHead(302, { location: `http://127.0.0.1:${other}${url}` }).end();
  });
  const settings = { nodes: [`http://127.0.0.1:${port}`], apiKey: 'secret', collection: 'pandect' };
  const told = await checkTypesense(settings, 3, async () => ({ failure: null, milliseconds: 1 }));
  assert.equal(told.map(lineOf), ['ok: Typesense answers, 1 ms for the first search']);
  assert.ok(asked.includes('/health without key'));
  for (const path of ['/keys', '/collections']) assert.ok(asked.includes(`${path} secret`), path);
  assert.equal(seen, []);
});

const binary = typesenseBinary();
if (binary) {
  let server: TypesenseServer;
  let dist = '';
  test.before(async () => {
    [server, { dist }] = await Promise.all([startTypesense(binary), sampleTree()]);
  });
  test.after(() => server.stop());

  async function newKey(...actions: string[]): Promise<string> {
    const response = await fetch(`${server.url}/keys`, {
      method: 'POST',
      headers: { 'x-typesense-api-key': API_KEY },
      body: JSON.stringify({ description: 'test', actions, collections: ['pandect'] }),
    });
    return ((await response.json()) as { value: string }).value;
  }

  test('a wrong collection, a wrong key and their combination are reported', async () => {
    const env = { DIST: dist, TYPESENSE_URL: server.url, TYPESENSE_API_KEY: API_KEY };
    assert.match(
      await finding(search, env),
      /^problem: a search fails: Typesense has no such collection, or one of another version → "npm run index"/,
    );
    const filled = await run('index', ['--dist', dist], env);
    assert.is(filled.code, 0, filled.stderr);

    const searching = { ...env, TYPESENSE_API_KEY: await newKey('documents:search') };
    assert.match(await finding(search, searching), /^ok: Typesense answers, \d+ ms/);
    assert.match(
      await finding(search, { ...env, TYPESENSE_API_KEY: 'nonsense' }),
      /^problem: a search fails: Typesense answers 401.* → TYPESENSE_API_KEY must be a key/,
    );
    const told = await findings(search, env);
    assert.equal(
      told.map(({ state }) => state),
      ['ok', 'warning'],
    );
    assert.match(
      lineOf(told[1]!),
      /TYPESENSE_API_KEY can do more than search → make a key that may only search pandect/,
    );
    const listing = { ...env, TYPESENSE_API_KEY: await newKey('documents:search', 'collections:list') };
    assert.is((await findings(search, listing)).at(-1)?.state, 'warning');

    const away = `http://127.0.0.1:${await freePort()}`;
    const two = await findings(search, { ...searching, TYPESENSE_URL: `${away},${server.url}` });
    assert.equal(
      two.map(({ state }) => state),
      ['warning', 'ok'],
    );
    assert.ok(two[0]?.says.includes(away));

    const [first] = await hits(server.url);
    const gone = await fetch(`${server.url}/collections/pandect/documents/${first}`, {
      method: 'DELETE',
      headers: { 'x-typesense-api-key': API_KEY },
    });
    assert.is(gone.status, 200);
    assert.match(
      await finding(search, searching),
      new RegExp(
        `^problem: the collection pandect has ${SAMPLE.all - 1} documents, and the catalog ${SAMPLE.all} → "npm run index"`,
      ),
    );
  });
}

/** Ids of some documents. */
async function hits(url: string): Promise<string[]> {
  const query = 'q=*&query_by=heading&filter_by=kind:=document&per_page=3';
  const response = await fetch(`${url}/collections/pandect/documents/search?${query}`, {
    headers: { 'x-typesense-api-key': API_KEY },
  });
  const { hits } = (await response.json()) as { hits: { document: { id: string } }[] };
  return hits.map(({ document }) => document.id);
}

test.run();

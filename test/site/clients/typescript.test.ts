import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiFailure, connect, type Send } from '../../../build/site/clients/pandect.ts';
import { serverFor } from './server.ts';

/** The client in TypeScript, against a real server. */

const server = serverFor(test);

const baseUrl = () => `http://127.0.0.1:${server.shim.port}`;

/** A client, and a log of its requests and their statuses. */
function observed(options: { key?: string; patience?: number; kept?: number } = {}) {
  const told: string[] = [];
  const send: Send = async request => {
    const answer = await fetch(request);
    const { pathname, search } = new URL(request.url);
    told.push(`${answer.status} ${pathname}${search}`);
    return answer;
  };
  return { law: connect({ baseUrl: baseUrl(), fetch: send, ...options }), told };
}

/** All items of an iterator. */
async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const SECTIONS = ['s101', 's106', 's106a', 's107', 's108', 's1010'].map(section => `/us/usc/t17/${section}`);

test('a document has its fields, with types', async () => {
  const { law } = observed();
  const { data } = await law.GET('/api/usc/documents/{identifier}', {
    params: { path: { identifier: 't17/s106' } },
  });
  const document = data?.data;
  const title: number | null | undefined = document?.metadata.title_number;
  assert.equal([document?.identifier, document?.source, title], ['/us/usc/t17/s106', 'usc', 17]);
});

test('an error of the API is returned as a value', async () => {
  const { law } = observed();
  const { data, error, response } = await law.GET('/api/usc/titles/{number}', {
    params: { path: { number: 54 } },
  });
  assert.equal([data, error?.error.code, response.status], [undefined, 'NOT_FOUND', 404]);
});

test('a list without a cursor is read page after page by offsets', async () => {
  const { law, told } = observed();
  const documents = await all(law.documents('usc', { title_number: 17, limit: 4 }));
  assert.equal(
    documents.map(({ identifier }) => identifier),
    SECTIONS,
  );
  assert.equal(told, [
    '200 /api/usc/documents?title_number=17&limit=4',
    '200 /api/usc/documents?title_number=17&sort=identifier&limit=4&offset=4',
  ]);
});

test('a list with an empty cursor is read page after page by cursors', async () => {
  const { law } = observed();
  const pages = await all(law.pages('usc', { title_number: 17, limit: 4, cursor: '' }));
  assert.equal(
    pages.map(({ data, pagination }) => [data.length, pagination.total]),
    [
      [4, null],
      [2, null],
    ],
  );
  assert.equal(
    pages.flatMap(({ data }) => data.map(({ identifier }) => identifier)),
    SECTIONS,
  );
});

test('an iterator that is left early sends no further request', async () => {
  const { law, told } = observed();
  for await (const _ of law.documents('fr', { limit: 1 })) break;
  assert.is(told.length, 1);
});

test('a wrong parameter ends the iteration with the error of the API', async () => {
  const { law } = observed();
  const error = await all(law.documents('usc', { limit: 1000 })).catch(error => error);
  assert.instance(error, ApiFailure);
  assert.equal([error.status, error.code], [400, 'INVALID_PARAMETER']);
});

test('an unchanged answer is sent once, and then comes from the cache', async () => {
  const { law, told } = observed();
  const ask = () =>
    law.GET('/api/usc/documents/{identifier}', { params: { path: { identifier: 't17/s106' } } });
  const [first, second] = [await ask(), await ask()];
  assert.equal(told, ['200 /api/usc/documents/t17%2Fs106', '304 /api/usc/documents/t17%2Fs106']);
  assert.equal(second.data, first.data);
  assert.is(second.response.status, 200);
});

test('the answers used last are kept, up to a number', async () => {
  const { law, told } = observed({ kept: 2 });
  const ask = (number: number) => law.GET('/api/usc/titles/{number}', { params: { path: { number } } });
  for (const number of [1, 17, 1, 44, 1, 17]) await ask(number);
  assert.equal(
    told.map(line => line.slice(0, 3)),
    ['200', '200', '304', '200', '304', '200'],
  );
});

test('after a 429 the client waits as long as the server says', async () => {
  await server.clock.useUp(server.shim, 1.5);
  const { law, told } = observed();
  const { data } = await law.GET('/api/usc/titles/{number}', { params: { path: { number: 17 } } });
  assert.is(data?.data.title_number, 17);
  assert.equal(told, ['429 /api/usc/titles/17', '200 /api/usc/titles/17']);
});

test('a wait longer than the patience returns the 429', async () => {
  await server.clock.useUp(server.shim, 40);
  const { law, told } = observed({ patience: 20 });
  const { error, response } = await law.GET('/api/stats');
  assert.equal([response.status, error?.error.code], [429, 'RATE_LIMIT_EXCEEDED']);
  assert.is(told.length, 1);
});

test('an aborted request stops waiting and sends nothing more', async () => {
  await server.clock.useUp(server.shim, 3);
  let asked = 0;
  const send: Send = request => {
    asked++;
    return fetch(request);
  };
  const law = connect({ baseUrl: baseUrl(), fetch: send });
  const giveUp = new AbortController();
  const answer = law.GET('/api/stats', { signal: giveUp.signal });
  setTimeout(() => giveUp.abort(), 500);
  assert.is((await answer.catch(error => error)).name, 'AbortError');
  assert.is(asked, 1);
});

test('a key is sent, and lifts the limit', async () => {
  const { law } = observed({ key: server.shim.key });
  const { response } = await law.GET('/api/stats');
  assert.is(response.headers.get('x-ratelimit-policy'), 'unlimited');
});

test.run();

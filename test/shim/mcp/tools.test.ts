import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Slots } from '../../../shim/content/slots.ts';
import { Api, type ApiCaller } from '../../../shim/mcp/api.ts';
import { callTool, TOOLS } from '../../../shim/mcp/tools.ts';

const browse = TOOLS.find(({ name }) => name === 'browse') as (typeof TOOLS)[number];
const forever = new AbortController().signal;

test('a call beyond its time limit ends and aborts its requests', async () => {
  let told = false;
  const call: ApiCaller = (_, signal) =>
    new Promise(() => signal.addEventListener('abort', () => (told = true)));
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const { isError, content } = await callTool(
    browse,
    {},
    { call, signal: forever, onFailure, timeLimit: 20 },
  );
  assert.equal([isError, told, failures], [true, true, []]);
  assert.match(content[0]?.text ?? '', /longer than 0\.02 seconds/);
});

test('an unexpected error is logged and hidden from the model', async () => {
  const failures: unknown[] = [];
  const broken = new Error('secret /path/of/this/machine');
  const call = () => Promise.reject(broken);
  const result = await callTool(
    browse,
    {},
    { call, signal: forever, onFailure: error => failures.push(error) },
  );
  assert.equal(result, { content: [{ type: 'text', text: 'An internal error occurred.' }], isError: true });
  assert.equal(failures, [broken]);
});

test('a client that has left gets nothing, and no failure is logged', async () => {
  const left = new AbortController();
  const failures: unknown[] = [];
  const call: ApiCaller = () => new Promise(() => left.abort());
  const result = await callTool(
    browse,
    {},
    { call, signal: left.signal, onFailure: error => failures.push(error) },
  );
  assert.equal([result.isError, failures], [true, []]);
});

test('a client that left before the call causes no request', async () => {
  const left = AbortSignal.abort();
  const asked: string[] = [];
  const call: ApiCaller = target => {
    asked.push(target);
    return new Promise(() => {});
  };
  const result = await callTool(
    browse,
    {},
    { call, signal: left, onFailure: assert.unreachable, timeLimit: 500 },
  );
  assert.equal([result.isError, asked], [true, []]);
  assert.not.match(result.content[0]?.text ?? '', /longer than/);
});

test('an answer of the API without valid JSON is an error', async () => {
  const asked: string[] = [];
  const answering = (status: number, body: string) =>
    new Api(async target => {
      asked.push(target);
      return { status, body };
    }, forever);
  const failure = (api: Api) =>
    api.get('/api/x', { a: 'b c', d: undefined, e: [] }).then(
      () => assert.unreachable(),
      e => e.message,
    );
  assert.is(await failure(answering(200, '<html>')), 'The API answered with status 200 and no message.');
  assert.is(await failure(answering(502, '')), 'The API answered with status 502 and no message.');
  assert.is(await failure(answering(404, '{"error":{"message":"No."}}')), 'No.');
  assert.is(await answering(404, '{"error":{"message":"No."}}').find('/api/x'), null);
  assert.equal(new Set(asked), new Set(['/api/x?a=b%20c&e=', '/api/x']));
});

test('a bounded number of tasks run, and the others wait in order', async () => {
  const places = new Slots(2);
  const [started, ends]: [number[], (() => void)[]] = [[], []];
  const tasks = [1, 2, 3, 4].map(i =>
    places.run(() => {
      started.push(i);
      return new Promise<void>(resolve => ends.push(resolve));
    }),
  );
  await new Promise(setImmediate);
  assert.equal(started, [1, 2]);
  for (let i = 0; i < 4; i++) {
    ends[i]?.();
    await tasks[i];
    await new Promise(setImmediate);
  }
  assert.equal(started, [1, 2, 3, 4]);
});

test.run();

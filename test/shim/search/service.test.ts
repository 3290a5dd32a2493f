import { EventEmitter } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../../build/contract/errors.ts';
import { etagOf } from '../../../build/contract/etag.ts';
import { readParams } from '../../../build/contract/params.ts';
import { parseSearchQuery, type SearchAnswer, type SearchQuery } from '../../../build/contract/search.ts';
import { type SearchEngine, SearchEngineError } from '../../../build/search/engine.ts';
import { type Asker, createSearchService } from '../../../shim/search/service.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

const NOTHING: SearchAnswer = {
  hits: [],
  estimated_total_hits: 41,
  facets: { source: { usc: 41 }, status: {} },
};

/** A service over an engine that does as it is told, with a clock that goes 5 ms at each look. */
function open(search: SearchEngine['search'] = async () => NOTHING, timeLimit = 50, step = 5) {
  const asked: SearchQuery[] = [];
  const failures: string[] = [];
  const results: string[] = [];
  const state = { build: 'one', now: Date.parse('2026-03-01T12:00:00Z') };
  const service = createSearchService({
    engine: {
      name: 'test',
      slots: 2,
      search: (query, signal) => {
        asked.push(query);
        return search(query, signal);
      },
      close: async () => undefined,
    },
    buildId: () => state.build,
    now: () => {
      state.now += step;
      return state.now;
    },
    timeLimit,
    suggest: ({ filters }) =>
      filters.agency === 'EPA' ? { agency: ['ENVIRONMENTAL PROTECTION AGENCY'] } : null,
    onFailure: ({ kind, message }) => failures.push(`${kind}: ${message}`),
    onSearched: result => results.push(result),
  });
  closeAfter(() => service.close());
  const answer = async (query: string, client = 'someone', onLeft: Asker['onLeft'] = () => undefined) =>
    JSON.parse((await service.answer(parseSearchQuery(readParams(query)), { client, onLeft })).json);
  return { service, asked, failures, results, state, answer };
}

const failureOf = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => assert.unreachable() as never,
    error => error,
  );

test('meta has a citation for a cited query and suggestions for an unknown filter value', async () => {
  const citation = {
    text: '18 U.S.C. 1',
    kind: 'section',
    identifier: '/us/usc/t18/s1',
    exists: false,
    display_title: null,
  } as const;
  const nothing = { hits: [], estimated_total_hits: 0, facets: {}, citation };
  const { answer } = open(async () => nothing);
  const both = await answer('q=18 U.S.C. 1&agency=EPA');
  assert.equal(both.meta.citation, citation);
  assert.equal(both.meta.did_you_mean, { agency: ['ENVIRONMENTAL PROTECTION AGENCY'] });
  assert.not.ok('did_you_mean' in (await answer('q=x&agency=FDA')).meta);
  // Something is found.
  const some = open();
  assert.equal(Object.keys((await some.answer('q=x&agency=EPA')).meta), ['api_version', 'timestamp']);
});

test('a cited alias finds its document and is repeated as it was sent', async () => {
  const held = { '/us/usc/t48/s565': '/us/usc/t48/s561 to 599' } as Record<string, string>;
  const asked: string[] = [];
  const service = createSearchService({
    engine: {
      name: 'test',
      slots: 1,
      async search({ q }) {
        asked.push(q);
        const identifier = q.startsWith('/') ? q : `/us/usc/t48/s${q.split(' ').at(-1)}`;
        const exists = identifier.endsWith('599') || identifier.endsWith('s1');
        const display_title = exists ? 'Omitted' : null;
        const citation = { text: q, kind: 'section' as const, identifier, exists, display_title };
        return { hits: [], estimated_total_hits: exists ? 1 : 0, facets: {}, citation };
      },
      close: async () => undefined,
    },
    resolveAlias: async identifier => held[identifier] ?? null,
    buildId: () => 'one',
    now: Date.now,
    timeLimit: 10_000,
    onFailure: ({ message }) => assert.unreachable(message),
  });
  closeAfter(() => service.close());
  const answer = async (q: string) =>
    JSON.parse(
      (await service.answer(parseSearchQuery(readParams(`q=${q}`)), { client: 'x', onLeft: () => undefined }))
        .json,
    );
  const { data, meta } = await answer('48 U.S.C. 565');
  assert.equal([data.query, data.estimated_total_hits], ['48 U.S.C. 565', 1]);
  assert.equal(meta.citation, {
    ...{ text: '48 U.S.C. 565', kind: 'section', identifier: '/us/usc/t48/s561 to 599' },
    ...{ exists: true, display_title: 'Omitted' },
  });
  assert.is((await answer('48 U.S.C. 1')).meta.citation.identifier, '/us/usc/t48/s1');
  assert.is((await answer('48 U.S.C. 9')).meta.citation.exists, false);
  assert.equal(asked, ['48 U.S.C. 565', '/us/usc/t48/s561 to 599', '48 U.S.C. 1', '48 U.S.C. 9']);
});

test('the response has the form of the specification', async () => {
  const { service, answer } = open();
  assert.equal(await answer('q=lamp "oil"&limit=20&offset=20'), {
    data: { hits: [], query: 'lamp "oil"', processing_time_ms: 5, estimated_total_hits: 41 },
    facets: { source: { usc: 41 }, status: {} },
    meta: { api_version: 'v1', timestamp: '2026-03-01T12:00:00.010Z' },
    pagination: { total: 41, limit: 20, offset: 20, has_more: true },
  });
  assert.not.ok((await answer('q=lamp&limit=20&offset=21')).pagination.has_more);
  await service.close();
});

test('a clock that is set back meanwhile gives no negative time', async () => {
  const { answer } = open(undefined, 50, -1000);
  assert.is((await answer('q=lamp')).data.processing_time_ms, 0);
});

test('equal queries share one call of the engine until the tree changes', async () => {
  const { service, asked, state, answer } = open();
  const [first, second] = await Promise.all([answer('q=lamp'), answer('limit=20&q=lamp')]);
  await answer('q=lamp&facets=source,status&offset=0');
  assert.equal(first.data.hits, second.data.hits);
  assert.is(asked.length, 1);
  await answer('q=lamp&limit=21');
  assert.is(asked.length, 2);
  state.build = 'two';
  await answer('q=lamp');
  assert.is(asked.length, 3);
  await service.close();
});

test('a repeated query gets the same bytes and validator while its answer is kept', async () => {
  const { service } = open();
  const ask = (query: string) =>
    service.answer(parseSearchQuery(readParams(query)), { client: 'someone', onLeft: () => undefined });
  const first = await ask('q=lamp');
  assert.equal(await ask('q=lamp&limit=20'), first);
  assert.is(first.etag, etagOf(first.json));
  const other = await ask('q=lamp&offset=1');
  assert.is(other.etag, etagOf(other.json));
  assert.is.not(other.etag, first.etag);
  await service.close();
});

test('an answer is kept for a minute', async () => {
  const { now } = Date;
  const { service, asked, answer } = open();
  try {
    const asksAfter = async (ms: number): Promise<number> => {
      Date.now = () => now() + ms;
      await answer('q=lamp');
      return asked.length;
    };
    assert.equal([await asksAfter(0), await asksAfter(30_000), await asksAfter(61_000)], [1, 1, 2]);
  } finally {
    Date.now = now;
  }
  await service.close();
});

test('an empty query is answered without the engine', async () => {
  const { service, asked, answer } = open();
  const { data, facets, pagination } = await answer('q="&facets=agency,source');
  assert.equal(data.hits, []);
  assert.equal(facets, { agency: {}, source: {} });
  assert.equal(pagination, { total: 0, limit: 20, offset: 0, has_more: false });
  assert.equal(asked, []);
  await service.close();
});

test('a failing engine gives 503 without its message', async () => {
  const { service, failures, results, answer } = open(async () => {
    throw new SearchEngineError('unavailable', 'connect ECONNREFUSED 10.0.0.7:8108');
  });
  const error = await failureOf(answer('q=lamp'));
  assert.is(error.status, 503);
  assert.is(error.message, 'Search service is temporarily unavailable');
  assert.ok((error.retryAfter ?? 0) > 0);
  assert.equal(failures, ['unavailable: connect ECONNREFUSED 10.0.0.7:8108']);
  assert.equal(results, ['unavailable']);
  await service.close();
});

test('a slow engine gives 504, reported or not', async () => {
  for (const search of [
    () => new Promise<never>(() => undefined),
    (_: SearchQuery, signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new SearchEngineError('timed out', 'stopped')));
      }),
  ]) {
    const { service, failures, results, answer } = open(search);
    // The timer of the deadline alone would not keep the process alive.
    const alive = setInterval(() => undefined, 10);
    const error = await failureOf(answer('q=lamp'));
    clearInterval(alive);
    assert.is(error.status, 504);
    assert.is(error.message, 'Search request timed out');
    assert.is(failures.length, 1);
    assert.equal(results, ['timeout']);
    await service.close();
  }
});

/** An engine that answers when it is told to. */
function slowEngine() {
  const running: { query: SearchQuery; signal: AbortSignal; end: () => void }[] = [];
  const search = (query: SearchQuery, signal: AbortSignal) =>
    new Promise<SearchAnswer>(resolve => running.push({ query, signal, end: () => resolve(NOTHING) }));
  return { running, search };
}

test('too many searches get 503 at once without a logged failure, and equal ones need no slot', async () => {
  const { running, search } = slowEngine();
  const { service, failures, results, answer } = open(search, 60_000);
  const answers = Array.from({ length: 300 }, (_, i) => answer(`q=lamp${i}`, `client${i % 100}`));
  const settled = Promise.allSettled(answers);
  const equal = Array.from({ length: 300 }, () => answer('q=lamp0', 'someone'));
  const refused = await Promise.all(answers.slice(200).map(failureOf));
  for (const error of refused) {
    assert.equal([error.status, error.code, error.retryAfter], [503, 'REQUEST_ERROR', 5]);
    assert.equal(Object.keys(error.toBody().error), ['status', 'code', 'message']);
  }
  assert.equal(failures, []);
  assert.is(running.length, 2);
  for (let i = 0; i < running.length; i++) {
    running[i]?.end();
    await new Promise(setImmediate);
  }
  const outcomes = await settled;
  assert.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 62);
  for (const { data } of await Promise.all(equal)) assert.is(data.estimated_total_hits, 41);
  const told = (wanted: string) => results.filter(result => result === wanted).length;
  assert.equal([told('ok'), told('busy'), results.length], [62, 300 - 62, 300]);
  await service.close();
});

test('one client does not hold all slots of the engine', async () => {
  const { running, search } = slowEngine();
  const { service, answer } = open(search, 60_000);
  const greedy = Array.from({ length: 10 }, (_, i) => answer(`q=lamp${i}`, 'key:greedy'));
  const modest = answer('q=oil', 'ip:127.0.0.2');
  assert.equal(
    running.map(({ query }) => query.q),
    ['lamp0', 'oil'],
  );
  for (let i = 0; i < running.length; i++) {
    running[i]?.end();
    await new Promise(setImmediate);
  }
  await Promise.all([modest, ...greedy]);
  await service.close();
});

test('a search that waits too long gets 504 and never starts', async () => {
  const { running, search } = slowEngine();
  const { service, answer } = open(search);
  const errors = await Promise.all([1, 2, 3].map(i => failureOf(answer(`q=lamp${i}`, 'one'))));
  for (const error of errors) assert.is(error.status, 504);
  running[0]?.end();
  await new Promise(setImmediate);
  assert.is(running.length, 1);
  await service.close();
});

test('a search whose clients have all left is stopped or never starts', async () => {
  const { running, search } = slowEngine();
  const { service, failures, answer } = open(search, 60_000);
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  const gone = [
    answer('q=lamp', 'one', listener => one.once('close', listener)),
    answer('q=lamp', 'one', listener => other.once('close', listener)),
    answer('q=oil', 'one', listener => one.once('close', listener)),
  ].map(failureOf);
  one.emit('close');
  assert.not.ok(running[0]?.signal.aborted, 'someone waits yet');
  other.emit('close');
  assert.ok(running[0]?.signal.aborted);
  running[0]?.end();
  await Promise.all(gone);
  assert.is(running.length, 1);
  assert.equal(failures, []);
  await service.close();
});

test('a query after a failure reaches the engine again', async () => {
  let isDown = true;
  const { service, asked, answer } = open(async () => {
    if (isDown) throw new SearchEngineError('unavailable', 'down');
    return NOTHING;
  });
  await failureOf(answer('q=lamp'));
  isDown = false;
  assert.is((await answer('q=lamp')).data.estimated_total_hits, 41);
  assert.is(asked.length, 2);
  await service.close();
});

test('an unexpected error in the engine is not reported as its failure', async () => {
  const { service, failures, answer } = open(async () => {
    throw new TypeError('undefined is not a function');
  });
  assert.ok((await failureOf(answer('q=lamp'))) instanceof TypeError);
  assert.equal(failures, []);
  await service.close();
});

test.run();

import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { listTree } from '../../../../build/search/documents/tree-documents.ts';
import { type SearchEngine, SearchEngineError, type SearchFailure } from '../../../../build/search/engine.ts';
import { parseNodes } from '../../../../build/search/typesense/connection.ts';
import { adminClient } from '../../../../build/search/typesense/index/client.ts';
import { servingCollection } from '../../../../build/search/typesense/index/collections.ts';
import { FixtureTree, section, whenReading } from '../../../helpers/fixture-tree.ts';
import {
  API_KEY,
  startTypesense,
  startTypesenseCluster,
  typesenseBinary,
} from '../../../helpers/typesense-server.ts';
import { until } from '../../../helpers/until.ts';
import { engineOf, fill } from './subject.ts';

/** What a client sees while servers come and go and collections are replaced. */

/** The totals of answers, and the kinds of failures, in order. Anything else that goes wrong is thrown. */
type Seen = number | SearchFailure;

/** Hits of a page. */
const LIMIT = 5;
/**
 * The least hits of a page while documents change. Once a page had four during a fill of three nodes; it is not known which step
 * of the fill such a search meets.
 */
const WHILE_FILLED = 1;

/** Searches ten times a second. */
class Client {
  readonly seen: Seen[] = [];
  /** When each search was sent, in milliseconds. */
  readonly times: number[] = [];
  readonly #engine: SearchEngine;
  readonly #leastHits: number;
  #goesOn = true;
  readonly #ended: Promise<void>;

  constructor(engine: SearchEngine, leastHits = LIMIT) {
    this.#engine = engine;
    this.#leastHits = leastHits;
    this.#ended = this.#run();
    this.#ended.catch(() => undefined);
  }

  async end(): Promise<Seen[]> {
    this.#goesOn = false;
    await this.#ended;
    return this.seen;
  }

  async #run(): Promise<void> {
    const query = parseSearchQuery(readParams(`q=notice+17+USC+1&limit=${LIMIT}`));
    while (this.#goesOn) {
      this.times.push(performance.now());
      const [seen] = await Promise.all([this.#search(query), sleep(100)]);
      this.seen.push(seen);
    }
  }

  async #search(query: ReturnType<typeof parseSearchQuery>): Promise<Seen> {
    try {
      const { hits, estimated_total_hits: total } = await this.#engine.search(
        query,
        AbortSignal.timeout(30_000),
      );
      assert.ok(hits.length >= this.#leastHits && hits.length <= LIMIT, `${hits.length} of ${total} hits`);
      return total;
    } catch (error) {
      if (error instanceof SearchEngineError) return error.kind;
      throw error;
    }
  }
}

const treeOf = (count: number): FixtureTree =>
  new FixtureTree(
    Array.from({ length: count }, (_, i) =>
      section(17, `${i + 1}`, `Notice ${i}`, `Notice of 17 USC 1, ${count}.`),
    ),
  );

const binary = typesenseBinary();
const test = suite('Typesense engine, while things happen');

if (binary) {
  test('the server is killed and started again: answers, then unavailable, then answers', async () => {
    const server = await startTypesense(binary);
    const tree = treeOf(20);
    await fill(server.url, 'pandect', tree.directory);
    const engine = engineOf(server.url, 'pandect');
    const client = new Client(engine);
    await sleep(500);
    await server.kill();
    await sleep(500);
    const whileDown = client.seen.at(-1);
    await server.start();
    await sleep(1000);
    const seen = await client.end();
    assert.is(seen[0], 20);
    assert.is(whileDown, 'unavailable');
    assert.is(seen.at(-1), 20, 'recovery needs no new engine');
    assert.equal(
      seen.filter(outcome => outcome !== 20 && outcome !== 'unavailable'),
      [],
    );
    await engine.close();
    await server.stop();
  });

  test('a collection is updated: every search is answered', async () => {
    const server = await startTypesense(binary);
    const trees = [treeOf(20), treeOf(30), treeOf(25)];
    await fill(server.url, 'pandect', trees[0]!.directory);
    const engine = engineOf(server.url, 'pandect');
    const clients = [1, 2, 3].map(() => new Client(engine, WHILE_FILLED));
    for (let round = 1; round <= 6; round++) {
      const { result } = await fill(server.url, 'pandect', trees[round % 3]!.directory);
      assert.is(result, 'updated');
      await sleep(100);
    }
    for (const client of clients) {
      const seen = await client.end();
      assert.ok(seen.length > 3);
      assert.equal(
        seen.filter(outcome => !(Number(outcome) >= 20 && Number(outcome) <= 30)),
        [],
      );
    }
    await engine.close();
    await server.stop();
  });

  test('a new collection takes the place of the former one: every search is answered', async () => {
    const server = await startTypesense(binary);
    const [first, second] = [treeOf(20), treeOf(30)];
    await fill(server.url, 'first', first.directory);
    await fill(server.url, 'second', second.directory);
    const client = adminClient(parseNodes(server.url), API_KEY, 1);
    const collections = await Promise.all(['first', 'second'].map(alias => servingCollection(client, alias)));
    const point = (i: number) => client.aliases().upsert('pandect', { collection_name: collections[i]! });
    await point(0);
    const engine = engineOf(server.url, 'pandect');
    const searching = new Client(engine);
    for (let round = 1; round <= 10; round++) {
      await sleep(100);
      await point(round % 2);
    }
    const seen = await searching.end();
    assert.equal([...new Set(seen)].sort(), [20, 30]);
    await engine.close();
    await server.stop();
  });

  /** Searches in flight, and those that find a dead connection first, may fail for so long. */
  const LOST_MS = 500;

  test('a node of three dies and comes back, during searches and during a fill: only searches in flight fail', async () => {
    const servers = await startTypesenseCluster(binary);
    const urls = servers.map(({ url }) => url).join(',');
    await fill(urls, 'pandect', treeOf(20).directory);
    // Nothing here waits for a node: a dead one refuses connections. A slow machine may take seconds for an answer.
    const engine = engineOf(urls, 'pandect', { timeoutMs: 20_000 });
    const client = new Client(engine, WHILE_FILLED);
    const kills: number[] = [];
    const die = async (i: number) => {
      kills.push(performance.now());
      await servers[i]!.kill();
    };
    await sleep(300);
    await die(0);
    await sleep(1500);
    await servers[0]!.start();
    await sleep(500);
    assert.equal([...new Set(client.seen.filter(seen => typeof seen === 'number'))], [20]);

    // As many batches as matter, of which some are on their way when the node dies.
    const [count, words] = [1200, 'filler '.repeat(500)];
    const large = new FixtureTree(
      Array.from({ length: count }, (_, i) =>
        section(17, `${i + 1}`, `Notice ${i}`, `Notice of 17 USC 1, ${words}`),
      ),
    );
    let back: Promise<void> = Promise.resolve();
    const death = () => {
      back = die(1)
        .then(() => sleep(1500))
        .then(() => servers[1]!.start());
    };
    const { documents } = await fill(urls, 'pandect', large.directory, () =>
      whenReading(listTree(large.directory), count / 2, death),
    ).finally(() => back);
    assert.is(documents, count);
    const outcomes = await client.end();
    const failed = client.times.flatMap((time, i) =>
      typeof outcomes[i] === 'number' || isShortlyAfter(time) ? [] : [[outcomes[i], time]],
    );
    assert.equal(failed, [], `of ${outcomes.length} searches; nodes died at ${kills.join(' and ')}`);
    const query = parseSearchQuery(readParams('q=notice&highlight=false'));
    for (const { url } of servers) {
      const alone = engineOf(url, 'pandect');
      const totalThere = () =>
        alone.search(query, AbortSignal.timeout(5000)).then(
          ({ estimated_total_hits }) => estimated_total_hits,
          () => 0,
        );
      await until(async () => (await totalThere()) === count);
      await alone.close();
    }
    await engine.close();
    await Promise.all(servers.map(server => server.stop()));

    function isShortlyAfter(time: number): boolean {
      return kills.some(kill => time > kill - LOST_MS && time < kill + LOST_MS);
    }
  });
}

test.run();

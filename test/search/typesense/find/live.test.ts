import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { type SearchEngine, SearchEngineError, type SearchFailure } from '../../../../build/search/engine.ts';
import { FixtureTree, section } from '../../../helpers/fixture-tree.ts';
import { startTypesense, startTypesenseCluster, typesenseBinary } from '../../../helpers/typesense-server.ts';
import { engineOf, fill } from './subject.ts';

/** What a client sees while servers come and go and collections are replaced. */

/** The totals of answers, and the kinds of failures, in order. Anything else that goes wrong is thrown. */
type Seen = number | SearchFailure;

/** Searches ten times a second. */
class Client {
  readonly seen: Seen[] = [];
  readonly #engine: SearchEngine;
  #goesOn = true;
  readonly #ended: Promise<void>;

  constructor(engine: SearchEngine) {
    this.#engine = engine;
    this.#ended = this.#run();
    this.#ended.catch(() => undefined);
  }

  async end(): Promise<Seen[]> {
    this.#goesOn = false;
    await this.#ended;
    return this.seen;
  }

  async #run(): Promise<void> {
    const query = parseSearchQuery(readParams('q=notice+17+USC+1&limit=5'));
    while (this.#goesOn) {
      const [seen] = await Promise.all([this.#search(query), sleep(100)]);
      this.seen.push(seen);
    }
  }

  async #search(query: ReturnType<typeof parseSearchQuery>): Promise<Seen> {
    try {
      const answer = await this.#engine.search(query, AbortSignal.timeout(5000));
      assert.is(answer.hits.length, 5);
      return answer.estimated_total_hits;
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

  test('a collection is replaced and updated: every search is answered, from the old or the new one', async () => {
    const server = await startTypesense(binary);
    const trees = [treeOf(20), treeOf(30), treeOf(25)];
    await fill(server.url, 'pandect', trees[0]!.directory);
    const engine = engineOf(server.url, 'pandect');
    const clients = [1, 2, 3].map(() => new Client(engine));
    for (let round = 1; round <= 6; round++) {
      const { result } = await fill(server.url, 'pandect', trees[round % 3]!.directory);
      assert.is(result, 'replaced');
      await sleep(100);
    }
    for (const client of clients) {
      const seen = await client.end();
      assert.ok(seen.length > 3);
      assert.equal(
        seen.filter(outcome => ![20, 30, 25].includes(outcome as number)),
        [],
      );
    }
    await engine.close();
    await server.stop();
  });

  test('one node of a cluster of three is killed: searches go on, and so does indexing', async () => {
    const servers = await startTypesenseCluster(binary);
    const urls = servers.map(({ url }) => url).join(',');
    const tree = treeOf(20);
    await fill(urls, 'pandect', tree.directory);
    const engine = engineOf(urls, 'pandect');
    const client = new Client(engine);
    await sleep(500);
    await servers[0]!.kill();
    await sleep(2000);
    assert.equal(
      (await client.end()).filter(outcome => outcome !== 20),
      [],
    );
    tree.write(section(17, '21', 'Notice', 'Notice of 17 USC 1.'));
    assert.is((await fill(urls, 'pandect', tree.directory)).result, 'updated');
    const answer = await engine.search(parseSearchQuery(readParams('q=notice')), AbortSignal.timeout(5000));
    assert.is(answer.estimated_total_hits, 21);
    await engine.close();
    await Promise.all(servers.map(server => server.stop()));
  });
}

test.run();

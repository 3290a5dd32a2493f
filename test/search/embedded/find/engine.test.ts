import { linkSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { SEARCH_INDEX_VERSION } from '../../../../build/formats/search-index.ts';
import { listTree } from '../../../../build/search/documents/tree-documents.ts';
import { createEmbeddedEngine } from '../../../../build/search/embedded/find/engine.ts';
import { SearchIndex } from '../../../../build/search/embedded/find/open-index.ts';
import { updateSearchIndex } from '../../../../build/search/embedded/index/update.ts';
import { type SearchEngine, SearchEngineError } from '../../../../build/search/engine.ts';
import { type FixtureDocument, FixtureTree, section } from '../../../helpers/fixture-tree.ts';
import { searchProcesses } from '../../../helpers/search-processes.ts';
import { temporaryFolder } from '../../../helpers/tree.ts';
import { until } from '../../../helpers/until.ts';
import { closeAfter } from '../../../runner/leftovers.cjs';

const PATIENCE = 60_000;
/** MB */
const MEMORY = 17;

/** An engine over an index file that is not there yet. */
function open(processes = 2) {
  const file = join(temporaryFolder(), 'search.sqlite');
  const engine = createEmbeddedEngine({ file, processes, memory: MEMORY });
  closeAfter(() => engine.close());
  return { file, engine };
}

const index = (file: string, documents: FixtureDocument[]) =>
  updateSearchIndex({
    content: '',
    changes: null,
    documents: () => listTree(new FixtureTree(documents).directory),
    out: file,
    previous: null,
  });

const search = (engine: SearchEngine, query: string, signal = AbortSignal.timeout(PATIENCE)) =>
  engine.search(parseSearchQuery(readParams(query)), signal);

const total = async (engine: SearchEngine, query: string): Promise<number> =>
  (await search(engine, query)).estimated_total_hits;

const failureOf = async (promise: Promise<unknown>): Promise<SearchEngineError> => {
  const error = await promise.then(
    () => assert.unreachable() as never,
    error => error,
  );
  assert.instance(error, SearchEngineError);
  return error;
};

const lamps = (count: number): FixtureDocument[] =>
  Array.from({ length: count }, (_, i) => section(17, String(i + 1), 'Lamps', 'lamp oil'));

const tests = suite('embedded engine');

tests('an engine without an index is unavailable until one appears', async () => {
  const { file, engine } = open();
  assert.is((await failureOf(search(engine, 'q=lamp'))).kind, 'unavailable');
  await index(file, lamps(3));
  assert.is(await total(engine, 'q=lamp'), 3);
  await engine.close();
});

tests('a file that is no index is refused until an index replaces it', async () => {
  const { file, engine } = open();
  for (const content of ['', 'This is no database. '.repeat(1000)]) {
    writeFileSync(file, content);
    assert.is((await failureOf(search(engine, 'q=lamp'))).kind, 'unavailable');
  }
  await index(file, lamps(2));
  assert.is(await total(engine, 'q=lamp'), 2);
  await engine.close();
});

tests('an index of another version is refused until one of this version replaces it', async () => {
  const { file, engine } = open(1);
  for (const change of [-1, 1]) {
    await index(file, lamps(2));
    const database = new Database(file);
    database.exec(`PRAGMA user_version = ${SEARCH_INDEX_VERSION + change}`);
    database.close();
    const { kind, message } = await failureOf(search(engine, 'q=lamp'));
    assert.is(kind, 'unavailable');
    assert.match(message, `version ${SEARCH_INDEX_VERSION + change}`);
    rmSync(file);
  }
  await index(file, lamps(3));
  assert.is(await total(engine, 'q=lamp'), 3);
  await engine.close();
});

tests('a replaced index is used without a failed query', async () => {
  const { file, engine } = open();
  await index(file, lamps(1));
  const next = `${file}.next`;
  for (let count = 2; count < 12; count++) {
    await index(next, lamps(count));
    const running = Array.from({ length: 2 }, () => total(engine, 'q=lamp'));
    renameSync(next, file);
    for (const found of await Promise.all(running)) assert.ok(found === count || found === count - 1);
    assert.is(await total(engine, 'q=lamp'), count);
  }
  await engine.close();
});

tests('the last index serves while its file is missing or damaged', async () => {
  const { file, engine } = open(1);
  await index(file, lamps(3));
  assert.is(await total(engine, 'q=lamp'), 3);
  rmSync(file);
  assert.is(await total(engine, 'q=lamp'), 3);
  writeFileSync(file, 'This is no database.');
  assert.is(await total(engine, 'q=lamp'), 3);
  rmSync(file);
  await index(file, lamps(4));
  assert.is(await total(engine, 'q=lamp'), 4);
  await engine.close();
});

tests('an index that loses its pages is unavailable until another replaces it', async () => {
  const { file, engine } = open(1);
  await index(file, lamps(500));
  truncateSync(file, 8192);
  assert.is((await failureOf(search(engine, 'q=lamp'))).kind, 'unavailable');
  rmSync(file);
  await index(file, lamps(4));
  assert.is(await total(engine, 'q=lamp'), 4);
  await engine.close();
});

/** Whether a build could change the file. */
function isFree(file: string): boolean {
  const db = new Database(file);
  try {
    db.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return true;
  } catch {
    return false;
  } finally {
    db.close();
  }
}

tests(
  'an index is held as long as it serves, and let go soon after another has come, also by who is asked nothing',
  async () => {
    const { file, engine } = open(1);
    await index(file, lamps(3));
    assert.ok(isFree(file));
    assert.is(await total(engine, 'q=lamp'), 3);
    assert.not(isFree(file));
    const former = `${file}.former`;
    linkSync(file, former);
    await index(file, lamps(2));
    await until(() => isFree(former));
    assert.not(isFree(file), 'what has come is held already');
    assert.is(await total(engine, 'q=lamp'), 2);
    await engine.close();
  },
);

tests('an index on a file system without locks is read without them', async () => {
  const { file, engine } = open(1);
  await index(file, lamps(3));
  const db = new Database(file);
  db.exec('BEGIN EXCLUSIVE');
  assert.is(await total(engine, 'q=lamp'), 3);
  db.close();
  await engine.close();
});

tests('a query whose client has left is stopped', async () => {
  const { file, engine } = open(1);
  await index(file, lamps(3));
  const controller = new AbortController();
  const first = search(engine, 'q=lamp', controller.signal);
  controller.abort();
  assert.is((await failureOf(first)).kind, 'timed out');
  assert.is((await failureOf(search(engine, 'q=lamp', AbortSignal.abort()))).kind, 'timed out');
  assert.is(await total(engine, 'q=lamp'), 3);
  await engine.close();
});

/** Long texts of few words: a phrase of them takes long. */
const slow = (count: number): FixtureDocument[] =>
  Array.from({ length: count }, (_, i) =>
    section(17, String(i + 1), 'Lamps', `${'of the lamp in the oil to the wick '.repeat(4000)} end${i}`),
  );
const SLOW = `q=${'of.the in.the to.the "the lamp" "the oil" "the wick" lamp oil wick '.replaceAll(' ', '+')}&limit=100`;

tests(
  'a query is stopped at any moment, also by force, and this process and the next query take no harm',
  async () => {
    const file = join(temporaryFolder(), 'search.sqlite');
    await index(file, slow(40));
    const engine = createEmbeddedEngine({ file, processes: 2, memory: MEMORY, grace: 0 });
    let stopped = 0;
    for (let round = 0; round < 20; round++) {
      const signals = [AbortSignal.timeout(1 + 3 * round), AbortSignal.timeout(1 + 5 * round)];
      const outcomes = await Promise.allSettled(signals.map(signal => search(engine, SLOW, signal)));
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue;
        stopped++;
        assert.instance(outcome.reason, SearchEngineError);
        assert.is(outcome.reason.kind, 'timed out');
      }
    }
    assert.ok(stopped > 10, `${stopped} were stopped`);
    assert.is(await total(engine, SLOW), 40);
    await engine.close();
  },
);

tests('a running statement stops and its process lives on', async () => {
  const file = join(temporaryFolder(), 'search.sqlite');
  await index(file, slow(40));
  const engine = createEmbeddedEngine({ file, processes: 1, memory: MEMORY, grace: PATIENCE });
  assert.is(await total(engine, 'q=end1'), 1);
  const [before] = searchProcesses(process.pid, file);
  for (const wait of [1, 5, 20, 50])
    await search(engine, SLOW, AbortSignal.timeout(wait)).catch(error => assert.is(error.kind, 'timed out'));
  assert.is(await total(engine, 'q=end2'), 1);
  assert.equal(searchProcesses(process.pid, file), [before]);
  await engine.close();
});

tests('a dead search process fails at most its query and is replaced', async () => {
  const { file, engine } = open(1);
  await index(file, lamps(3));
  assert.is(await total(engine, 'q=lamp'), 3);
  for (let round = 0; round < 3; round++) {
    const [dying = 0] = searchProcesses(process.pid, file);
    process.kill(dying, 'SIGKILL');
    // Its end may be heard of before the query is sent to it, or only then.
    const failures: SearchEngineError[] = [];
    await until(async () => (await total(engine, 'q=lamp').catch(error => failures.push(error) && 0)) === 3, {
      seen: () => `${failures}`,
    });
    assert.ok(failures.length <= 1, `${failures}`);
    for (const { kind } of failures) assert.is(kind, 'unavailable');
    assert.not.ok(searchProcesses(process.pid, file).includes(dying));
  }
  await engine.close();
  assert.equal(searchProcesses(process.pid, file), []);
});

tests('each process keeps the configured number of pages', async () => {
  const { file, engine } = open(2);
  await index(file, lamps(3));
  const index17 = await SearchIndex.open(file, MEMORY);
  assert.equal(await index17.rows('PRAGMA cache_size', []), [[-MEMORY * 1024]]);
  index17.close();
  for (const pid of searchProcesses(process.pid, file))
    assert.equal(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(-3, -1), [
      String(MEMORY),
      file,
    ]);
  await engine.close();
});

tests('a search without a free slot is refused', async () => {
  const { file, engine } = open(1);
  await index(file, lamps(3));
  const first = total(engine, 'q=lamp');
  assert.is((await failureOf(search(engine, 'q=lamp'))).kind, 'unavailable');
  assert.is(await first, 3);
  await engine.close();
});

tests('queries that run while the engine is closed are unavailable', async () => {
  const file = join(temporaryFolder(), 'search.sqlite');
  await index(file, slow(40));
  const engine = createEmbeddedEngine({ file, processes: 2, memory: MEMORY });
  const running = [search(engine, SLOW), search(engine, SLOW)].map(failureOf);
  await engine.close();
  for (const { kind } of await Promise.all(running)) assert.is(kind, 'unavailable');
});

tests.run();

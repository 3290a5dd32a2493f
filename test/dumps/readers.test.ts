import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { suiteWhere } from '../helpers/needs.ts';
import { startShim } from '../helpers/shim.ts';
import { sampleTree } from '../helpers/tree.ts';

/** Whoever reads dumps: programs that know nothing of us. */

/** A Python that has the packages `duckdb`, `pandas`, and `fsspec` with `aiohttp`. */
const PYTHON = process.env.DUCKDB_PYTHON || 'python3';

const without = (...command: readonly [string, ...string[]]): string | null =>
  spawnSync(command[0], command.slice(1)).status === 0 ? null : `"${command.join(' ')}" fails`;

interface Counted {
  path: string;
  documents: number;
  identifiers: string[];
}

const run = promisify(execFile);

/**
 * @param script prints `Counted` for each of the files that it is given, one a line
 * @param base in front of their paths
 */
async function read(script: string, dist: string, base = '', apiKey = ''): Promise<Counted[]> {
  const files = JSON.parse(fs.readFileSync(path.join(dist, 'bulk/index.json'), 'utf8')) as { path: string }[];
  const { stdout } = await run(PYTHON, ['-c', script, ...files.map(file => base + file.path)], {
    cwd: dist,
    env: { ...process.env, API_KEY: apiKey },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .map(counted => ({ ...counted, path: counted.path.slice(base.length) }));
}

/** What it reads from the URLs of a running shim; DuckDB asks more often than without a key is allowed. */
async function readFromUrls(script: string, dist: string): Promise<Counted[]> {
  const shim = await startShim({ dist });
  try {
    return await read(script, dist, `http://127.0.0.1:${shim.port}/`, shim.key);
  } finally {
    await shim.close();
  }
}

/** Asserts that a reader finds in the dumps what the API counts, every identifier once. */
function assertCounts(dist: string, counted: readonly Counted[]): void {
  const told = JSON.parse(fs.readFileSync(path.join(dist, 'bulk/index.json'), 'utf8')) as Counted[];
  assert.equal(
    counted.map(({ path, documents }) => ({ path, documents })),
    told.map(({ path, documents }) => ({ path, documents })),
  );
  const { data } = JSON.parse(fs.readFileSync(path.join(dist, 'api/stats.json'), 'utf8'));
  const references = counted.filter(dump => dump.path === 'bulk/references.jsonl.gz');
  assert.is(references.length, 1);
  const identifiers = counted.filter(dump => !references.includes(dump)).flatMap(dump => dump.identifiers);
  assert.is(identifiers.length, data.total_documents);
  assert.is(new Set(identifiers).size, data.total_documents);
  for (const identifier of identifiers) assert.match(identifier, /^\/us\/(usc|cfr|fr)\//);
}

const GZIP = `
import gzip, json, sys
for path in sys.argv[1:]:
    with gzip.open(path, 'rt', encoding='utf-8') as lines:
        found = [json.loads(line)['data']['identifier'] for line in lines]
    print(json.dumps({'path': path, 'documents': len(found), 'identifiers': found}))
`;

const DUCKDB = `
import duckdb, json, sys
for path in sys.argv[1:]:
    found = duckdb.execute('SELECT data.identifier FROM read_json(?)', [path]).fetchall()
    count = duckdb.execute("SELECT count(*) FROM read_json(?, format='newline_delimited')", [path]).fetchone()[0]
    print(json.dumps({'path': path, 'documents': count, 'identifiers': [row[0] for row in found]}))
`;

const WHOLE = `
import duckdb, json
query = "SELECT count(*), count(DISTINCT data.identifier), count(DISTINCT data.source) FROM read_json('bulk/*/*.jsonl.gz', union_by_name=true)"
told = duckdb.execute("SELECT sum(documents) FROM read_json('bulk/index.json') WHERE source IS NOT NULL").fetchone()[0]
print(json.dumps({'path': '', 'documents': int(told), 'identifiers': [str(number) for number in duckdb.execute(query).fetchone()]}))
`;

const python = suiteWhere('python', without(PYTHON, '-c', 'import gzip'));
python("Python's gzip and json can read each dump", async () => {
  const { dist } = await sampleTree();
  assertCounts(dist, await read(GZIP, dist));
});

const duckdb = suiteWhere('duckdb', without(PYTHON, '-c', 'import duckdb, fsspec, aiohttp'));
duckdb('DuckDB can read each dump', async () => {
  const { dist } = await sampleTree();
  assertCounts(dist, await read(DUCKDB, dist));
});

duckdb('DuckDB can read all dumps as one table, and their index as another', async () => {
  const { dist } = await sampleTree();
  const { data } = JSON.parse(fs.readFileSync(path.join(dist, 'api/stats.json'), 'utf8'));
  const total = data.total_documents;
  assert.equal(await read(WHOLE, dist), [
    { path: '', documents: total, identifiers: [`${total}`, `${total}`, '3'] },
  ]);
});

// What DuckDB reads URLs with by itself is a module that it fetches; the other way that it has is a file system of Python's.
const DUCKDB_URLS = `
import datetime, duckdb, fsspec, json, os, sys
urls = fsspec.filesystem('http', client_kwargs={'headers': {'X-API-Key': os.environ['API_KEY']}})
# DuckDB asks for it, and fsspec has no answer.
urls.modified = lambda path: datetime.datetime.now(datetime.timezone.utc)
duckdb.register_filesystem(urls)
for url in sys.argv[1:]:
    found = duckdb.execute('SELECT data.identifier FROM read_json(?)', [url]).fetchall()
    print(json.dumps({'path': url, 'documents': len(found), 'identifiers': [row[0] for row in found]}))
`;

duckdb('DuckDB can read each dump from its URL', async () => {
  const { dist } = await sampleTree();
  assertCounts(dist, await readFromUrls(DUCKDB_URLS, dist));
});

const PANDAS = `
import json, pandas, sys
for url in sys.argv[1:]:
    found = pandas.read_json(url, lines=True).data.str['identifier']
    print(json.dumps({'path': url, 'documents': len(found), 'identifiers': list(found)}))
`;

const pandas = suiteWhere('pandas', without(PYTHON, '-c', 'import pandas'));
pandas('pandas can read each dump from its URL', async () => {
  const { dist } = await sampleTree();
  assertCounts(dist, await readFromUrls(PANDAS, dist));
});

const gzip = suite('gzip');
gzip('a dump has no name, time and system in its header, and is one member', async () => {
  const { dist } = await sampleTree();
  const bytes = fs.readFileSync(path.join(dist, 'bulk/usc/t17.jsonl.gz'));
  assert.equal([...bytes.subarray(0, 10)], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  const index = JSON.parse(fs.readFileSync(path.join(dist, 'bulk/index.json'), 'utf8'));
  const told = index.find((dump: { group: string }) => dump.group === 't17');
  assert.is(bytes.readUInt32LE(bytes.length - 4), told.uncompressed_bytes);
});

for (const tests of [python, duckdb, pandas, gzip]) tests.run();

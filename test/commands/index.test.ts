import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseNodes } from '../../build/search/typesense/connection.ts';
import { adminClient } from '../../build/search/typesense/index/client.ts';
import { FixtureTree, section } from '../helpers/fixture-tree.ts';
import { API_KEY, startTypesense, typesenseBinary } from '../helpers/typesense-server.ts';
import { until } from '../helpers/until.ts';
import { closeAfter } from '../runner/leftovers.cjs';

const LAUNCH = join(import.meta.dirname, '../../build/launch.cjs');
const NOWHERE = 'http://127.0.0.1:9';

interface Result {
  code: number | null;
  output: string;
}

function index(args: string[], env: NodeJS.ProcessEnv): Promise<Result> {
  return new Promise((resolve, reject) => {
    const { TYPESENSE_URL: _, TYPESENSE_API_KEY: __, DIST: ___, ...inherited } = process.env;
    const child = spawn(process.execPath, [LAUNCH, 'index', ...args], {
      env: { ...inherited, ...env },
    });
    closeAfter(() => child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    child.stderr.on('data', chunk => (output += chunk));
    child.on('error', reject);
    child.on('close', code => {
      assert.not(output.includes(API_KEY), 'the key is never printed');
      resolve({ code, output });
    });
  });
}

const tree = new FixtureTree([section(17, '106', 'Exclusive rights', 'The owner has rights.')]);

test('--help prints the usage', async () => {
  const { code, output } = await index(['--help'], {});
  assert.is(code, 0);
  assert.match(output, '--dist DIR');
});

test('a usage error exits with 2', async () => {
  const env = { TYPESENSE_URL: NOWHERE, TYPESENSE_API_KEY: API_KEY };
  const wrong = async (args: string[], rest: NodeJS.ProcessEnv, message: string) => {
    const { code, output } = await index(args, rest);
    assert.is(code, 2);
    assert.match(output, message);
    assert.match(output, '--help');
  };
  await wrong(['--dits', 'x'], env, '--dits');
  await wrong(['--dist', join(tree.directory, 'none')], env, 'is no finished tree');
  await wrong([], { TYPESENSE_API_KEY: API_KEY }, 'TYPESENSE_URL is not set');
  await wrong([], { TYPESENSE_URL: NOWHERE }, 'TYPESENSE_API_KEY is not set');
});

test('an unreachable server exits with 1', async () => {
  const { code, output } = await index(['--dist', tree.directory], {
    TYPESENSE_URL: NOWHERE,
    TYPESENSE_API_KEY: API_KEY,
  });
  assert.is(code, 1);
  assert.match(output, 'Typesense cannot be reached (ECONNREFUSED).');
});

const binary = typesenseBinary();
if (binary) {
  test('a wrong key exits with 1, the right one fills the index', async () => {
    const server = await startTypesense(binary);
    const env = { TYPESENSE_URL: server.url, TYPESENSE_API_KEY: 'wrong', DIST: tree.directory };
    const refused = await index([], env);
    assert.is(refused.code, 1);
    assert.match(refused.output, 'refuses the key');
    assert.not(refused.output.includes('wrong'));

    const done = await index([], { ...env, TYPESENSE_API_KEY: API_KEY });
    assert.is(done.code, 0);
    assert.match(done.output, 'served as pandect: replaced');
    assert.match(done.output, 'Documents: 1; 1 compared, 1 written, 0 removed');
    const again = await index([], { ...env, TYPESENSE_API_KEY: API_KEY });
    assert.match(again.output, 'served as pandect: unchanged');
    await server.stop();
  });

  test('a killed run is continued by the next one', async () => {
    const server = await startTypesense(binary);
    const client = adminClient(parseNodes(server.url), API_KEY, 5);
    const documents = Array.from({ length: 20 }, (_, i) =>
      section(1, `${i}`, `Large ${i}`, `w${i} filler `.repeat(110_000)),
    );
    const large = new FixtureTree(documents);
    large.publish(documents);
    const env = { TYPESENSE_URL: server.url, TYPESENSE_API_KEY: API_KEY, DIST: large.directory };
    const child = spawn(process.execPath, [LAUNCH, 'index'], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    closeAfter(() => child.kill('SIGKILL'));
    const ended = once(child, 'close');
    const taken = async (): Promise<number> => {
      const [collection] = await client.collections().retrieve();
      return collection?.num_documents ?? 0;
    };
    // One record describes the collection, and each document has two.
    await until(async () => (await taken()) > 2 || child.exitCode !== null);
    child.kill('SIGKILL');
    await ended;
    assert.is(child.exitCode, null, 'it was killed before its end');
    const { code, output } = await index([], env);
    assert.is(code, 0, output);
    const written = Number(/20 compared, (\d+) written/.exec(output)?.[1]);
    assert.ok(written > 0 && written < 20, output);
    assert.match((await index([], env)).output, '0 compared');
    await server.stop();
  });
}

test.run();

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CHECKS } from '../../../shim/doctor/checks.ts';
import { run } from '../../helpers/commands.ts';
import { newKeysFile } from '../../helpers/key-records.ts';
import { sampleTree } from '../../helpers/tree.ts';

/** `npm run doctor`. */

const LAUNCH = join(import.meta.dirname, '../../../build/launch.cjs');

test('a sound machine has a line for each check, and exit code 0', async () => {
  const { dist } = await sampleTree();
  const env = { KEYS_FILE: newKeysFile(), MAX_CONNECTIONS: '10', PORT: '0' };
  const { code, stdout, stderr } = await run('doctor', ['--dist', dist], env);
  assert.equal([code, stderr], [0, ''], stdout);
  const lines = stdout.trimEnd().split('\n');
  assert.equal(
    lines.slice(0, -1).map(line => line.slice(9, 26).trim()),
    ['settings', ...CHECKS.map(({ name }) => name)],
  );
  for (const line of lines.slice(0, -1)) assert.match(line, /^(ok|warning) .*[.]( → .*)?$/);
  assert.match(lines.at(-1) ?? '', /^0 problems, \d warnings?$/);
});

test('a problem has exit code 1, in JSON too, and settings of all kinds are reported', async () => {
  const env = { KEYS_FILE: newKeysFile(), LOG_LEVEL: 'loud', PORT: 'x', DIST: '/no/such/tree' };
  const { code, stdout } = await run('doctor', ['--json'], env);
  assert.is(code, 1);
  const { problems, checks } = JSON.parse(stdout);
  const wrong = checks.filter(({ state }: { state: string }) => state === 'problem');
  assert.is(problems, wrong.length);
  assert.equal(
    wrong.map(({ check }: { check: string }) => check),
    ['settings', 'settings', 'tree', 'catalog'],
  );
  assert.is((await run('doctor', ['--nope'])).code, 2);
});

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('the reported limit of open files is that of the process', async () => {
  const { dist } = await sampleTree();
  const args = ['-c', `ulimit -n 1024; exec "$0" "$@"`, process.execPath, LAUNCH, 'doctor', '--dist', dist];
  const { stdout } = spawnSync('sh', args, { encoding: 'utf8', env: { PATH: process.env.PATH, PORT: '0' } });
  assert.match(stdout, /^PROBLEM {2}open files {7}only 1024 files may be open, and MAX_CONNECTIONS is 3000/m);
});

test.run();

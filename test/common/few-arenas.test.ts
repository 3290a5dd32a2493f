import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../helpers/tree.ts';

/** Commands that build start again with few arenas of memory, in the same process. */

const launch = path.resolve(import.meta.dirname, '../../build/launch.cjs');

/** Runs a command with `--help` behind a module that is loaded first. */
function run(name: string, preload: string, arenas?: string) {
  const file = path.join(temporaryFolder(), 'preload.cjs');
  fs.writeFileSync(file, preload);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', file, '--stack-size=900', launch, name, '--help'],
    { env: { ...process.env, MALLOC_ARENA_MAX: arenas }, encoding: 'utf8' },
  );
  return { status, stdout, stderr, file };
}

/** Tells what would be started, and ends. */
const TOLD = `process.execve = (file, args, env) => {
  process.stdout.write(JSON.stringify({ file, args, arenas: env.MALLOC_ARENA_MAX, path: env.PATH }));
  process.exit(7);
};`;

for (const name of ['start', 'import', 'update', 'build', 'index'])
  test(`${name} starts again with few arenas, the same flags and arguments`, () => {
    const { status, stdout, file } = run(name, TOLD);
    assert.is(status, 7);
    const args = [process.execPath, '--require', file, '--stack-size=900', launch, name, '--help'];
    assert.equal(JSON.parse(stdout), { file: process.execPath, args, arenas: '2', path: process.env.PATH });
  });

const having = (name: string, value: string): string =>
  `${TOLD}\nObject.defineProperty(process, '${name}', { value: ${value} });`;

test('a command goes on as it is where its operator chose, with a channel to its parent or bounded permissions, and where it builds nothing', () => {
  for (const { status, stdout } of [
    run('build', TOLD, ''),
    run('build', TOLD, '8'),
    run('build', having('channel', '{}')),
    run('build', having('permission', '{}')),
    run('verify', TOLD),
  ]) {
    assert.is(status, 0);
    assert.match(stdout, /^Usage: npm run /);
  }
});

test('other systems have no arenas', () => {
  const code = `require(${JSON.stringify(path.resolve(launch, '../common/few-arenas.cjs'))}).restartWithFewArenas();`;
  const env = { ...process.env, MALLOC_ARENA_MAX: undefined };
  for (const [platform, status] of [
    ['linux', 7],
    ['darwin', 0],
    ['win32', 0],
  ] as const) {
    const program = `${having('platform', `'${platform}'`)}\n${code}`;
    assert.is(spawnSync(process.execPath, ['-e', program], { env }).status, status, platform);
  }
});

test('the program that starts again is the same process, and says nothing of it', () => {
  const { status, stdout, stderr } = run(
    'build',
    "require('node:fs').writeSync(1, process.pid + ' ' + process.env.MALLOC_ARENA_MAX + '\\n');",
  );
  assert.equal([status, stderr], [0, '']);
  const told = /^(?:(\d+) undefined\n)(?:(\d+) 2\n)?Usage: npm run build/.exec(stdout);
  // Node before 22.15 cannot start again.
  const isAble = process.platform === 'linux' && 'execve' in process;
  assert.ok(told, stdout);
  assert.is(told[2], isAble ? told[1] : undefined);
});

test.run();

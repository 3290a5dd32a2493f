import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../helpers/tree.ts';
import { TestProcess } from './process.cjs';

const FILES = path.join(import.meta.dirname, 'files');
const ROOT = path.join(import.meta.dirname, '../..');
const file = (name: string): string => path.join(FILES, `${name}.ts`);

/** Far more than anything here takes, and far less than a process may take to end after tests that passed. */
const BOUND_MS = 90_000;

test('leftovers of a failed test are ended, and its file is named', async () => {
  const tests = new TestProcess({ failedEndMs: 300 });
  const { counts, output, failure } = await tests.run(file('leaves'));
  assert.equal([counts, failure], [{ passed: 0, skipped: 0, total: 1 }, null]);
  assert.match(output, 'this fails');
  assert.is(await tests.end(), 'A test has left something running, in leaves.ts.');
});

test('registered leftovers of a failed test are closed', async () => {
  const tests = new TestProcess({ failedEndMs: BOUND_MS });
  const { counts } = await tests.run(file('kept'));
  assert.equal(counts, { passed: 0, skipped: 0, total: 1 });
  assert.is(await tests.end(), null);
});

test('an endless hook after a failed test ends its file with a message', async () => {
  const tests = new TestProcess({ failedEndMs: 300 });
  const { output, failure } = await tests.run(file('waits'));
  assert.match(output, 'It did not end within 0.3 s of a failed test');
  assert.is(failure, 'its process ended before its tests did (exit code 1)');
});

test('the temporary folders of tests are gone after their process, whether it ends or is killed', async () => {
  for (const [name, end] of [
    ['folder', (tests: InstanceType<typeof TestProcess>) => tests.end()],
    ['folder-killed', async () => null],
  ] as const) {
    const tests = new TestProcess();
    const { output, failure } = await tests.run(file(name));
    const [, folder = ''] = /^made (.+)$/m.exec(output) ?? [];
    assert.ok(path.isAbsolute(folder), output);
    assert.is(failure, name === 'folder' ? null : 'its process ended before its tests did (SIGKILL)');
    assert.is(fs.existsSync(folder), name === 'folder', 'while the process runs');
    assert.is(await end(tests), null);
    assert.not(fs.existsSync(folder));
  }
});

test('after a failed test the other tests of its file run', async () => {
  const tests = new TestProcess();
  const { counts, output } = await tests.run(file('goes-on'));
  assert.equal(counts, { passed: 2, skipped: 0, total: 3 });
  for (const told of ['the second test ran', 'the other suite ran', 'what is behind ran'])
    assert.match(output, told);
  assert.is(await tests.end(), null);
});

test('a test that throws what is no error is named, with what it threw, and the others run', async () => {
  const tests = new TestProcess();
  const { counts, output } = await tests.run(file('throws'));
  assert.equal(counts, { passed: 1, skipped: 0, total: 4 });
  for (const told of [
    ...['"throws {"status":404,"details":{"bell":"one"}}"', "{ status: 404, details: { bell: 'one' } }"],
    ...['"throws "two bells""', "'two bells'", '"throws undefined"', 'the last test ran'],
  ])
    assert.match(output, told);
  assert.is(await tests.end(), null);
});

test('with bail no test runs after a failed one, but hooks do, and leftovers are not awaited', async () => {
  const tests = new TestProcess({ bail: true, failedEndMs: BOUND_MS });
  const { counts, output } = await tests.run(file('goes-on'));
  assert.ok(counts.passed < counts.total);
  assert.not.match(output, /the (second test|other suite) ran/);
  assert.match(output, 'what is behind ran');
  assert.is(await tests.end(), null);
  const leaving = new TestProcess({ bail: true, failedEndMs: BOUND_MS });
  await leaving.run(file('leaves'));
  assert.is(await leaving.end(), null);
});

const FAILED_END = /^const FAILED_END_MS = .*$/m;
const TABLE = 'test/runner/slow-files.txt';

/** Runs these files as tests of a project of its own. @param slow its table of slow files */
async function runAll(
  names: readonly string[],
  flags: readonly string[] = [],
  slow = '',
): Promise<{ code: number | null; output: string; root: string }> {
  const root = temporaryFolder();
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  fs.copyFileSync(path.join(ROOT, 'package.json'), path.join(root, 'package.json'));
  fs.cpSync(import.meta.dirname, path.join(root, 'test/runner'), {
    recursive: true,
    filter: name => !name.endsWith('.ts'),
  });
  // What is left running stays so: the copy need not wait for it as long as a real run does.
  const runner = path.join(root, 'test/runner/process.cjs');
  const program = fs.readFileSync(runner, 'utf8');
  assert.match(program, FAILED_END);
  fs.writeFileSync(runner, program.replace(FAILED_END, 'const FAILED_END_MS = 2000;'));
  fs.writeFileSync(path.join(root, TABLE), slow);
  for (const [i, name] of names.entries())
    fs.copyFileSync(file(name), path.join(root, `test/${i}-${name}.test.ts`));
  const child = spawn(process.execPath, ['test/runner/main.cjs', '--processes=1', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: BOUND_MS,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, output, root };
}

test('npm test runs each file in a process, and names one that failed and goes on', async () => {
  const { code, output } = await runAll(['passes', 'leaves', 'passes', 'passes']);
  assert.is(code, 1, output);
  assert.match(
    output,
    /A test has left something running, in one of 0-passes\.test\.ts, 1-leaves\.test\.ts\./,
  );
  const [first, second, third] = [...output.matchAll(/process (\d+)/g)].map(([, pid]) => pid);
  assert.is.not(first, second);
  assert.is(second, third);
  assert.match(output, /Passed: +3\n/);
});

test('npm test --bail runs no file after a failed one', async () => {
  const { code, output } = await runAll(['passes', 'leaves', 'passes'], ['--bail']);
  assert.is(code, 1, output);
  assert.is(output.match(/process \d+/g)?.length, 1);
  assert.not.match(output, /left something running/);
});

test('npm test --quick runs all files except slow ones', async () => {
  const { code, output } = await runAll(['passes', 'leaves'], ['--quick'], '5 1-leaves.test.ts\n');
  assert.is(code, 0, output);
  assert.match(output, /Total: +1\n/);
  assert.not.match(output, '1-leaves');
});

test('npm test --measure writes new times, and keeps the old ones if a test fails', async () => {
  const table = '# a remark\n 999 0-passes.test.ts\n';
  const measured = await runAll(['passes'], ['--measure'], table);
  // A busy machine may take long enough for a new line.
  assert.match(fs.readFileSync(path.join(measured.root, TABLE), 'utf8'), /^# a remark\n(?!.*999 )/s);
  const failed = await runAll(['passes', 'leaves'], ['--measure', '--bail'], table);
  assert.is(fs.readFileSync(path.join(failed.root, TABLE), 'utf8'), table);
  const unasked = await runAll(['passes'], [], table);
  assert.is(fs.readFileSync(path.join(unasked.root, TABLE), 'utf8'), table);
});

test.run();

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** On the machine of a user without the programs that some tests need, those are skipped, whatever hooks they have; in CI they fail. */
const PROGRAM = `
  import { suiteWhere } from ${JSON.stringify(join(import.meta.dirname, 'needs.ts'))};
  const tests = suiteWhere('hindered', 'no such program');
  const never = () => { throw new Error('This must not run'); };
  tests.before(never);
  tests.before.each(never);
  tests.after(never);
  tests.after.each(never);
  tests('a test', never);
  tests.run();`;

function run(env: NodeJS.ProcessEnv): { status: number | null; output: string } {
  const args = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test('a test whose needs are missing is skipped with its hooks and reported', () => {
  const { status, output } = run({ CI: undefined });
  assert.is(status, 0, output);
  assert.match(output, 'SKIPPED: a test: no such program');
  assert.match(output, /Skipped: +1\b/);
});

test('in CI a test whose needs are missing fails', () => {
  const { status, output } = run({ CI: 'true' });
  assert.is(status, 1, output);
  assert.match(output, 'no such program');
  assert.not.match(output, 'This must not run');
});

test.run();

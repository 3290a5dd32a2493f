import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { command, UsageError } from '../../build/common/command-line.ts';

/** What a command of one flag writes, and its exit code. */
async function outcome(
  args: string[],
  execute: (flag: string | undefined, operands: string[]) => number | undefined,
) {
  const written = { stdout: '', stderr: '' };
  const { stdout, stderr } = process;
  const [out, err] = [stdout.write, stderr.write];
  const into = (name: keyof typeof written) => (text: string | Uint8Array) => {
    written[name] += text;
    return true;
  };
  [stdout.write, stderr.write] = [into('stdout'), into('stderr')];
  try {
    const run = command({
      usage: 'Usage\n',
      options: { flag: { type: 'string' } },
      takesOperands: true,
      explain: error => `explained: ${(error as Error).message}`,
      execute: async ({ flag }, operands) => execute(flag, operands),
    });
    return { code: await run(args), ...written };
  } finally {
    [stdout.write, stderr.write] = [out, err];
  }
}

const nothing = { stdout: '', stderr: '' };

test('a command gets flags and operands, and returns its exit code', async () => {
  const code = (flag: string | undefined, operands: string[]) => (flag === 'a' ? operands.length : undefined);
  assert.equal(await outcome(['--flag', 'a', 'b', 'c'], code), { code: 2, ...nothing });
  assert.equal(await outcome([], code), { code: undefined, ...nothing });
});

test('--help prints the usage on standard output, with any other flags', async () => {
  const fail = () => assert.unreachable() as undefined;
  assert.equal(await outcome(['x', '--help'], fail), { code: 0, stdout: 'Usage\n', stderr: '' });
});

test('wrong usage exits with 2 and prints the usage', async () => {
  const { code, stdout, stderr } = await outcome(['--nope'], () => 0);
  assert.equal([code, stdout], [2, '']);
  assert.match(stderr, /--nope[\s\S]*\n\nUsage\n$/);
  const refuse = () => {
    throw new UsageError('no such place');
  };
  assert.equal(await outcome([], refuse), { code: 2, stdout: '', stderr: 'no such place\n\nUsage\n' });
});

test('a failure exits with 1 and an explanation', async () => {
  const fail = () => {
    throw new Error('broken');
  };
  assert.equal(await outcome([], fail), { code: 1, stdout: '', stderr: 'explained: broken\n' });
});

test.run();

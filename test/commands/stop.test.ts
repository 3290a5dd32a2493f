import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { Lines } from '../helpers/lines.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';

/** What is left of a command when npm, which started it, is ended. */

const ROOT = path.join(import.meta.dirname, '../..');

/** Some of them put the program in their own place, some stay as its parent. */
const SHELLS = ['dash', 'bash', 'ash', 'zsh'].flatMap(shell => {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${shell}`], { encoding: 'utf8' });
  return status === 0 ? [stdout.trim()] : [];
});

const groups = new Set<number>();
process.on('exit', () => {
  for (const group of groups) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // Nothing is left of it.
    }
  }
});

/** A command as the user runs it, as the leader of a process group of its own. */
function npm(args: string[], env: NodeJS.ProcessEnv): { child: ChildProcess; output: Lines } {
  const child = spawn('npm', args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  groups.add(child.pid as number);
  return { child, output: new Lines(child.stdout, child.stderr) };
}

const isUp = (port: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Once its output ends, no process is left that could write to it. */
async function assertNothingLeft({ child, output }: ReturnType<typeof npm>): Promise<void> {
  await until(() => child.stdout?.readableEnded === true, { seen: output.text });
  assert.not.match(output.text(), /\n +at /);
}

async function untilServing(server: ReturnType<typeof npm>): Promise<string> {
  const [, port] = await server.output.match(/listening at http:\S+:(\d+)\. Try/);
  return port as string;
}

for (const shell of SHELLS) {
  for (const script of ['start', 'serve']) {
    test(`SIGTERM to npm ends the server: npm ${script} in ${shell}`, async () => {
      const { dist } = await sampleTree();
      const env = { DIST: dist, PORT: '0' };
      const server = npm(['run', script, `--script-shell=${shell}`], env);
      const port = await untilServing(server);
      assert.ok(await isUp(port));
      process.kill(server.child.pid as number, 'SIGTERM');
      await until(async () => !(await isUp(port)), { seen: server.output.text });
      await assertNothingLeft(server);
    });
  }
}

for (const signal of ['SIGINT', 'SIGHUP'] as const) {
  test(`${signal} of a terminal, sent to the whole group, ends the server of npm start`, async () => {
    const { dist } = await sampleTree();
    const server = npm(['start'], { DIST: dist, PORT: '0' });
    const port = await untilServing(server);
    process.kill(-(server.child.pid as number), signal);
    await until(async () => !(await isUp(port)), { seen: server.output.text });
    await assertNothingLeft(server);
  });
}

test('SIGTERM to npm ends npm run build', async () => {
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  const dist = path.join(folder, 'dist');
  writeCorpus(corpus, { documents: 6000, seed: 1 });
  const build = npm(['run', 'build'], { CORPUS: corpus, DIST: dist });
  const { staging } = workspacesOf(dist)[0];
  await until(() => fs.existsSync(staging), { seen: build.output.text });
  process.kill(build.child.pid as number, 'SIGTERM');
  await assertNothingLeft(build);
  assert.not(fs.existsSync(dist), 'it ended before it was done');
});

test.run();

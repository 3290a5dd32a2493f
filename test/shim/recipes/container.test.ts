import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { run, start, untilListening } from '../../helpers/commands.ts';
import { testWhere } from '../../helpers/needs.ts';
import { NOBODY, readableTree, withOtherUser } from '../../helpers/other-user.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { until } from '../../helpers/until.ts';
import { absenceOf, RECIPES, recipe, runProgram } from './recipe.ts';

/** The container file. Where there is no daemon the image cannot be made; what it holds can, and it runs. */

const ROOT = join(RECIPES, '../..');

testWhere(test, absenceOf('hadolint'), 'hadolint has no findings', () => {
  assert.equal(runProgram('hadolint', [join(RECIPES, 'Containerfile')]), { code: 0, output: '' });
});

/** `COPY` of the last stage from the project. */
const copied = (): string[] =>
  [
    ...recipe('Containerfile')
      .split(/^FROM /m)
      .at(-1)!
      .matchAll(/^COPY (?!--from)(.+) \S+$/gm),
  ].flatMap(([, names = '']) => names.split(' '));

test('the image copies only what a build may see', () => {
  const allowed = [...recipe('Containerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name]) => name);
  assert.equal(copied().sort(), allowed.sort());
  assert.match(recipe('Containerfile.dockerignore'), /^\*$/m);
});

test('the image runs the shim itself, and not as root', () => {
  const text = recipe('Containerfile');
  assert.match(text, /\nUSER 10001:10001\n/);
  assert.match(text, /\nENTRYPOINT \["node", "build\/launch.cjs"\]\nCMD \["serve"\]\n$/);
  assert.match(text, /npm ci --omit=dev/);
});

/** The project's folder of the image: packages without those of development. */
function image(): string {
  const folder = join(temporaryFolder(), 'pandect');
  for (const name of copied()) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [place, { dev }] of Object.entries<{ dev?: boolean }>(packages)) {
    const isTop = /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place);
    if (!isTop || dev || !existsSync(join(ROOT, place))) continue;
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    symlinkSync(join(ROOT, place), join(folder, place));
  }
  return folder;
}

withOtherUser(
  test,
  "the image's files serve as a user without write access, and the health check notices the end",
  async () => {
    const root = image();
    chmodSync(dirname(root), 0o755);
    const warmed = spawnSync(process.execPath, ['shim/recipes/warm.cjs'], { cwd: root, encoding: 'utf8' });
    assert.is(warmed.status, 0, warmed.stderr);
    const surroundings = { root, cwd: '/', user: NOBODY };
    const shim = start(
      'serve',
      ['--dist', await readableTree(), '--port', '0'],
      { HEALTH_PROBES: 'on', SHUTDOWN_DELAY: '1' },
      surroundings,
    );
    const port = await untilListening(shim);
    const health = (env: NodeJS.ProcessEnv) =>
      spawnSync(process.execPath, [join(root, 'shim/recipes/healthcheck.cjs')], { env }).status;
    const searched = await fetch(`http://127.0.0.1:${port}/api/search?q=lighthouse`);
    assert.is(searched.status, 200);
    assert.is(health({ PORT: `${port}`, HEALTH_PROBES: 'on' }), 0);
    assert.is(health({ PORT: `${port}` }), 0);
    shim.child.kill('SIGTERM');
    // It says so while it still answers.
    await until(() => health({ PORT: `${port}`, HEALTH_PROBES: 'on' }) !== 0);
    assert.is(health({ PORT: `${port}` }), 0);
    assert.is((await shim.finished).code, 0);
    assert.is(health({ PORT: `${port}` }), 1);
    const listed = await run('keys', ['list'], { KEYS_FILE: '/tmp/none.json' }, surroundings);
    assert.is(listed.code, 0, listed.stderr);
  },
);

test.run();

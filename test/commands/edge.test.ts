import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TARGETS } from '../../build/edge/targets.ts';
import { run } from '../helpers/commands.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** `npm run edge`. */

test('each target writes its files with a README, by default beside the tree', async () => {
  const dist = join(temporaryFolder(), 'dist');
  for (const { id } of TARGETS) {
    const { code, stdout, stderr } = await run('edge', [
      id,
      '--dist',
      dist,
      '--origin',
      'https://shim.example.org',
    ]);
    assert.is(code, 0, stderr);
    const readme = join(`${dist}.edge`, id, 'README.md');
    assert.ok(stdout.includes(readme), stdout);
    assert.ok(readFileSync(readme, 'utf8').length > 200, id);
  }
});

test('the configuration has the address to listen at, the origin and the tree', async () => {
  const out = join(temporaryFolder(), 'out');
  const flags = [
    '--dist',
    '/srv/my tree',
    '--listen',
    '[::1]:8123',
    '--origin',
    'https://shim.example.org',
    '--out',
    out,
  ];
  assert.is((await run('edge', ['nginx', ...flags])).code, 0);
  const text = readFileSync(join(out, 'nginx.conf'), 'utf8');
  for (const part of ['listen [::1]:8123;', 'root "/srv/my tree";', 'server shim.example.org:443 ']) {
    assert.ok(text.includes(part), part);
  }
  assert.is((await run('edge', ['caddy', ...flags])).code, 0);
  const caddyfile = readFileSync(join(out, 'Caddyfile'), 'utf8');
  for (const part of [
    'http://:8123',
    'bind ::1',
    'root "/srv/my tree"',
    'reverse_proxy https://shim.example.org:443',
  ])
    assert.ok(caddyfile.includes(part), part);
});

test('nginx spreads requests over several shims', async () => {
  const out = join(temporaryFolder(), 'out');
  const origins = ['http://a:1', 'http://b:2'].flatMap(url => ['--origin', url]);
  assert.is((await run('edge', ['nginx', '--dist', '/srv/tree', ...origins, '--out', out])).code, 0);
  const text = readFileSync(join(out, 'nginx.conf'), 'utf8');
  for (const part of [
    'server a:1 max_fails=3',
    'server b:2 max_fails=3',
    'proxy_next_upstream error timeout non_idempotent;',
  ])
    assert.ok(text.includes(part), part);
  assert.match(readFileSync(join(out, 'README.md'), 'utf8'), /shims at http:\/\/a:1, http:\/\/b:2 answer/);
});

test('wrong usage is exit code 2, and nothing is written', async () => {
  const out = join(temporaryFolder(), 'out');
  for (const args of [
    [],
    ['apache'],
    ['nginx', 'caddy'],
    ['nginx', '--listen', '8080'],
    ['nginx', '--listen', 'a:0'],
    ['nginx', '--listen', 'a:65536'],
    ['nginx', '--listen', 'a;b:80'],
    ['nginx', '--origin', 'shim:3000'],
    ['nginx', '--origin', 'http://shim/path'],
    ['nginx', '--origin', 'http://user@shim'],
    ['nginx', '--dist', '/srv/$x'],
    ['caddy', '--dist', '/srv/`'],
    ['nginx', '--nope'],
    ['caddy', '--origin', 'http://a', '--origin', 'http://b'],
    ['nginx', '--origin', 'http://a', '--origin', 'https://b'],
  ]) {
    const { code, stderr } = await run('edge', [...args, '--out', out]);
    assert.is(code, 2, `${args.join(' ')}: ${stderr}`);
    assert.ok(stderr.includes('Usage: npm run edge'), stderr);
  }
  assert.not.ok(existsSync(out));
});

test.run();

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Command, run } from '../helpers/commands.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** What every command does before it begins. */

const ROOT = path.join(import.meta.dirname, '../..');
const LAUNCH = path.join(ROOT, 'build/launch.cjs');
const COMMANDS: readonly Command[] = [
  'start',
  'fetch',
  'import',
  'update',
  'build',
  'serve',
  'verify',
  'sign',
  'changed',
  'sync',
  'index',
  'edge',
  'keys',
  'mcp',
  'doctor',
  'bench',
];

const { scripts, engines } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

function launch(launcher: string, command: string, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...options, launcher, command, '--help'], {
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** @returns a module that lets Node seem to be of another version */
function pretend(version: string): string {
  const file = path.join(temporaryFolder(), 'version.cjs');
  fs.writeFileSync(
    file,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
  );
  return file;
}

test('every script is one simple command, since shells would not pass on signals', () => {
  for (const command of COMMANDS) assert.is(scripts[command], `node build/launch.cjs ${command}`);
});

test('--help of every command prints its usage on standard output and exits with 0', async () => {
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await run(command, ['--help']);
    assert.equal([code, stderr], [0, ''], command);
    assert.match(stdout, command === 'start' ? 'npm start' : `npm run ${command}`);
  }
});

test('an unknown flag of any command exits with 2 and has no stack', async () => {
  for (const command of COMMANDS) {
    const { code, stdout, stderr } = await run(command, ['--colour']);
    assert.equal([code, stdout], [2, ''], command);
    assert.match(stderr, /--colour/);
    assert.not.match(stderr, /^ +at /m);
  }
});

test('an old Node exits with 2 and one line for every command', () => {
  for (const version of ['20.18.3', '18.20.8', '12.22.12', '9.99.0']) {
    const old = pretend(version);
    for (const command of version === '20.18.3' ? COMMANDS : ['start']) {
      assert.equal(launch(LAUNCH, command, '-r', old), {
        code: 2,
        stdout: '',
        stderr: `Pandect needs Node 20.19 or newer; this is Node ${version}.\n`,
      });
    }
  }
  for (const version of ['20.19.0', '21.0.0', '24.1.0', '100.0.0']) {
    assert.is(launch(LAUNCH, 'keys', '-r', pretend(version)).code, 0, version);
  }
  assert.is(engines.node, '>=20.19');
});

test('old versions of Node can read the entry', () => {
  const code = fs.readFileSync(LAUNCH, 'utf8');
  const asFor = (target: string) => transformSync(code, { target }).code;
  assert.is(asFor('es2016'), asFor('esnext'));
  assert.not.match(code, /require\('node:/);
});

test('missing packages exit with 2 and one line', () => {
  const project = temporaryFolder();
  for (const name of ['build', 'shim', 'package.json', 'package-lock.json']) {
    fs.cpSync(path.join(ROOT, name), path.join(project, name), { recursive: true });
  }
  const launcher = path.join(project, 'build/launch.cjs');
  const none = { code: 2, stdout: '', stderr: 'The packages are missing: run "npm ci" first.\n' };
  for (const command of COMMANDS) assert.equal(launch(launcher, command), none, command);

  const packages = path.join(project, 'node_modules');
  fs.mkdirSync(packages);
  const missing = (name: string) => ({
    code: 2,
    stdout: '',
    stderr: `The package ${name} is missing: run "npm ci".\n`,
  });
  assert.equal(launch(launcher, 'serve'), missing('esbuild'));
  for (const name of ['esbuild', '@esbuild', 'fastify']) link(name, packages);
  const { code, stderr } = launch(launcher, 'serve');
  assert.is(code, 2);
  assert.match(stderr, /^The package [\w@/-]+ is missing: run "npm ci"\.\n$/);
  // Packages that are no part of a bundle are found missing when it runs.
  for (const name of fs.readdirSync(path.join(ROOT, 'node_modules'))) {
    if (!['libsql', '.cache', 'esbuild', '@esbuild', 'fastify'].includes(name)) link(name, packages);
  }
  assert.equal(launch(launcher, 'build'), missing('libsql'));
  fs.rmSync(path.join(packages, '.cache'), { recursive: true });
});

const link = (name: string, packages: string) =>
  fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(packages, name));

test('an unknown command exits with 2 and a list of commands', () => {
  const { status, stderr } = spawnSync(process.execPath, [LAUNCH, 'toString'], { encoding: 'utf8' });
  assert.is(status, 2);
  assert.match(stderr, `There are the commands ${COMMANDS.join(', ')}.`);
});

test.run();

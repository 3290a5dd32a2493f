import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { commandOf, snapshot } from '../helpers/builds.ts';
import { testWhere } from '../helpers/needs.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

/** The oldest version that the project runs on, and a new one: whichever of them this is not. */
const OTHER = process.versions.node.startsWith('20.') ? '24' : '20';

const PATIENCE = 120_000;

/** Runs a program with another version of Node, which npm brings. */
const withOther = (...args: string[]) =>
  spawnSync('npx', ['-y', '-p', `node@${OTHER}`, 'node', ...args], { encoding: 'utf8', timeout: PATIENCE });

function hindrance(): string | null {
  const { status, stdout } = withOther('-p', 'process.version');
  return status === 0 && stdout.startsWith(`v${OTHER}.`) ? null : `npx brings no Node ${OTHER}`;
}

testWhere(test, hindrance(), 'two versions of Node build the same tree, dumps included', () => {
  const folder = temporaryFolder();
  const build = (out: string): string[] =>
    commandOf('build', ['--corpus', SAMPLE_CORPUS, '--out', path.join(folder, out), '--no-search']);
  const other = withOther(...build('other'));
  assert.is(other.status, 0, other.stderr);
  const { node } = JSON.parse(fs.readFileSync(path.join(folder, 'other/build.json'), 'utf8'));
  assert.ok(node.startsWith(`v${OTHER}.`), node);
  const own = spawnSync(process.execPath, build('own'), { encoding: 'utf8' });
  assert.is(own.status, 0, own.stderr);
  const trees = ['own', 'other'].map(name => snapshot(path.join(folder, name)));
  assert.equal(trees[1], trees[0]);
  assert.ok(trees[0]?.some(line => line.startsWith('bulk/usc/t17.jsonl.gz')));
});

test.run();

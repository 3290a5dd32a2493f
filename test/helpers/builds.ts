import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { build } from '../../build/build.ts';
import type { BuildOptions } from '../../build/options.ts';
import { silent } from '../../build/report/progress.ts';
import type { BuildReport } from '../../build/report/report.ts';
import { SAMPLE_CORPUS, temporaryFolder } from './tree.ts';

/** A copy of the sample corpus to edit, and a place for its tree. @param folder a new one, which gets both */
export function editable(folder = temporaryFolder()): { corpus: string; dist: string } {
  const corpus = path.join(folder, 'corpus');
  fs.cpSync(SAMPLE_CORPUS, corpus, { recursive: true });
  return { corpus, dist: path.join(folder, 'dist') };
}

/** Builds in this process. @returns the report and what the user was told */
export async function buildHere(
  corpus: string,
  out: string,
  options: Partial<BuildOptions> = {},
): Promise<BuildReport & { notices: string[] }> {
  const notices: string[] = [];
  const report = await build({
    corpus,
    out,
    keepGoing: false,
    cold: false,
    search: false,
    pages: 'all',
    bulk: true,
    signer: null,
    version: 'test',
    progress: silent,
    notice: message => notices.push(message),
    now: Date.now,
    // As trees have it whose first builds were made by an earlier version.
    firstNumber: 1,
    ...options,
  });
  return { ...report, notices };
}

/** What no build may vary: `build.json`, its signature and the history may, and the search index (build/contract/README.md, Same input, same bytes). */
const VARIES = /^(build\.json(\.minisig)?|\.build|changes|catalog\/search[^/]*)$/;

function* walk(root: string, folder = ''): Generator<{ name: string; full: string; stat: fs.Stats }> {
  for (const entry of fs.readdirSync(path.join(root, folder)).sort()) {
    const name = folder === '' ? entry : `${folder}/${entry}`;
    if (VARIES.test(name)) continue;
    const full = path.join(root, name);
    const stat = fs.statSync(full);
    yield { name, full, stat };
    if (stat.isDirectory()) yield* walk(root, name);
  }
}

export const sha256 = (file: string): string =>
  createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/** Names, modes, modification times and bytes of a tree, one line for each file and folder, the root first. */
export function snapshot(tree: string): string[] {
  const line = (name: string, full: string, stat: fs.Stats): string =>
    [name, stat.mode.toString(8), stat.mtimeMs, stat.isDirectory() ? '' : sha256(full)].join(' ');
  return [
    line('.', tree, fs.statSync(tree)),
    ...Array.from(walk(tree), ({ name, full, stat }) => line(name, full, stat)),
  ];
}

/** Fails with the lines that only one of two trees has. */
export function assertSameTree(tree: string, other: string, message = ''): void {
  const [lines, others] = [new Set(snapshot(tree)), new Set(snapshot(other))];
  const difference = [
    ...[...lines].filter(line => !others.has(line)).map(line => `- ${line}`),
    ...[...others].filter(line => !lines.has(line)).map(line => `+ ${line}`),
  ];
  assert.equal(difference.slice(0, 20), [], message);
}

/** What changes when a file is written, replaced or touched, `build.json` included. */
export function timestamps(tree: string): string[] {
  const line = (name: string, { ino, ctimeMs }: fs.Stats): string => `${name} ${ino} ${ctimeMs}`;
  return [
    line('build.json', fs.statSync(path.join(tree, 'build.json'))),
    ...Array.from(walk(tree), ({ name, stat }) => line(name, stat)),
  ];
}

/** Paths below the tree whose timestamps differ. */
export function touched(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before);
  return after.filter(line => !known.has(line)).map(line => line.slice(0, line.indexOf(' ')));
}

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const TSX = pathToFileURL(path.join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href;

/** Arguments with which Node runs one of the project's commands. */
export const commandOf = (
  command: 'build' | 'verify' | 'changed' | 'sign' | 'import' | 'update',
  args: readonly string[],
): string[] => [path.join(ROOT, 'build/launch.cjs'), command, ...args];

/** Runs a command in a process of its own. */
export function run(
  command: 'build' | 'verify' | 'changed' | 'sign',
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; prefix?: readonly string[]; uid?: number } = {},
): Promise<Ended> {
  const [program, ...rest] = [...(options.prefix ?? []), process.execPath, ...commandOf(command, args)];
  return new Promise((resolve, reject) => {
    const child = spawn(program as string, rest, {
      env: { ...process.env, ...options.env },
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    const ended: Ended = { code: null, out: '', err: '' };
    child.stdout.on('data', chunk => {
      ended.out += chunk;
    });
    child.stderr.on('data', chunk => {
      ended.err += chunk;
    });
    child.on('error', reject);
    child.on('close', code => resolve({ ...ended, code }));
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { codeVersion } from '../../build/common/code-version.cjs';
import type { ChangesEntry } from '../../build/contract/changes.ts';
import { readManifest } from '../../build/files/manifest/read.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { assertSameTree, buildHere, commandOf, TSX } from '../helpers/builds.ts';
import { Follower, indexIn, listIn } from '../helpers/follower.ts';
import { Random } from '../helpers/random.ts';
import { closeAfter } from '../runner/leftovers.cjs';
import { EDITS } from './edits.ts';

export interface KillOptions {
  folder: string;
  documents: number;
  rounds: number;
  seed: number;
}

export interface KillCounts {
  /** By where the build was when it was killed. */
  at: Record<string, number>;
  /** Files that readers read meanwhile. */
  reads: number;
}

/**
 * Kills builds at random moments, in turn incremental ones, cold ones over a tree, and first ones, while a reader
 * walks the tree. After each, the tree must be sound, and the next build must end as an undisturbed one does.
 */
export async function killBuilds({ folder, documents, rounds, seed }: KillOptions): Promise<KillCounts> {
  const random = new Random(seed);
  const corpora = [path.join(folder, 'old'), path.join(folder, 'new')] as const;
  writeCorpus(corpora[0], { documents, seed });
  fs.cpSync(corpora[0], corpora[1], { recursive: true });
  for (let i = 0; i < documents / 4; i++) random.pick(Object.values(EDITS))(corpora[1], random);
  const options = { keepGoing: true, version: codeVersion() };
  const trees = [path.join(folder, 'old-tree'), path.join(folder, 'new-tree')] as const;
  for (const i of [0, 1] as const) await buildHere(corpora[i], trees[i], options);
  const accepted = path.join(folder, 'accepted.json');
  fs.writeFileSync(accepted, JSON.stringify(await acceptedHashes(trees)));

  const out = path.join(folder, 'dist');
  const counts: KillCounts = { at: {}, reads: 0 };
  for (let round = 0; round < rounds; round++) {
    const kind = KINDS[round % KINDS.length] as (typeof KINDS)[number];
    const args = ['--corpus', corpora[1], '--out', out, '--keep-going', '--no-site'];
    if (kind === 'cold') args.push('--cold');
    const anyTime = kind === 'first' || random.chance(0.5);
    let at = OVER;
    // A build that was over before it was killed proves nothing: the next one is killed sooner.
    for (let within = anyTime ? 2000 : 60; at === OVER; within /= 2) {
      assert.ok(within > LEAST_MS, `round ${round}: no build could be killed`);
      if (kind === 'first') remove(out);
      else await buildHere(corpora[0], out, options);
      const former = fs.existsSync(out) ? (indexIn(out)[0] ?? null) : null;
      const follower = new Follower();
      if (former) await follower.takeWhole(out, former);
      const reader = startReader(out, accepted);
      at = await killSomewhere(args, out, anyTime, random.below(Math.ceil(within)));
      counts.at[`${kind}, ${at}`] = (counts.at[`${kind}, ${at}`] ?? 0) + 1;
      if (fs.existsSync(out)) {
        const findings = await verifyTree(out, silent);
        assert.not.ok(hasFindings(findings), `round ${round}: ${JSON.stringify(findings)}`);
      }
      await buildHere(corpora[1], out, options);
      assertSameTree(out, trees[1], `round ${round}: killed ${at}`);
      const made = indexIn(out).filter(({ number }) => number > (former?.number ?? 0));
      // Once, and not another time by the build that went on.
      assert.is(made.length, 1, `round ${round}: killed ${at}`);
      const [entry] = made as [ChangesEntry];
      assert.is(entry.complete, former === null, `round ${round}: killed ${at}`);
      if (!former) await follower.takeWhole(out, entry);
      follower.apply(listIn(out, entry));
      follower.goOnFrom(entry);
      await follower.assertHas(out, `round ${round}: killed ${at}`);
      counts.reads += await reader.end();
    }
  }
  return counts;
}

const KINDS = ['incremental', 'cold', 'incremental', 'first'] as const;

/** Where a build was that was not killed. */
export const OVER = 'already over';
/** From here on a build is killed as soon as it can be; so many more tries there are, by halves. */
const LEAST_MS = 1e-4;

export async function acceptedHashes(trees: readonly string[]): Promise<Record<string, string[]>> {
  const hashes: Record<string, string[]> = {};
  for (const tree of trees) {
    for await (const { path: file, sha256 } of readManifest(tree)) {
      hashes[file] = [...(hashes[file] ?? []), sha256];
    }
  }
  return hashes;
}

function remove(out: string): void {
  for (const name of [out, workspacesOf(out)[0].folder]) fs.rmSync(name, { recursive: true, force: true });
}

export const ended = (child: ChildProcess): Promise<void> =>
  new Promise(resolve => child.once('close', () => resolve()));

/**
 * Runs a build and kills it so many milliseconds after it has begun to stage or, unless at any time, to publish (a first
 * tree is one rename). @returns where it was
 */
async function killSomewhere(
  args: readonly string[],
  out: string,
  anyTime: boolean,
  delay: number,
): Promise<string> {
  const { staging, journal } = workspacesOf(out)[0];
  const child = spawn(process.execPath, commandOf('build', args), { stdio: 'ignore' });
  const end = ended(child);
  const mark = anyTime ? staging : journal;
  while (!fs.existsSync(mark) && child.exitCode === null)
    await new Promise(resolve => setTimeout(resolve, 1));
  await Promise.race([end, new Promise(resolve => setTimeout(resolve, delay).unref())]);
  child.kill('SIGKILL');
  await end;
  if (child.exitCode !== null) return OVER;
  if (fs.existsSync(journal)) return 'publishing';
  return fs.existsSync(staging) ? 'staging' : 'starting or ending';
}

/** @returns a function that ends the reader, and fails with what it saw amiss */
export function startReader(tree: string, accepted: string): { end(): Promise<number> } {
  const script = fileURLToPath(new URL('./reader.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', TSX, script, tree, accepted], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  closeAfter(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  const over = ended(child);
  return {
    async end() {
      child.stdin.end();
      await over;
      const lines = output.trim().split('\n');
      const reads = /^reads: (\d+)$/.exec(lines.pop() ?? '');
      assert.equal(lines, []);
      return Number(reads?.[1]);
    },
  };
}

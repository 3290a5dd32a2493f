import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { acceptedHashes, ended, startReader } from '../build/kill.ts';
import type { Random } from '../helpers/random.ts';
import { assertMirrors, type Nights, syncHere } from './helpers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface KillCounts {
  /** By where the run was when it was killed. */
  at: Record<string, number>;
  /** Files that readers read meanwhile. */
  reads: number;
  /** Files that did not have to be fetched again. */
  resumed: number;
}

/**
 * Kills runs to a directory at random moments, while a reader walks the target. After each the target must be sound, and the next
 * run must complete it.
 */
export async function killSyncs(
  { before, after, folder }: Nights,
  rounds: number,
  random: Random,
): Promise<KillCounts> {
  const mirror = path.join(folder, 'killed');
  const accepted = path.join(folder, 'accepted.json');
  fs.writeFileSync(accepted, JSON.stringify(await acceptedHashes([before, after])));
  const counts: KillCounts = { at: {}, reads: 0, resumed: 0 };
  await syncHere(before, mirror, { allowRollback: true });
  for (let round = 0; round < rounds; round++) {
    const [from, to] = round % 2 === 0 ? [before, after] : [after, before];
    await assertMirrors(mirror, from, `round ${round}`);
    const reader = startReader(mirror, accepted);
    const at = await killSomewhere(
      [to, mirror, '--allow-rollback'],
      mirror,
      round % 3 === 0,
      random.below(60),
    );
    counts.at[at] = (counts.at[at] ?? 0) + 1;
    const findings = await verifyTree(mirror, silent);
    // A publication that has begun may have brought history and signatures that no manifest tells.
    assert.not.ok(hasFindings(findings), `round ${round}, ${at}: ${JSON.stringify(findings).slice(0, 500)}`);
    const { resumed } = await syncHere(to, mirror, { allowRollback: true });
    counts.resumed += resumed;
    await assertMirrors(mirror, to, `round ${round}: killed ${at}`);
    counts.reads += await reader.end();
  }
  return counts;
}

/** @param publishes kill it while it publishes, rather than at any time after it began to fetch @returns where it was */
async function killSomewhere(
  args: string[],
  mirror: string,
  publishes: boolean,
  delay: number,
): Promise<string> {
  const { staging, journal } = workspacesOf(mirror)[0];
  const child = spawn(process.execPath, [path.join(ROOT, 'build/launch.cjs'), 'sync', ...args], {
    stdio: 'ignore',
  });
  const end = ended(child);
  const mark = publishes ? journal : staging;
  // Looked for without a pause: a publication is over within milliseconds.
  while (!fs.existsSync(mark) && child.exitCode === null && child.signalCode === null)
    await new Promise(resolve => setImmediate(resolve));
  const pause = publishes ? delay / 20 : delay;
  const until = performance.now() + pause;
  while (performance.now() < until) await new Promise(resolve => setImmediate(resolve));
  child.kill('SIGKILL');
  await end;
  if (child.exitCode !== null) return 'already over';
  if (fs.existsSync(journal)) return 'publishing';
  return fs.existsSync(staging) ? 'fetching' : 'starting or ending';
}

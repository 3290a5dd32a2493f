import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'uvu';
import { testWhere } from './needs.ts';
import { sampleTree, temporaryFolder } from './tree.ts';

/** Not a user of any system, and allowed nothing that is not everybody's. */
export const NOBODY = { uid: 65_534, gid: 65_534 } as const;

/** Why programs of the project cannot be run as somebody else here; null where they can. */
function hindrance(): string | null {
  if (process.getuid?.() !== 0) return 'only root can run a program as another user';
  const file = fileURLToPath(new URL('../../package.json', import.meta.url));
  // By its whole path: a working directory can be read though nobody else may go there.
  const args = ['-e', 'fs.readFileSync(process.argv[1])', file];
  const tried = spawnSync(process.execPath, args, { ...NOBODY, cwd: '/' });
  return tried.status === 0 ? null : 'the project, or Node, lies where another user cannot read it';
}

/** A test of what a user may not do: root, who may do everything, has somebody else run it. */
export function withOrdinaryUser<T>(
  test: Test<T>,
  name: string,
  run: (user: typeof NOBODY | undefined) => Promise<void>,
): void {
  if (process.getuid?.() === 0) withOtherUser(test, name, () => run(NOBODY));
  else test(name, () => run(undefined));
}

/** A copy of the sample's tree that everybody may read. */
export async function readableTree(): Promise<string> {
  const folder = temporaryFolder();
  const dist = join(folder, 'dist');
  cpSync((await sampleTree()).dist, dist, { recursive: true, preserveTimestamps: true });
  chmodSync(folder, 0o755);
  return dist;
}

/** A test that needs another user. Where there is none it says so; in CI that is a failure. */
export function withOtherUser<T>(test: Test<T>, name: string, run: () => Promise<void>): void {
  testWhere(test, hindrance(), name, run);
}

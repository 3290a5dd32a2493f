import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readChangesIndex } from '../../../build/contract/changes.ts';
import { CHANGES_INDEX } from '../../../build/contract/paths.ts';
import { type Check, ok, problem, warning } from '../finding.ts';

const TOLERANCE_MS = 5000;
const MEND = 'let the clock be set by NTP (timedatectl set-ntp true)';

/** Checks that the clock is not before a known event, and agrees with the disk's. */
export const clock: Check = {
  name: 'clock',
  async run({ settings: { dist, keysFile }, now }) {
    const published = await publishedIn(dist);
    if (published !== null && now() < published - TOLERANCE_MS)
      return problem(
        `the clock says ${new Date(now()).toISOString()}, but the tree was built ${new Date(published).toISOString()}`,
        MEND,
      );
    for (const folder of [path.dirname(keysFile), os.tmpdir()]) {
      const ahead = await aheadIn(folder, now);
      if (ahead === null) continue;
      if (Math.abs(ahead) > TOLERANCE_MS)
        return warning(
          `the file system of ${folder} is ${Math.abs(Math.round(ahead / 1000))} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock`,
          MEND,
        );
      break;
    }
    return ok(new Date(now()).toISOString());
  },
};

/** When the newest build was published, Unix time in milliseconds; null where the tree does not tell. */
async function publishedIn(dist: string): Promise<number | null> {
  const text = await fs.readFile(path.join(dist, CHANGES_INDEX), 'utf8').catch(() => '');
  const [newest] = readChangesIndex(text) ?? [];
  return newest ? Date.parse(newest.published) : null;
}

/** Milliseconds by which a new file is ahead; null where no file can be made. */
async function aheadIn(folder: string, now: () => number): Promise<number | null> {
  const file = path.join(folder, `.pandect-clock-${randomUUID()}`);
  try {
    await fs.writeFile(file, '', { flag: 'wx', mode: 0o600 });
    return (await fs.stat(file)).mtimeMs - now();
  } catch {
    return null;
  } finally {
    await fs.rm(file, { force: true }).catch(() => {});
  }
}

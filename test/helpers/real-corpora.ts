import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'uvu';

const FOLDER = fileURLToPath(new URL('../../../shared/corpora', import.meta.url));
const ARCHIVES = ['usc', 'ecfr', 'fr'].map(source => join(FOLDER, `${source}.tar.gz`));

let reported = false;

/**
 * The real documents, unpacked once for all test processes into a temporary directory that stays. Its name tells the
 * archives' sizes and times, so that other archives unpack anew.
 *
 * @returns a corpus directory, or null where the archives are not there
 * @throws where they are not there in CI: these tests must run there
 */
export function realCorpora(): string | null {
  if (!ARCHIVES.every(archive => existsSync(archive))) {
    if (process.env.CI === 'true') throw new Error(`The real corpora are not in ${FOLDER}`);
    if (!reported) console.log('SKIP: the real corpora are not there; tests with real documents do not run');
    reported = true;
    return null;
  }
  const unpacked = join(tmpdir(), `pandect-corpora-${archivesKey()}`);
  if (!existsSync(unpacked)) unpack(unpacked);
  return unpacked;
}

/** Registers a test on the real documents; without them it is a visible skip, and in CI a failure. */
export function realTest(test: Test, name: string, run: (corpora: string) => void | Promise<void>): void {
  const isThere = ARCHIVES.every(archive => existsSync(archive));
  if (isThere || process.env.CI === 'true') {
    test(name, () => run(realCorpora()!));
    return;
  }
  console.log(`SKIP ${name}: the real corpora are not there`);
  test.skip(name);
}

/** The paths of all real documents, sorted; a converter's README.md and `_…` files are none. */
export function realDocuments(corpora: string): string[] {
  return readdirSync(corpora, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /^(?!_|README\.md$).*\.md$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

function archivesKey(): string {
  const hash = createHash('sha256');
  for (const archive of ARCHIVES) {
    const { size, mtimeMs } = statSync(archive);
    hash.update(`${archive} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex').slice(0, 12);
}

/** The directory appears whole, by a rename: another process may look at it, or unpack as well, at the same time. */
function unpack(target: string): void {
  const temporary = mkdtempSync(join(tmpdir(), 'pandect-unpacking-'));
  const corpora = join(temporary, 'corpora');
  mkdirSync(corpora);
  for (const archive of ARCHIVES) execFileSync('tar', ['xzf', archive, '-C', corpora]);
  try {
    renameSync(corpora, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

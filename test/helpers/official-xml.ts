import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Test } from 'uvu';
import { testWhere } from './needs.ts';

const FOLDER = fileURLToPath(new URL('../../../shared/official-xml', import.meta.url));

/** What the archives hold: titles, issues and documents as published; several editions; other forms of the same. */
export type Archive = 'official-xml' | 'editions' | 'other-forms';

const fileOf = (archive: Archive): string => join(FOLDER, `${archive}.tar.xz`);

/** Registers a test on official XML; where that is not there it is a visible skip, and in CI a failure. */
export function officialTest(
  test: Test,
  archive: Archive,
  name: string,
  run: (folder: string) => void | Promise<void>,
): void {
  const hindrance = existsSync(fileOf(archive)) ? null : `there is no ${fileOf(archive)}`;
  testWhere(test, hindrance, name, () => run(unpacked(archive)));
}

/** Unpacked once for all test processes; the name tells the archive's size and time, so that another one unpacks anew. */
export function unpacked(archive: Archive): string {
  const { size, mtimeMs } = statSync(fileOf(archive));
  const target = join(tmpdir(), `pandect-${archive}-${size}-${Math.round(mtimeMs)}`);
  if (existsSync(target)) return target;
  const temporary = mkdtempSync(join(tmpdir(), 'pandect-unpacking-'));
  const folder = join(temporary, 'xml');
  mkdirSync(folder);
  execFileSync('tar', ['xJf', fileOf(archive), '-C', folder]);
  try {
    renameSync(folder, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return target;
}

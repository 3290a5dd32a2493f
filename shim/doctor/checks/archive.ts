import fs from 'node:fs/promises';
import path from 'node:path';
import { ArchivedVersions } from '../../../build/archive/archived-versions.ts';
import { isTreePath } from '../../../build/contract/file-names.ts';
import { type Check, type Finding, ok, problem, warning } from '../finding.ts';
import { readManifestRoot } from './tree.ts';

/** How many lists of versions are looked at in each part of the manifest, the largest first: many have one version alone. */
const LISTS = 200;
/** Bytes. Of larger parts of the manifest only so much is read. */
const MOST_READ = 16 * 1024 * 1024;

const SET =
  'set ARCHIVE, or --archive, to the archive of the build; "npm run verify -- --archive DIR" reads all of it';

/** Checks that former versions which the tree has no files of can be read from the archive. */
export const archive: Check = {
  name: 'archive',
  async run({ settings: { dist, archive: folder } }) {
    const { file, isSure } = await missingVersion(dist);
    if (file === null && !isSure)
      return ok('no list of versions that was looked at names a former version, and others may');
    if (file === null)
      return folder === null
        ? ok('all former versions are files of the tree, or there are none')
        : warning(`${dist} needs no archive: its former versions are files`, 'leave ARCHIVE unset');
    if (folder === null)
      return problem(`${dist} leaves former versions in an archive, and none is named: ${file}`, SET);
    return await readFrom(folder, dist, file);
  },
};

async function readFrom(folder: string, dist: string, file: string): Promise<Finding> {
  const versions = new ArchivedVersions(folder);
  try {
    const read = (name: string) => fs.readFile(path.join(dist, name), 'utf8');
    await versions.content(file, read);
    return ok(`former versions are read from ${folder}`);
  } catch (error) {
    return problem(`${file} cannot be read from ${folder}: ${(error as Error).message}`, SET);
  } finally {
    versions.close();
  }
}

interface Missing {
  /** A former version that a list of the tree names and that is no file of it; null where none was found. */
  file: string | null;
  /** Whether there is none where none was found. */
  isSure: boolean;
}

async function missingVersion(dist: string): Promise<Missing> {
  const root = await readManifestRoot(dist);
  let isSure = true;
  if (typeof root === 'string') return { file: null, isSure };
  for (const part of root.parts) {
    if (!/^manifest\/[a-z]+\/versions\//.test(part.path)) continue;
    const text = await beginningOf(path.join(dist, part.path), Math.min(part.bytes, MOST_READ));
    const lists = Array.from(
      text.matchAll(/^\{"path":"([^"\\]*\/versions\.json)","bytes":(\d+)/gm),
      ([, list = '', bytes]) => ({ list, bytes: Number(bytes) }),
    ).sort((a, b) => b.bytes - a.bytes);
    if (part.bytes > MOST_READ || lists.length > LISTS) isSure = false;
    for (const { list } of lists.slice(0, LISTS)) {
      const file = await formerIn(dist, list);
      // A list names files of one kind: the first tells of all others.
      if (file === null) continue;
      const isThere = (await fs.stat(path.join(dist, file)).catch(() => null)) !== null;
      return { file: isThere ? null : file, isSure: true };
    }
  }
  return { file: null, isSure };
}

/** The file of a former version in a list; null where there is none. */
async function formerIn(dist: string, list: string): Promise<string | null> {
  if (!isTreePath(list)) return null;
  try {
    const text = await fs.readFile(path.join(dist, list), 'utf8');
    const { data } = JSON.parse(text) as { data: { url: string }[] };
    const name = data.map(({ url }) => /\?on=(.+)$/.exec(url)?.[1]).find(found => found !== undefined);
    return name === undefined ? null : `${list.slice(0, -'.json'.length)}/${name}.json`;
  } catch {
    return null;
  }
}

/** @param length in bytes */
async function beginningOf(file: string, length: number): Promise<string> {
  const handle = await fs.open(file).catch(() => null);
  if (!handle) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isTreePath } from '../../../build/contract/file-names.ts';
import { isCount, isDigest } from '../../../build/contract/json-values.ts';
import { MANIFEST_URL } from '../../../build/contract/paths.ts';
import { type Check, codeOf, type Finding, ok, problem, warning } from '../finding.ts';

/** How many parts of the manifest are checked, and how many files of each. */
const [PARTS, FILES] = [5, 5];
/** Bytes. Of larger files only the size is checked. */
const MAX_READ = 8 * 1024 * 1024;
/** A build may publish another tree meanwhile, so the check is repeated. */
const ATTEMPTS = 2;

const MANIFEST = MANIFEST_URL.slice(1);
const VERIFY = 'take the tree from where it was built again; "npm run verify" tells all that differs';

interface Listed {
  path: string;
  bytes: number;
  sha256: string;
}

export interface ManifestRoot {
  build: string;
  documents: Record<string, number>;
  parts: Listed[];
}

/** Checks that the tree exists, and that a few of its files match the manifest. */
export const tree: Check = {
  name: 'tree',
  async run({ settings: { dist } }) {
    const stat = await fs.stat(dist).catch(() => null);
    if (!stat?.isDirectory()) return problem(`there is no tree ${dist}`, '"npm run build" makes one');
    for (let attempt = 1; ; attempt++) {
      const found = await spotChecks(dist);
      if (found.state !== 'problem' || attempt === ATTEMPTS) return found;
    }
  },
};

async function spotChecks(dist: string): Promise<Finding> {
  const root = await readManifestRoot(dist);
  if (typeof root === 'string')
    return root === 'ENOENT'
      ? warning(`${dist} has no ${MANIFEST}: it cannot be checked or mirrored`, VERIFY)
      : problem(`${MANIFEST} of ${dist} cannot be used: ${root}`, VERIFY);
  let checked = 0;
  for (const part of spread(root.parts, PARTS)) {
    const text = await contentOf(dist, part);
    if (text === null) return problem(`${part.path} of ${dist} is not what ${MANIFEST} says`, VERIFY);
    for (const line of spread(text.toString().trimEnd().split('\n').filter(Boolean), FILES)) {
      const file = listedIn(line);
      if (file === null) return problem(`${part.path} of ${dist} has a line that lists no file`, VERIFY);
      if ((await contentOf(dist, file)) === null)
        return problem(`${file.path} of ${dist} is missing, or not what the manifest says`, VERIFY);
      checked++;
    }
  }
  return ok(
    `${dist} holds build ${root.build.slice(0, 12)}; ${checked} files of it are what its manifest says`,
  );
}

export async function readManifestRoot(dist: string): Promise<ManifestRoot | string> {
  try {
    const root = JSON.parse(await fs.readFile(path.join(dist, MANIFEST), 'utf8')) as ManifestRoot | null;
    const isSound =
      root !== null &&
      isDigest(root.build) &&
      typeof root.documents === 'object' &&
      Array.isArray(root.parts) &&
      root.parts.every(isListed);
    return isSound ? root : 'it is no manifest of a tree';
  } catch (error) {
    return codeOf(error);
  }
}

const isListed = (file: Partial<Listed> | null): file is Listed =>
  typeof file?.path === 'string' && isTreePath(file.path) && isCount(file.bytes) && isDigest(file.sha256);

function listedIn(line: string): Listed | null {
  try {
    const file: unknown = JSON.parse(line);
    return isListed(file as Listed) ? (file as Listed) : null;
  } catch {
    return null;
  }
}

function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, (all.length - 1) / Math.max(1, count - 1));
  const indexes = Array.from({ length: Math.min(count, all.length) }, (_, i) => Math.round(i * step));
  return indexes.map(index => all[index] as T);
}

/** @returns null where the file does not match its line; an empty buffer for a file that is too large to be read */
async function contentOf(dist: string, { path: file, bytes, sha256 }: Listed): Promise<Buffer | null> {
  const fullPath = path.join(dist, file);
  const stat = await fs.stat(fullPath).catch(() => null);
  if (!stat?.isFile() || stat.size !== bytes) return null;
  if (bytes > MAX_READ) return Buffer.alloc(0);
  const content = await fs.readFile(fullPath);
  return createHash('sha256').update(content).digest('hex') === sha256 ? content : null;
}

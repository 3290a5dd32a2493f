import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isDate } from '../../contract/dates.ts';
import { isTreePath } from '../../contract/file-names.ts';
import { isCount, isDigest } from '../../contract/json-values.ts';
import { readInto, WITHOUT_WAITING } from '../read-into.ts';
import { isOfDocuments, PARTS_FOLDER, partPath } from './parts.ts';

/** The root of the manifest, relative to the tree: it names the parts, and they name the files. */
export const MANIFEST = 'manifest.json';

/** A part: size and digest (hexadecimal) of its file; number, size and newest day (YYYY-MM-DD) of the files it lists. */
export interface Part {
  path: string;
  files: number;
  bytes: number;
  sha256: string;
  content_bytes: number;
  newest: string;
}

/** A part, and the folder that has its manifest. */
export interface PlacedPart {
  folder: string;
  part: Part;
}

export interface Root {
  version: typeof VERSION;
  /** Identifies what the parts say: SHA-256, hexadecimal. */
  build: string;
  newest: string;
  files: number;
  bytes: number;
  documents: Readonly<Record<string, number>>;
  /** In the order of paths. */
  parts: readonly Part[];
}

const VERSION = 1;

/** A root with more is invalid: a tree has a part for each title and month, some thousands at most. */
export const MOST_PARTS = 100_000;
export const MOST_ROOT_BYTES = 64 * 1024 * 1024;

/** The manifest, or a part of it, is missing or damaged; the message says which and why. */
export class ManifestError extends Error {}

/** Identifies the documents that parts list, independent of pages: SHA-256, hexadecimal. */
export function documentsDigest(parts: Iterable<Pick<Part, 'path' | 'sha256'>>): string {
  const lines = Array.from(parts, ({ path, sha256 }) => (isOfDocuments(path) ? `${path} ${sha256}\n` : ''));
  return hash('sha256', lines.sort().join(''));
}

/** @param parts in the order of paths @throws ManifestError where there are too many */
export function makeRoot(
  parts: readonly Part[],
  { newest, documents }: Pick<Root, 'newest' | 'documents'>,
): Root {
  if (parts.length > MOST_PARTS) throw new ManifestError(tooMany(parts.length));
  const sum = (field: 'files' | 'content_bytes'): number =>
    parts.reduce((total, part) => total + part[field], 0);
  const build = hash('sha256', parts.map(part => `${JSON.stringify(part)}\n`).join(''));
  return {
    version: VERSION,
    build,
    newest,
    files: sum('files'),
    bytes: sum('content_bytes'),
    documents,
    parts,
  };
}

export function encodeRoot({ parts, ...rest }: Root): string {
  const lines = Object.entries(rest).map(([name, value]) => `"${name}": ${JSON.stringify(value)},\n`);
  return `{\n${lines.join('')}"parts": [\n${parts.map(part => JSON.stringify(part)).join(',\n')}\n]\n}\n`;
}

/** @param folder the tree, or a copy of its manifest @throws ManifestError */
export function readRoot(folder: string): Root {
  const handle = openFile(folder, MANIFEST);
  try {
    const { size } = fs.fstatSync(handle);
    if (size > MOST_ROOT_BYTES)
      throw new ManifestError(`${MANIFEST} has ${size} bytes, more than ${MOST_ROOT_BYTES}`);
    const bytes = Buffer.alloc(size);
    return parseRoot(bytes.toString('utf8', 0, readInto(handle, bytes, 0)));
  } finally {
    fs.closeSync(handle);
  }
}

/** @throws ManifestError where there is no such file */
export function openFile(folder: string, file: string): number {
  try {
    return fs.openSync(path.join(folder, file), WITHOUT_WAITING);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new ManifestError(`${file} is missing`);
  }
}

/** @param text of the file @throws ManifestError */
export function parseRoot(text: string): Root {
  const root = asJson(text);
  const wrong = problemOf(root);
  if (wrong !== null) throw new ManifestError(`${MANIFEST} ${wrong}`);
  return root as Root;
}

function asJson(text: string): Partial<Root> | null {
  try {
    return JSON.parse(text);
  } catch {
    throw new ManifestError(`${MANIFEST} is damaged: it is no JSON`);
  }
}

/** Says why it is not our manifest, to complete "manifest.json …"; null if it is. */
function problemOf(root: Partial<Root> | null): string | null {
  if (typeof root?.version !== 'number' || !Array.isArray(root.parts)) return 'is no manifest of a tree';
  if (root.version !== VERSION) return `is of version ${root.version}, and only ${VERSION} is known`;
  if (root.parts.length > MOST_PARTS) return tooMany(root.parts.length);
  const { build, newest, files, bytes, documents } = root;
  const isSound = isDigest(build) && isDay(newest) && [files, bytes, ...valuesOf(documents)].every(isCount);
  if (!isSound) return 'is damaged: its totals are none';
  let last = '';
  for (const part of root.parts as (Part | null)[]) {
    const name = shownPath(part?.path);
    if (!isPartPath(part?.path)) return `names a part outside ${PARTS_FOLDER}/: ${name}`;
    if (part.path <= last) return `names the part ${name} out of order`;
    last = part.path;
    const isSound =
      [part.files, part.bytes, part.content_bytes].every(isCount) &&
      isDigest(part.sha256) &&
      isDay(part.newest);
    if (!isSound) return `is damaged at the part ${name}`;
  }
  return null;
}

export function shownPath(path: unknown): string {
  const text = String(JSON.stringify(path));
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`;
}

const MOST_SHOWN = 200;

const tooMany = (parts: number): string => `has ${parts} parts, more than ${MOST_PARTS}`;

/** `null` is no count. */
const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [null];

export const isDay = (value: unknown): boolean => typeof value === 'string' && isDate(value);

/** Names of parts are plain (`parts.ts`), so that no part is a folder of another. */
const PART_PATH = new RegExp(`^${partPath('[a-z0-9_-]+(?:/[a-z0-9_-]+)*').replaceAll('.nd', '[.]nd')}$`);

const isPartPath = (value: unknown): value is string =>
  typeof value === 'string' && PART_PATH.test(value) && isTreePath(value);

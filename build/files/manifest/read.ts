import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isTooLong, isTreePath } from '../../contract/file-names.ts';
import { CONTENT_FOLDERS, isContentPath } from '../../contract/paths.ts';
import { readInto } from '../read-into.ts';
import { asEntry, type ManifestEntry } from './line.ts';
import { PartText } from './patch.ts';
import { MANIFEST, ManifestError, openFile, type Part, readRoot, shownPath } from './root.ts';

/** Whether a folder has a part with the content that the root names. */
export function checkPart(folder: string, part: Part): boolean {
  try {
    fs.closeSync(openPart(folder, part));
    return true;
  } catch (error) {
    if (error instanceof ManifestError) return false;
    throw error;
  }
}

/**
 * The entries of a part by path. The whole part is checked first.
 *
 * @param folder of the manifest @param isWanted whether to parse a line @throws ManifestError
 */
export function* readPart(
  folder: string,
  part: Part,
  isWanted: (line: string) => boolean = () => true,
): Generator<ManifestEntry> {
  const handle = openPart(folder, part);
  try {
    for (const line of linesOf(handle)) if (isWanted(line)) yield parseLine(part, line);
  } finally {
    fs.closeSync(handle);
  }
}

/** All entries of the manifest. @throws ManifestError; errors of the file system where there is no root */
export async function* readManifest(folder: string): AsyncGenerator<ManifestEntry> {
  for (const part of readRoot(folder).parts) yield* readPart(folder, part);
}

/** The text of a part. @throws ManifestError */
export function readPartText(folder: string, part: Part): PartText {
  const handle = openPart(folder, part);
  try {
    const bytes = Buffer.allocUnsafeSlow(part.bytes);
    readInto(handle, bytes, 0);
    return new PartText(bytes, part);
  } finally {
    fs.closeSync(handle);
  }
}

const CHUNK = 256 * 1024;

/** Opens and checks a part. A build that replaces it meanwhile does not change the open file. @throws ManifestError */
function openPart(folder: string, part: Part): number {
  const handle = openFile(folder, part.path);
  try {
    const stat = fs.fstatSync(handle);
    if (stat.isFile() && stat.size === part.bytes && digestOf(handle) === part.sha256) return handle;
  } catch (error) {
    fs.closeSync(handle);
    throw error;
  }
  fs.closeSync(handle);
  throw new ManifestError(`${part.path} is not the part that ${MANIFEST} names`);
}

function digestOf(handle: number): string {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(handle)) hash.update(chunk);
  return hash.digest('hex');
}

/** The chunks of a file. Each uses the memory of the one before. */
function* chunksOf(handle: number): Generator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let at = 0; ; ) {
    const count = fs.readSync(handle, chunk, 0, CHUNK, at);
    if (count === 0) return;
    yield chunk.subarray(0, count);
    at += count;
  }
}

/** A line has a path and an identifier of 1,000 bytes at most; escapes can make each six times as long. */
const LONGEST_LINE = 64 * 1024;

function* linesOf(handle: number): Generator<string> {
  const decoder = new StringDecoder();
  let rest = '';
  for (const chunk of chunksOf(handle)) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) return yield rest;
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function parseLine(part: Part, line: string): ManifestEntry {
  const entry = line.length > LONGEST_LINE ? null : asEntry(line);
  if (!entry) throw new ManifestError(`${part.path} has a line that names no file`);
  if (isTooLong(entry.path))
    throw new ManifestError(`${part.path} names a file whose path is too long: ${shownPath(entry.path)}`);
  if (!isContentPath(entry.path) || !isTreePath(entry.path)) {
    throw new ManifestError(
      `${part.path} names a file outside ${CONTENT_FOLDERS.map(folder => `${folder}/`).join(', ')}: ${shownPath(entry.path)}`,
    );
  }
  return entry;
}

import fs from 'node:fs';
import path from 'node:path';
import { zipEntries, zipEntry } from './zip.ts';

/** A file of XML, by itself or in an archive. */
export interface Input {
  /** As a person is told of it. */
  name: string;
  file: string;
  /** Within the archive that the file is; null where it is none. */
  entry: string | null;
  size: number;
}

/** More files nobody gives at once. */
const MOST_INPUTS = 200_000;

/**
 * All files of XML that are meant: files, those of folders however deep, and those of archives.
 *
 * @throws where something is not there, or an archive is not to be believed
 */
export async function listInputs(from: readonly string[]): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const place of from) {
    const stats = fs.statSync(place, { throwIfNoEntry: false });
    if (!stats) throw new Error(`There is no file or folder ${place}.`);
    const files = stats.isDirectory() ? filesBelow(place) : [place];
    for (const file of files) inputs.push(...(await inputsOf(file)));
    if (inputs.length > MOST_INPUTS) throw new Error(`${place} holds more than ${MOST_INPUTS} files.`);
  }
  return inputs;
}

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(?:xml|zip)$/i.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort();

async function inputsOf(file: string): Promise<Input[]> {
  if (!/\.zip$/i.test(file)) return [{ name: file, file, entry: null, size: fs.statSync(file).size }];
  try {
    const entries = await zipEntries(file);
    return entries.map(({ name, size }) => ({ name: `${file}: ${name}`, file, entry: name, size }));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}

const CHUNK = 64 * 1024;
/** After so many the thread does what else waits, such as the end of the process. */
const CHUNKS_AT_ONCE = 32;

/** The bytes of an input, as they come; those that were given are overwritten when the next ones are asked for. */
export const bytesOf = ({ file, entry }: Input): AsyncIterable<Buffer> =>
  entry === null ? fileBytes(file) : zipEntry(file, entry);

/** Without streams: these take as long as the reading, and there is nothing else to do meanwhile. */
async function* fileBytes(file: string): AsyncGenerator<Buffer> {
  const descriptor = fs.openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let chunks = 1; ; chunks++) {
      const size = fs.readSync(descriptor, buffer);
      if (size === 0) return;
      yield buffer.subarray(0, size);
      if (chunks % CHUNKS_AT_ONCE === 0) await new Promise(setImmediate);
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

import fs from 'node:fs';
import path from 'node:path';
import { zipEntries, zipEntry } from './zip.ts';

/** A file of XML, by itself or in an archive. */
export interface Input {
  /** Its name in messages. */
  name: string;
  file: string;
  /** The entry within the archive; null for a plain file. */
  entry: string | null;
  size: number;
}

/** Far more than any real import has. */
const MOST_INPUTS = 200_000;

/**
 * Lists all files of XML: given files, those of folders at any depth, and those of archives.
 * @throws where a path does not exist, or an archive is implausible
 */
export async function listInputs(from: readonly string[]): Promise<Input[]> {
  const inputs: Input[] = [];
  for (const name of from) {
    const stats = fs.statSync(name, { throwIfNoEntry: false });
    if (!stats) throw new Error(`There is no file or folder ${name}.`);
    const files = stats.isDirectory() ? filesBelow(name) : [name];
    for (const file of files) inputs.push(...(await inputsOf(file)));
    if (inputs.length > MOST_INPUTS) throw new Error(`${name} holds more than ${MOST_INPUTS} files.`);
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
/** After this many, the thread lets other work run, such as the end of the process. */
const CHUNKS_AT_ONCE = 32;

/** Reads an input in chunks. Each chunk is overwritten when the next one is requested. */
export const bytesOf = ({ file, entry }: Input): AsyncIterable<Buffer> =>
  entry === null ? fileBytes(file) : zipEntry(file, entry);

/** Uses no streams: these take as long as the reading, and there is nothing else to do meanwhile. */
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

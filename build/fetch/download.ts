import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { roomIn } from '../files/disk-space.ts';
import { readBounded } from '../files/read-bounded.ts';
import type { Sink } from '../sync/http-client.ts';
import { type Form, hasForm } from './form.ts';
import { FetchError, type Host, type OfficialClient } from './official-client.ts';
import { type Edition, type FetchRecord, readRecord, writeRecord } from './record.ts';

/** A file that a listing names. */
export interface Wanted {
  host: Host;
  target: string;
  /** Requested if the first address has no such file (404). */
  otherwise?: { host: Host; target: string };
  file: string;
  form: Form;
  /** Bytes; a larger file is refused. */
  most: number;
  edition: Edition;
  /** The file's facts in the listing, such as its day and size. */
  listed: string;
}

const MOST_VALIDATOR = 1024;

/**
 * Fetches a file if it is new. It replaces the former one only when complete, of the announced length and the right form.
 * @throws FetchError, errors of the file system; the former file stays
 */
export async function download(client: OfficialClient, wanted: Wanted): Promise<'fetched' | 'unchanged'> {
  const { file, edition, listed, otherwise } = wanted;
  const known = readRecord(file);
  if (known?.listed === listed) {
    // The same text may belong to a newer day.
    writeRecord(file, { ...known, edition });
    return 'unchanged';
  }
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const found =
    (await ask(client, wanted, known)) ??
    (otherwise && (await ask(client, { ...wanted, ...otherwise }, known)));
  if (!found) throw new FetchError(`${urlOf(wanted)}: there is no such file.`);
  writeRecord(file, { ...found, edition, listed });
  return found.sha256 === known?.sha256 ? 'unchanged' : 'fetched';
}

const urlOf = ({ host, target }: Pick<Wanted, 'host' | 'target'>): string => `https://${host}${target}`;

/** @returns null where the place has no such file @throws FetchError */
async function ask(
  client: OfficialClient,
  wanted: Wanted,
  known: FetchRecord | null,
): Promise<Omit<FetchRecord, 'edition' | 'listed'> | null> {
  const url = urlOf(wanted);
  const part = new PartFile(wanted, url);
  try {
    const { status, headers } = await client.ask(wanted.host, wanted.target, part, {
      // Servers may compress XML on the way, and ranges are useless then. A zip does not get smaller.
      ...(wanted.form === 'zip' && { 'accept-encoding': 'identity', ...part.range() }),
      ...(known?.url === url && validatorsOf(known)),
    });
    if (status === 304 && known !== null) return known;
    if (status === 404) return null;
    if (status === 416) {
      part.drop();
      return await ask(client, wanted, known);
    }
    if (status !== 200 && status !== 206) throw new FetchError(`${url}: status ${status}`);
    const { etag = null, 'last-modified': last_modified = null } = headers;
    return { url, ...part.finish(), etag, last_modified };
  } finally {
    part.close();
  }
}

const validatorsOf = ({ etag, last_modified }: FetchRecord): Record<string, string> => ({
  ...(etag !== null && { 'if-none-match': etag }),
  ...(last_modified !== null && { 'if-modified-since': last_modified }),
});

/** The part of a file that has arrived. An interrupted run leaves it to the next one, which asks for the rest. */
class PartFile implements Sink {
  readonly #wanted: Wanted;
  readonly #part: string;
  /** The file with the validator of the content that the part belongs to. */
  readonly #validator: string;
  readonly #url: string;
  #handle: number | null = null;
  #bytes = 0;
  /** Bytes left by an earlier run. */
  #kept = 0;

  constructor(wanted: Wanted, url: string) {
    this.#wanted = wanted;
    this.#part = `${wanted.file}.part`;
    this.#validator = `${this.#part}.validator`;
    this.#url = url;
  }

  /** Asks for the missing rest, if there is a part and the content is still the same (RFC 9110 §13.1.5). */
  range(): Record<string, string> {
    const validator = readBounded(this.#validator, MOST_VALIDATOR)?.toString() ?? '';
    this.#kept = fs.statSync(this.#part, { throwIfNoEntry: false })?.size ?? 0;
    if (this.#kept === 0 || validator === '') return {};
    return { range: `bytes=${this.#kept}-`, 'if-range': validator };
  }

  start(status: number, headers: IncomingHttpHeaders): void {
    const { etag, 'last-modified': modified = '', 'content-range': range } = headers;
    this.#handle ??= fs.openSync(this.#part, fs.constants.O_RDWR | fs.constants.O_CREAT);
    if (status === 206 && range?.startsWith(`bytes ${this.#kept}-`) !== true)
      this.#refuse(`${this.#url}: another range than was asked for`);
    this.#bytes = status === 206 ? this.#kept : 0;
    fs.ftruncateSync(this.#handle, this.#bytes);
    const isStrong = etag !== undefined && !etag.startsWith('W/');
    if (status === 200) fs.writeFileSync(this.#validator, isStrong ? etag : modified);
  }

  write(chunk: Buffer): boolean {
    const { most } = this.#wanted;
    if (this.#bytes + chunk.length > most) this.#refuse(`${this.#url} has more than ${most} bytes.`);
    const folder = path.dirname(this.#part);
    if (roomIn(folder) < chunk.length) this.#refuse(`${this.#url}: the disk of ${folder} is full.`);
    fs.writeSync(this.#handle as number, chunk, 0, chunk.length, this.#bytes);
    this.#bytes += chunk.length;
    return true;
  }

  /** Puts the file in its place. @throws FetchError where it is not what it should be; the part is removed then */
  finish(): Pick<FetchRecord, 'bytes' | 'sha256'> {
    if (this.#handle === null) return this.#refuse(`${this.#url} is empty.`);
    const { form } = this.#wanted;
    if (!hasForm(this.#handle, this.#bytes, form)) this.#refuse(`${this.#url} is no whole ${form} file.`);
    const sha256 = digestOf(this.#handle, this.#bytes);
    fs.fsyncSync(this.#handle);
    fs.renameSync(this.#part, this.#wanted.file);
    this.drop();
    return { bytes: this.#bytes, sha256 };
  }

  #refuse(message: string): never {
    this.drop();
    throw new FetchError(message);
  }

  /** Removes the part, so that no later run goes on with it. */
  drop(): void {
    fs.rmSync(this.#part, { force: true });
    fs.rmSync(this.#validator, { force: true });
  }

  close(): void {
    if (this.#handle !== null) fs.closeSync(this.#handle);
    this.#handle = null;
  }
}

function digestOf(handle: number, bytes: number): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  for (let at = 0; at < bytes; ) {
    const read = fs.readSync(handle, buffer, 0, buffer.length, at);
    hash.update(buffer.subarray(0, read));
    at += read;
  }
  return hash.digest('hex');
}

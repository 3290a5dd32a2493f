import { createHash, hash } from 'node:crypto';
import fs from 'node:fs';
import { etagOfDigest } from '../contract/etag.ts';
import { MANIFEST, MOST_ROOT_BYTES } from '../files/manifest/root.ts';
import { type Address, anew, apiAddress, PROBE, plainAddress } from './addresses.ts';
import { SourceError } from './errors.ts';
import { type ClientOptions, HttpClient, type Sink } from './http-client.ts';
import type { Copied, Source, Traffic } from './source.ts';

/** A tree behind the API of one of our servers, or behind a server of plain files. */
export class HttpSource implements Source {
  readonly name: string;
  readonly traffic: Traffic;
  readonly #client: HttpClient;
  #address: Promise<Address> | null = null;

  constructor(options: ClientOptions) {
    const { base } = options;
    this.name = base.origin + base.pathname.replace(/\/$/, '');
    this.traffic = options.traffic;
    this.#client = new HttpClient(options);
  }

  async root(known: string | null, again?: string): Promise<Buffer | 'same'> {
    const chunks = new BoundedBytes(MOST_ROOT_BYTES);
    const condition = known === null ? {} : { 'if-none-match': etagOfDigest(Buffer.from(known, 'hex')) };
    const { address, headers } = pastCaches(`/${MANIFEST}`, again);
    const { status } = await this.#client.ask('GET', address, chunks, { ...condition, ...headers });
    if (status === 304) return 'same';
    if (status !== 200)
      throw new SourceError(`${this.name} gives out no tree: ${MANIFEST} is answered with status ${status}.`);
    if (chunks.isOver) throw new SourceError(`${this.name}: ${MANIFEST} has no end.`);
    const bytes = chunks.bytes();
    return hash('sha256', bytes) === known ? 'same' : bytes;
  }

  async copy(path: string, to: string, bytes: number, again?: string): Promise<Copied | null> {
    const usual = path.startsWith('api/') ? await this.#addressOf(path) : plainAddress(path);
    const { address, headers } = pastCaches(usual, again);
    const draft = new Draft(to, bytes);
    try {
      const { status } = await this.#client.ask('GET', address, draft, {
        ...(path.endsWith('.gz') && { 'accept-encoding': 'identity' }),
        ...headers,
      });
      if ([403, 404, 410].includes(status)) return null;
      if (status !== 200) throw new SourceError(`${this.name} answers ${address} with status ${status}.`);
      return draft.copied();
    } finally {
      draft.close();
    }
  }

  localFile(): null {
    return null;
  }

  close(): void {
    this.#client.close();
  }

  async #addressOf(path: string): Promise<string> {
    this.#address ??= this.#probe();
    return (await this.#address)(path);
  }

  async #probe(): Promise<Address> {
    const { status } = await this.#client.ask('HEAD', PROBE, { start() {}, write: () => true });
    return status === 200 ? plainAddress : apiAddress;
  }
}

/** Address and headers of a request that passes caches with other content. */
const pastCaches = (address: string, again: string | undefined) =>
  again === undefined
    ? { address, headers: {} }
    : { address: anew(address, again), headers: { 'cache-control': 'no-cache' } };

class BoundedBytes implements Sink {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isOver(): boolean {
    return this.#length > this.#most;
  }

  start(): void {
    this.#chunks = [];
    this.#length = 0;
  }

  write(chunk: Buffer): boolean {
    this.#length += chunk.length;
    if (!this.isOver) this.#chunks.push(chunk);
    return !this.isOver;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

class Draft implements Sink {
  readonly #handle: number;
  readonly #most: number;
  #hash = createHash('sha256');
  #length = 0;

  constructor(file: string, most: number) {
    this.#handle = fs.openSync(file, 'w');
    this.#most = most;
  }

  start(): void {
    fs.ftruncateSync(this.#handle);
    this.#hash = createHash('sha256');
    this.#length = 0;
  }

  write(chunk: Buffer): boolean {
    const at = this.#length;
    this.#length += chunk.length;
    if (this.#length > this.#most) return false;
    let written = 0;
    while (written < chunk.length)
      written += fs.writeSync(this.#handle, chunk, written, chunk.length - written, at + written);
    this.#hash.update(chunk);
    return true;
  }

  copied(): Copied {
    return { bytes: this.#length, sha256: this.#length > this.#most ? '' : this.#hash.digest('hex') };
  }

  close(): void {
    fs.closeSync(this.#handle);
  }
}

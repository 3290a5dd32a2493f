import { createReadStream, type ReadStream, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { etagOfDigest } from '../contract/etag.ts';
import { fileHeaders, policyOfFile } from '../contract/headers.ts';
import { TargetError } from './errors.ts';
import type { Traffic } from './source.ts';

/**
 * Loaded only for buckets: it is larger than all other code. On Node below 22 it warns in eight lines at each run, though the installed
 * version works there; the SDK's own switch silences that warning only.
 */
function sdk(): typeof import('@aws-sdk/client-s3') {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return createRequire(import.meta.url)('@aws-sdk/client-s3');
}

const MOST_HELD_BYTES = 8 * 1024 * 1024;
const MOST_BYTES = 5 * 1024 ** 3;
const ATTEMPTS = 6;
const TIME_LIMIT = 120_000;

export interface BucketOptions {
  bucket: string;
  prefix: string;
  /** The SDK finds endpoint, region and credentials in it. */
  env: NodeJS.ProcessEnv;
  connections: number;
}

export interface LocalFile {
  file: string;
  sha256: string;
}

/** Objects of a bucket with the interface of S3. Keys are paths of the tree behind a prefix. */
export class Bucket {
  readonly name: string;
  readonly traffic: Traffic = { requests: 0, bytes: 0 };
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor({ bucket, prefix, env, connections }: BucketOptions) {
    const hasEndpoint = Boolean(env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL);
    this.name = `s3://${bucket}/${prefix}`;
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.#client = new (sdk().S3Client)({
      // Self-hosted stores seldom have a host name for each bucket, and have no regions.
      forcePathStyle: hasEndpoint,
      ...(hasEndpoint && !env.AWS_REGION && !env.AWS_DEFAULT_REGION && { region: 'us-east-1' }),
      ...(!env.AWS_MAX_ATTEMPTS && { maxAttempts: ATTEMPTS }),
      // Some stores know no other checksums than the SHA-256 that we send.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 10_000,
        requestTimeout: TIME_LIMIT,
        httpAgent: { maxSockets: connections },
        httpsAgent: { maxSockets: connections },
      },
    });
  }

  /** @param most bytes @returns null where there is no such object @throws TargetError */
  async get(path: string, most: number): Promise<Buffer | null> {
    const { GetObjectCommand } = sdk();
    const object = await this.#send(path, () => this.#client.send(new GetObjectCommand(this.#at(path))));
    if (!object) return null;
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of object.Body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most) throw new TargetError(`${this.name}${path} is longer than ${most} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  /** The SHA-256 in an object's metadata, hexadecimal; null where there is no object, or no digest. */
  async digestOf(path: string): Promise<string | null> {
    const { HeadObjectCommand } = sdk();
    const object = await this.#send(path, () => this.#client.send(new HeadObjectCommand(this.#at(path))));
    return object?.Metadata?.sha256 ?? null;
  }

  /** Puts a file of the tree, with the headers of the one table (build/contract/README.md, Response headers). */
  async putFile(path: string, { file, sha256 }: LocalFile): Promise<void> {
    const bytes = statSync(file).size;
    if (bytes > MOST_BYTES) throw new TargetError(`${path} is larger than what S3 takes at once.`);
    const headers = fileHeaders(path, policyOfFile(path));
    const digest = Buffer.from(sha256, 'hex');
    const put = (Body: Buffer | ReadStream) =>
      this.#put(path, {
        Body,
        ContentLength: bytes,
        ContentType: headers['content-type'],
        CacheControl: headers['cache-control'],
        ChecksumSHA256: digest.toString('base64'),
        Metadata: { sha256, etag: etagOfDigest(digest).replaceAll('"', '') },
      });
    if (bytes <= MOST_HELD_BYTES) return put(readFileSync(file));
    for (let attempt = 1; ; attempt++) {
      try {
        // The SDK cannot send a stream twice.
        return await put(createReadStream(file));
      } catch (error) {
        if (attempt >= ATTEMPTS) throw error;
      }
    }
  }

  /** Puts a file that does not belong to the tree. */
  putText(path: string, text: string): Promise<void> {
    return this.#put(path, { Body: text, ContentType: 'application/json', CacheControl: 'no-store' });
  }

  async remove(path: string): Promise<void> {
    const { DeleteObjectCommand } = sdk();
    await this.#send(path, () => this.#client.send(new DeleteObjectCommand(this.#at(path))));
  }

  close(): void {
    this.#client.destroy();
  }

  async #put(path: string, input: Omit<PutObjectCommandInput, 'Bucket' | 'Key'>): Promise<void> {
    const { PutObjectCommand } = sdk();
    const done = await this.#send(path, () =>
      this.#client.send(new PutObjectCommand({ ...this.#at(path), ...input })),
    );
    if (!done) throw this.#isMissing();
    this.traffic.bytes += input.ContentLength ?? 0;
  }

  #isMissing(): TargetError {
    return new TargetError(
      `There is no bucket ${this.#bucket}. Make it first (aws s3 mb s3://${this.#bucket}, or as your store has it): nothing here makes one.`,
    );
  }

  #at(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + path };
  }

  /** @returns null where there is no such object @throws TargetError */
  async #send<T>(path: string, send: () => Promise<T>): Promise<T | null> {
    this.traffic.requests++;
    try {
      return await send();
    } catch (error) {
      const { $metadata, name, message } = error as Error & { $metadata?: { httpStatusCode?: number } };
      if (name === 'NoSuchBucket') throw this.#isMissing();
      if ($metadata?.httpStatusCode === 404) return null;
      throw new TargetError(`${this.name}${path}: ${message || name}`, { cause: error });
    }
  }
}

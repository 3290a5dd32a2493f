import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Bucket } from '../../build/sync/bucket.ts';
import { closeAfter, endAfter } from '../runner/leftovers.cjs';

/** What a bucket was asked for. */
export interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** Of the body, as it came. */
  bytes: number;
}

/** An object store in this process that speaks as much of S3 as a bucket is asked for, and notes it. */
export class Shelf {
  readonly objects = new Map<string, Buffer>();
  readonly asked: Asked[] = [];
  /** Tells the status of an answer that fails; null where it does not. */
  fails: (asked: Asked) => number | null = () => null;
  readonly #server: Server;

  constructor() {
    this.#server = endAfter(
      createServer(async (request, response) => {
        const { method = '', url = '', headers } = request;
        const body = await buffer(request);
        const asked = {
          method,
          url: decodeURIComponent(url.replace(/\?.*/, '')),
          headers,
          bytes: body.length,
        };
        this.asked.push(asked);
        const failure = this.fails(asked);
        if (failure !== null) return response.writeHead(failure).end();
        if (method === 'PUT') this.objects.set(asked.url, body);
        if (method === 'DELETE') this.objects.delete(asked.url);
        const object = this.objects.get(asked.url);
        const isRead = method === 'GET' || method === 'HEAD';
        if (isRead && !object) return response.writeHead(404).end();
        return response.writeHead(200, { etag: '"x"' }).end(method === 'GET' ? object : undefined);
      }),
    );
  }

  /** Its bucket, with the name `shelf`: the SDK reads where it is from the environment. */
  async open(): Promise<Bucket> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    const env = {
      AWS_ENDPOINT_URL_S3: `http://localhost:${(this.#server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_MAX_ATTEMPTS: '1',
    };
    const before = Object.keys(env).map(name => [name, process.env[name]] as const);
    Object.assign(process.env, env);
    const bucket = new Bucket({ bucket: 'shelf', prefix: 'law/', env, connections: 2 });
    closeAfter(() => {
      bucket.close();
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    });
    return bucket;
  }
}

/** The key of a path of the tree. */
export const keyOf = (path: string): string => `/shelf/law/${path}`;

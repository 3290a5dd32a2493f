import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { closeAfter } from '../../runner/leftovers.cjs';
import { until } from '../until.ts';

/** moto's server, which speaks S3's protocol, as a process. */
export interface S3Server {
  /** Such as `http://127.0.0.1:40001`. */
  url: string;
  /** What rclone has to know of it: the remote is `s3`. */
  rclone: Readonly<Record<string, string>>;
  makeBucket(name: string): Promise<void>;
  /** @param path of bucket and key, encoded */
  get(path: string): Promise<Response>;
  close(): Promise<void>;
}

/** Whose signature it is moto does not look at, but it knows who sends none. */
const SIGNED = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0',
};

export async function startS3(): Promise<S3Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  closeAfter(kill);
  await untilUp(child, url);
  return {
    url,
    rclone: {
      RCLONE_CONFIG: '/dev/null',
      RCLONE_CONFIG_S3_TYPE: 's3',
      RCLONE_CONFIG_S3_PROVIDER: 'Other',
      RCLONE_CONFIG_S3_ENDPOINT: url,
      RCLONE_CONFIG_S3_ACCESS_KEY_ID: 'test',
      RCLONE_CONFIG_S3_SECRET_ACCESS_KEY: 'test',
    },
    async makeBucket(name) {
      const response = await fetch(`${url}/${name}`, { method: 'PUT', headers: SIGNED });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    },
    get: path => fetch(url + path, { headers: SIGNED }),
    async close() {
      process.off('exit', kill);
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function untilUp(child: ChildProcess, url: string): Promise<void> {
  const hasEnded = () => child.exitCode !== null;
  await until(async () => hasEnded() || (await fetch(`${url}/moto-api/`)));
  if (hasEnded()) throw new Error(`moto_server ended with exit code ${child.exitCode}`);
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

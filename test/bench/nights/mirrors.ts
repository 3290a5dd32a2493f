import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nginxEdge } from '../../helpers/edges/nginx.ts';
import { type FolderS3, s3Hindrance, startFolderS3 } from '../../helpers/s3-server.ts';
import { startShim } from '../../helpers/shim.ts';
import { settle } from '../measured.ts';
import { EXCLUDED } from './mirror.ts';

/** Ways to bring a night to a mirror, measured beside each other on the same trees. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export interface Cost {
  seconds: number;
  /** Of the target where that is a bucket, else of the source; NaN where it is not told. */
  requests: number;
  bytes: number;
}

interface Way {
  name: string;
  /** What it costs to make the mirror what the tree is. */
  run(): Promise<Cost>;
}

/** All ways that can be tried here, with a mirror of the tree each, and how to end them. */
export async function waysFrom(
  tree: string,
  folder: string,
): Promise<{ ways: Way[]; close(): Promise<void> }> {
  const shim = await startShim({ dist: tree });
  const nginx = nginxEdge.hindrance() === null ? await nginxEdge.start({ dist: tree, origin: null }) : null;
  const s3 = s3Hindrance() === null ? await startFolderS3() : null;
  const key = { SYNC_API_KEY: shim.key };
  const mirror = (name: string): string => path.join(folder, `mirror-${name}`);
  const ways: Way[] = [
    syncWay('sync, directory to directory', tree, mirror('directory')),
    syncWay('sync, shim to directory', `http://127.0.0.1:${shim.port}`, mirror('shim'), key),
  ];
  if (nginx) ways.push(syncWay('sync, nginx to directory', nginx.base.href, mirror('nginx')));
  if (s3) ways.push(syncWay('sync, directory to S3', tree, bucketOf(s3, 'sync'), s3.env));
  ways.push(rsyncWay(tree, mirror('rsync')));
  if (s3 && spawnSync('rclone', ['version']).status === 0) ways.push(rcloneWay(tree, s3));
  return {
    ways,
    async close() {
      await Promise.all([shim.close(), nginx?.stop(), s3?.close()]);
    },
  };
}

function bucketOf(s3: FolderS3, name: string): string {
  s3.makeBucket(name);
  return `s3://${name}`;
}

/** A process to its end, and how long it took. @throws where it fails */
async function timedProcess(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  settle();
  const began = performance.now();
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const code = await new Promise(resolve => child.once('close', resolve));
  if (code !== 0) throw new Error(`${command} ended with ${code}\n${output.slice(-2000)}`);
  return { seconds: (performance.now() - began) / 1000, output };
}

const syncWay = (name: string, from: string, to: string, env: NodeJS.ProcessEnv = {}): Way => ({
  name,
  async run() {
    const args = [path.join(ROOT, 'build/launch.cjs'), 'sync', from, to];
    const { seconds, output } = await timedProcess(process.execPath, args, env);
    const [, requests = '', megabytes = ''] =
      /^(?:target|source) +([\d,]+) requests, ([\d.]+) MB\n(?!target)/m.exec(output) ?? [];
    return { seconds, requests: Number(requests.replaceAll(',', '')), bytes: Number(megabytes) * 1e6 };
  },
});

const rsyncWay = (tree: string, to: string): Way => ({
  name: 'rsync, two passes',
  async run() {
    fs.mkdirSync(to, { recursive: true });
    const excluded = EXCLUDED.map(name => `--exclude=${name}`);
    const args = ['-az', '--stats', '--no-whole-file', '--delay-updates', '--delete-after', ...excluded];
    const first = await timedProcess('rsync', [...args, '--exclude=/manifest*', `${tree}/`, `${to}/`], {
      LC_ALL: 'C',
    });
    const second = await timedProcess('rsync', [...args, `${tree}/`, `${to}/`], { LC_ALL: 'C' });
    const sent = (text: string): number =>
      Number(/^Total bytes sent: ([\d,]+)/m.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN);
    return {
      seconds: first.seconds + second.seconds,
      requests: Number.NaN,
      bytes: sent(first.output) + sent(second.output),
    };
  },
});

/** As `aws s3 sync` it knows size and time alone, unless it is told to compare checksums, which it then reads all files for. */
const rcloneWay = (tree: string, s3: FolderS3): Way => {
  s3.makeBucket('rclone');
  const env = {
    RCLONE_CONFIG: '/dev/null',
    // Here there is no TLS, and rclone fails where it is to use a bundle with its own transport.
    AWS_CA_BUNDLE: '',
    RCLONE_CONFIG_S3_TYPE: 's3',
    RCLONE_CONFIG_S3_PROVIDER: 'Other',
    RCLONE_CONFIG_S3_ENDPOINT: s3.url,
    RCLONE_CONFIG_S3_ACCESS_KEY_ID: s3.env.AWS_ACCESS_KEY_ID ?? '',
    RCLONE_CONFIG_S3_SECRET_ACCESS_KEY: s3.env.AWS_SECRET_ACCESS_KEY ?? '',
  };
  return {
    name: 'rclone --checksum, directory to S3',
    async run() {
      const excluded = EXCLUDED.flatMap(name => [
        '--filter',
        `- ${name}${name === '/build.json' ? '' : '/**'}`,
      ]);
      const args = [
        'sync',
        '--checksum',
        '--fast-list',
        '--transfers',
        '8',
        '--s3-no-check-bucket',
        '--stats-one-line',
        '-v',
        ...excluded,
      ];
      const { seconds, output } = await timedProcess('rclone', [...args, tree, 's3:rclone'], env);
      const moved = /([\d.]+) (\w*)B \/ [\d.]+ \w*B, (?:100%|-)[^\n]*$/m.exec(output);
      const unit = { '': 1, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 }[moved?.[2] ?? ''] ?? Number.NaN;
      return { seconds, requests: Number.NaN, bytes: Number(moved?.[1] ?? Number.NaN) * unit };
    },
  };
};

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printKeys } from '../../shim/keys/keys-file.ts';
import { type Running, start, untilListening } from './commands.ts';
import { nginxEdge } from './edges/nginx.ts';
import { freePort } from './edges/process.ts';
import { newKey } from './key-records.ts';
import { temporaryFolder } from './tree.ts';
import { until } from './until.ts';

/** What `shim/recipes/compose.yaml` sets up, as processes of this machine: nginx, shims, their keys; whoever starts it adds a store and an engine. */
export interface Arrangement {
  /** Where nginx listens. */
  port: number;
  /** Of the tier `elevated`, so that every request is counted. */
  keys: readonly string[];
  shims: number;
  /** As a service manager does it: ends one shim, starts it anew, and waits until it is ready. */
  restart(shim: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ArrangementOptions {
  dist: string;
  shims: number;
  /** Keys, so many that none is used up. */
  keys: number;
  /** Of every shim. */
  env: NodeJS.ProcessEnv;
}

export async function arrange({ dist, shims, keys, env }: ArrangementOptions): Promise<Arrangement> {
  const made = Array.from({ length: keys }, () => newKey({ tier: 'elevated' }));
  const keysFile = join(temporaryFolder(), 'keys.json');
  writeFileSync(keysFile, printKeys(made.map(({ record }) => record)));
  const settings = {
    KEYS_FILE: keysFile,
    TRUST_PROXY: '127.0.0.1',
    HEALTH_PROBES: 'on',
    LOG_LEVEL: 'error',
    SHUTDOWN_DELAY: '3',
    ...env,
  };
  const startShim = async (port: number): Promise<Running> => {
    const shim = start('serve', ['--dist', dist, '--port', String(port)], settings);
    await untilListening(shim);
    return shim;
  };
  const ports: number[] = [];
  for (let i = 0; i < shims; i++) ports.push(await freePort());
  const running = await Promise.all(ports.map(startShim));
  const [origin, ...others] = ports.map(port => new URL(`http://127.0.0.1:${port}`));
  const nginx = await nginxEdge.start({ dist, origin: origin!, others });

  const end = async ({ child, finished }: Running): Promise<void> => {
    child.kill('SIGTERM');
    const { code, stderr } = await finished;
    if (code !== 0) throw new Error(`A shim ended with exit code ${code}: ${stderr}`);
  };
  return {
    port: Number(nginx.base.port),
    keys: made.map(({ secret }) => secret),
    shims,
    async restart(shim) {
      await end(running[shim]!);
      running[shim] = await startShim(ports[shim]!);
      await untilReady(ports[shim]!);
    },
    async stop() {
      await nginx.stop();
      await Promise.all(running.map(end));
    },
  };
}

async function untilReady(port: number): Promise<void> {
  let status = 0;
  await until(
    async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      await answer.arrayBuffer();
      ({ status } = answer);
      return status === 200;
    },
    { seen: () => `status ${status} of /readyz` },
  );
}

/** What clients ask: files that nginx answers, and what only a shim does, a fifth of it searches. */
const PATHS = [
  '/api/usc/documents/t17%2Fs106',
  '/api/usc/documents/t17%2Fs106?fields=section_name,status',
  '/api/search?q=lighthouse',
  '/api/fr/documents?sort=-publication_date&limit=3&offset=1',
  '/api/usc/titles/17',
  '/api/ecfr/documents?title_number=1&limit=2&offset=1',
  '/api/fr/documents/2018-09910?format=markdown',
  '/api/search?q=keeper+duty&facets=source,agency',
  '/api/stats',
  '/api/fr/documents?document_type=rule&limit=7&offset=1',
];

/** A search that nobody has asked before, so that the engine is needed. */
const NEW_SEARCH = '/api/search?q=keeper+{n}';
const KEYS_FOR_ONE = 4;

/** For a load: each key in turn. @param hasSearches a busy machine answers them 504, which is no request lost */
export const requestsOf = (keys: readonly string[], hasSearches = true) =>
  keys.flatMap((key, i) => {
    const paths = PATHS.map((_, at) => PATHS[(at + i) % PATHS.length]!);
    if (i % KEYS_FOR_ONE === 0) paths.push(NEW_SEARCH);
    const wanted = hasSearches ? paths : paths.filter(path => !path.startsWith('/api/search'));
    return wanted.map(path => ({ path, headers: { 'x-api-key': key } }));
  });

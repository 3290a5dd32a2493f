import { once } from 'node:events';
import http from 'node:http';
import { createServer } from 'node:net';
import { authorityOf } from '../../../build/common/authority.ts';
import { healthUrl } from '../../../build/contract/paths.ts';
import { type Check, codeOf, type Finding, ok, problem } from '../finding.ts';

const PATIENCE_MS = 2000;
const MAX_BYTES = 256 * 1024;

/** The addresses are free, or a Pandect answers there already. */
export const port: Check = {
  name: 'port',
  async run({ settings: { host, port, metrics } }) {
    const api = await portFinding(host, port);
    return metrics === null ? api : [api, await metricsFinding(metrics.host, metrics.port)];
  },
};

export const portFinding = (host: string, port: number): Promise<Finding> =>
  addressFinding({ host, port, names: ['HOST', 'PORT'], path: healthUrl, isOurs: versionIn });

/** Where metrics are told, so are probes. */
export const metricsFinding = (host: string, port: number): Promise<Finding> =>
  addressFinding({
    host,
    port,
    names: ['METRICS_HOST', 'METRICS_PORT'],
    path: '/metrics',
    isOurs: text => (/^pandect_ready /m.test(text) ? 'with its metrics' : null),
  });

interface Address {
  host: string;
  port: number;
  /** The settings that say so. */
  names: readonly [host: string, port: string];
  /** What is asked where somebody listens. */
  path: string;
  /** Which Pandect the answer is of; null where it is of none. */
  isOurs(text: string): string | null;
}

async function addressFinding({ host, port, names, path, isOurs }: Address): Promise<Finding> {
  const place = authorityOf(host, port);
  const code = await bindingCode(host, port);
  if (code === null) return ok(port === 0 ? 'any free port is taken' : `${place} is free`);
  if (code === 'EACCES')
    return problem(
      `this user may not listen at ${place}`,
      `take a ${names[1]} from 1024 on, or give the service CAP_NET_BIND_SERVICE`,
    );
  if (code !== 'EADDRINUSE')
    return problem(
      `nobody can listen at ${place}: ${code}`,
      `${names[0]} must be an address of this machine`,
    );
  const answer = await answerOf(ASKED[host] ?? host, port, path);
  const which = answer === null ? null : isOurs(answer);
  if (which !== null) return ok(`Pandect ${which} answers at ${place} already`);
  return problem(`another program listens at ${place}`, `end it, or take another ${names[1]}`);
}

/** An address for all is none to ask at. */
const ASKED: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** @returns null where the address could be taken; it is free again then */
async function bindingCode(host: string, port: number): Promise<string | null> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    return codeOf(error);
  }
  server.close();
  await once(server, 'close');
  return null;
}

/** @returns the body; null where there is none */
function answerOf(host: string, port: number, path: string): Promise<string | null> {
  return new Promise(resolve => {
    const request = http.get({ host, port, path, signal: AbortSignal.timeout(PATIENCE_MS) });
    request.on('error', () => resolve(null));
    request.on('response', response => {
      let text = '';
      response.on('data', chunk => {
        text += chunk;
        if (text.length > MAX_BYTES) response.destroy();
      });
      response.on('close', () => resolve(text));
    });
  });
}

function versionIn(text: string): string | null {
  try {
    const { version, database } = JSON.parse(text);
    return typeof version === 'string' && typeof database === 'object' ? version : null;
  } catch {
    return null;
  }
}

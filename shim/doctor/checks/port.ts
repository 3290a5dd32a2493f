import { once } from 'node:events';
import http from 'node:http';
import { createServer } from 'node:net';
import { authorityOf } from '../../../build/common/authority.ts';
import { healthUrl } from '../../../build/contract/paths.ts';
import { type Check, codeOf, type Finding, ok, problem } from '../finding.ts';

const PATIENCE_MS = 2000;
const MAX_BYTES = 256 * 1024;

/** Checks that the addresses are free, or that a Pandect answers there already. */
export const port: Check = {
  name: 'port',
  async run({ settings: { host, port, metrics } }) {
    const api = await portFinding(host, port);
    return metrics === null ? api : [api, await metricsFinding(metrics.host, metrics.port)];
  },
};

export const portFinding = (host: string, port: number): Promise<Finding> =>
  addressFinding({ host, port, names: ['HOST', 'PORT'], path: healthUrl, isOurs: versionIn });

/** The address of metrics also answers probes. */
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
  names: readonly [host: string, port: string];
  path: string;
  isOurs(text: string): string | null;
}

async function addressFinding({ host, port, names, path, isOurs }: Address): Promise<Finding> {
  const address = authorityOf(host, port);
  const code = await bindingCode(host, port);
  if (code === null) return ok(port === 0 ? 'any free port is taken' : `${address} is free`);
  if (code === 'EACCES')
    return problem(
      `this user may not listen at ${address}`,
      `take a ${names[1]} from 1024 on, or give the service CAP_NET_BIND_SERVICE`,
    );
  if (code !== 'EADDRINUSE')
    return problem(
      `nobody can listen at ${address}: ${code}`,
      `${names[0]} must be an address of this machine`,
    );
  const answer = await answerOf(ASKED[host] ?? host, port, path);
  const which = answer === null ? null : isOurs(answer);
  if (which !== null) return ok(`Pandect ${which} answers at ${address} already`);
  return problem(`another program listens at ${address}`, `end it, or take another ${names[1]}`);
}

/** Addresses to request instead of those that mean all interfaces. */
const ASKED: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Takes the address and frees it again. @returns null where it could be taken, else the error's code */
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

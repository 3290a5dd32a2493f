import { once } from 'node:events';
import http from 'node:http';
import { createServer } from 'node:net';
import { healthUrl } from '../../../build/contract/paths.ts';
import { type Check, codeOf, type Finding, ok, problem } from '../finding.ts';

const PATIENCE_MS = 2000;
const MAX_BYTES = 64 * 1024;

/** The address is free, or a Pandect answers there already. */
export const port: Check = {
  name: 'port',
  run: ({ settings: { host, port } }) => portFinding(host, port),
};

export async function portFinding(host: string, port: number): Promise<Finding> {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const code = await bindingCode(host, port);
  if (code === null) return ok(port === 0 ? 'any free port is taken' : `${place} is free`);
  if (code === 'EACCES')
    return problem(
      `this user may not listen at ${place}`,
      'take a PORT from 1024 on, or give the service CAP_NET_BIND_SERVICE',
    );
  if (code !== 'EADDRINUSE')
    return problem(`nobody can listen at ${place}: ${code}`, 'HOST must be an address of this machine');
  const version = await pandectAt(ASKED[host] ?? host, port);
  if (version !== null) return ok(`Pandect ${version} answers at ${place} already`);
  return problem(`another program listens at ${place}`, 'end it, or take another PORT');
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

/** @returns its version; null where none answers */
function pandectAt(host: string, port: number): Promise<string | null> {
  return new Promise(resolve => {
    const request = http.get({ host, port, path: healthUrl, signal: AbortSignal.timeout(PATIENCE_MS) });
    request.on('error', () => resolve(null));
    request.on('response', response => {
      let text = '';
      response.on('data', chunk => {
        text += chunk;
        if (text.length > MAX_BYTES) response.destroy();
      });
      response.on('close', () => resolve(versionIn(text)));
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

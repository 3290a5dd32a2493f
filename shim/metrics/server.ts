import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerProbe, sendText } from '../http/probes.ts';
import type { Readiness } from '../http/readiness.ts';

export interface MetricsServerOptions {
  host: string;
  port: number;
  readiness: Readiness;
  render(): Promise<string>;
  onFailure(error: unknown): void;
  patienceMs?: number;
}

export interface MetricsServer {
  port: number;
  /** How many are open. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** Enough for a few metrics servers, and the probes of an orchestrator and a balancer. */
const CONNECTIONS = 64;
/** Milliseconds for a request to arrive, for its answer to be taken, and between two requests. */
const PATIENCE_MS = 5000;

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `/metrics`, `/livez` and `/readyz` apart from the API. Does not keep the process alive. */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const answer = answerer(options);
  const { patienceMs = PATIENCE_MS } = options;
  const server = createServer(
    {
      requestTimeout: patienceMs,
      headersTimeout: patienceMs,
      keepAliveTimeout: patienceMs,
      connectionsCheckingInterval: 1000,
    },
    answer,
  );
  server.maxConnections = CONNECTIONS;
  // Drops clients that do not take the answer.
  server.timeout = 2 * patienceMs;
  server.listen(options.port, options.host);
  server.unref();
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function answerer({ readiness, render, onFailure }: MetricsServerOptions) {
  let rendering: Promise<string> | null = null;

  async function sendMetrics({ method }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (method !== 'GET' && method !== 'HEAD') return sendText(response, 405, 'GET and HEAD are allowed.\n');
    try {
      rendering ??= render().finally(() => {
        rendering = null;
      });
      sendText(response, 200, await rendering, TYPE);
    } catch (error) {
      onFailure(error);
      sendText(response, 500, 'The metrics cannot be told.\n');
    }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (answerProbe(readiness, request, response)) return;
    const [path] = (request.url ?? '').split('?', 1);
    if (path === '/metrics') void sendMetrics(request, response);
    else sendText(response, 404, 'There are /metrics, /livez and /readyz.\n');
  };
}

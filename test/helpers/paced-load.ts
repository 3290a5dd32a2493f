import http from 'node:http';

/** Requests at an even rate, whether or not earlier ones have been answered, over connections that stay. */

export interface PacedLoadOptions {
  port: number;
  /** Requests a second. */
  rate: number;
  /** What is asked, one after the other, from the beginning again. */
  requests: readonly { path: string; headers: Readonly<Record<string, string>> }[];
}

export interface LoadOutcome {
  sent: number;
  /** How many ended otherwise than with 200, by how and at which path: `503 /api/search`, `ECONNRESET /api/stats`. */
  failures: Map<string, number>;
  /** Of all answers, in milliseconds, ascending. */
  times: number[];
}

const TICK_MS = 10;
const CONNECTIONS = 100;
/** Nobody waits for longer. */
const PATIENCE_MS = 20_000;

/** @returns what stops it, waits for the answers that are under way, and tells what came */
export function pacedLoad({ port, rate, requests }: PacedLoadOptions): () => Promise<LoadOutcome> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const outcome: LoadOutcome = { sent: 0, failures: new Map(), times: [] };
  const underWay = new Set<Promise<void>>();
  const began = performance.now();

  function send(): void {
    const { path, headers } = requests[outcome.sent % requests.length]!;
    outcome.sent++;
    const at = performance.now();
    const asked = ask({ host: '127.0.0.1', port, path, headers, agent }).then(how => {
      underWay.delete(asked);
      outcome.times.push(performance.now() - at);
      if (how === '200') return;
      const failure = `${how} ${path.replace(/[?].*/, '')}`;
      outcome.failures.set(failure, (outcome.failures.get(failure) ?? 0) + 1);
    });
    underWay.add(asked);
  }

  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * rate;
    while (outcome.sent < due) send();
  }, TICK_MS);

  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
    agent.destroy();
    outcome.times.sort((a, b) => a - b);
    return outcome;
  };
}

/** @returns the status, or the code of the error */
function ask(options: http.RequestOptions): Promise<string> {
  return new Promise(resolve => {
    const request = http.get({ ...options, timeout: PATIENCE_MS }, response => {
      response.on('error', () => resolve('cut short'));
      response.on('end', () => resolve(response.complete ? `${response.statusCode}` : 'cut short'));
      response.resume();
    });
    request.on('timeout', () => request.destroy(Object.assign(new Error('late'), { code: 'late' })));
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

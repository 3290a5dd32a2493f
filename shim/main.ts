import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { command } from '../build/common/command-line.ts';
import { checkTree } from './content/check-tree.ts';
import { BoundedLog, standardOutput } from './http/log.ts';
import { Readiness } from './http/readiness.ts';
import { KeyStore } from './keys/store.ts';
import { REDACTED_LOG_PATHS } from './limits/redact.ts';
import { logFigures } from './metrics/figures.ts';
import { serveMetrics } from './metrics/server.ts';
import { configureEngine } from './search/configure.ts';
import { createServer } from './server.ts';
import { OPTIONS, readSettings, type Settings, USAGE } from './settings.ts';

/** Long enough for any answer in flight, short enough for an orchestrator. */
const SHUTDOWN_MS = 10_000;
/** Clients that are busy hear that their connections end; a request that is on its way on one of them still arrives. */
const LAST_REQUESTS_MS = 200;
/** The last lines have this long to be written. */
const FLUSH_MS = 1000;

const SAME_SIGNAL_MS = 1000;

async function serve(settings: Settings): Promise<void> {
  const {
    dist,
    host,
    port,
    keysFile,
    trustProxy,
    logLevel,
    connections,
    searchMemory,
    typesense,
    mcpOrigins,
    requests,
    shutdownDelay,
    hasProbes,
    metrics: metricsAddress,
  } = settings;
  const log = new BoundedLog({ sink: standardOutput(), lossLine });
  const logger = pino({ level: logLevel, redact: [...REDACTED_LOG_PATHS] }, log);
  const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const keys = new KeyStore(keysFile, { warn: message => logger.warn(message), now: Date.now });
  keys.watch();
  const readiness = new Readiness();
  let isListening = false;
  readiness.require(() => (isListening ? null : 'starting'));
  const metrics = metricsAddress && new (await import('./metrics/metrics.ts')).Metrics();
  metrics?.watch(logFigures(log));
  const metricsServer =
    metrics &&
    (await serveMetrics({
      ...metricsAddress,
      readiness,
      render: () => metrics.registry.metrics(),
      onFailure: err => logger.error({ err }, 'the metrics cannot be told'),
    }));
  const app = await createServer({
    dist,
    keys,
    logger,
    version,
    trustProxy,
    engine: configureEngine(dist, typesense, searchMemory),
    limits: connections,
    mcpOrigins,
    requests,
    readiness,
    hasProbes,
    metrics,
  });
  stopOnSignals({
    delay: Math.max(shutdownDelay * 1000, LAST_REQUESTS_MS),
    leave: () => readiness.leave(),
    close: () => app.close(),
    flush: () => log.flush(FLUSH_MS),
  });
  await app.listen({ host, port });
  isListening = true;
  const address = app.server.address() as AddressInfo;
  process.stderr.write(welcome(baseOf(host, address.port)));
  if (metricsServer)
    process.stderr.write(`Metrics: ${baseOf(metricsAddress.host, metricsServer.port)}/metrics\n`);
}

interface Stopping {
  /** Milliseconds between the word that the server goes and its end, in which everything is answered. */
  delay: number;
  /** Says that the server goes. */
  leave(): void;
  close(): PromiseLike<unknown>;
  flush(): Promise<unknown>;
}

/**
 * Has balancers and clients turn to others, finishes what is being answered, then ends the process. A second signal ends it at
 * once; but Ctrl-C comes from the terminal and again from npm, which is one signal.
 */
function stopOnSignals({ delay, leave, close, flush }: Stopping): void {
  let began: number | null = null;
  const stop = (): void => {
    if (began !== null) {
      if (performance.now() - began > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    began = performance.now();
    leave();
    // A client that never finishes must not keep the process.
    setTimeout(() => process.exit(1), delay + SHUTDOWN_MS).unref();
    const exit = (code: number) => flush().finally(() => process.exit(code));
    const end = () =>
      close().then(
        () => exit(0),
        () => exit(1),
      );
    setTimeout(end, delay);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
}

/** In the form of pino's lines. */
const lossLine = (lines: number): string => {
  const msg = `${lines} lines of this log could not be written and are lost`;
  return `${JSON.stringify({ level: pino.levels.values.warn, time: Date.now(), msg })}\n`;
};

const baseOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const welcome = (base: string): string => `
Pandect is listening at ${base}. Try:
  ${base}/api/usc/documents/t17%2Fs106
  ${base}/api/ecfr/documents?title_number=1
  ${base}/api/search?q=lighthouse
`;

const serveFlags = command({
  usage: USAGE,
  options: OPTIONS,
  async execute(flags) {
    const settings = readSettings(flags, process.env);
    checkTree(settings.dist);
    await serve(settings);
    return undefined;
  },
});

/** `npm run serve`. @param args what follows the command's name */
export function run(args: string[]): Promise<number | undefined> {
  // Whoever reads it may be gone, or the disk that it goes to full: that is no reason to stop.
  process.stderr.on('error', () => {});
  return serveFlags(args);
}

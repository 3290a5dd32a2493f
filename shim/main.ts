import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Logger, pino } from 'pino';
import { command, EXIT } from '../build/common/command-line.ts';
import { SAMPLE_NOTICE } from '../build/contract/sample.ts';
import { checkTree } from './content/check-tree.ts';
import { isSampleTree } from './content/sample-tree.ts';
import { BoundedLog, standardOutput } from './http/log.ts';
import { originOf } from './http/probes.ts';
import { Readiness } from './http/readiness.ts';
import { openKeys } from './keys/open-keys.ts';
import { REDACTED_LOG_PATHS } from './limits/redact.ts';
import { SharedWindows } from './limits/shared/windows.ts';
import { openMetrics, openPoolMetrics } from './metrics/open-metrics.ts';
import { configureEngine } from './search/configure.ts';
import { createServer } from './server.ts';
import { OPTIONS, readSettings, type Settings, USAGE } from './settings.ts';
import { WorkerEnded, WorkerPool } from './workers/pool.ts';
import { poolReadiness, reportReadiness } from './workers/readiness.ts';
import { stopOnSignals } from './workers/stop.ts';

/** Long enough for any answer in flight, short enough for an orchestrator. */
const SHUTDOWN_MS = 10_000;
/** Busy clients learn that their connections end; requests already on the way still arrive. */
const LAST_REQUESTS_MS = 200;
const FLUSH_MS = 1000;
/** Extra milliseconds before an overdue worker is killed. */
const GRACE_MS = 2000;

/** Serves in this process, alone or as one of several workers. */
async function serve(settings: Settings): Promise<void> {
  const { dist, archive, host, port, trustProxy, mcpOrigins, requests, hasProbes } = settings;
  const { log, logger, requestLogger } = openLog(settings.logLevel);
  const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const warn = (message: string): void => logger.warn(message);
  const { keys, close: closeKeys } = openKeys({ file: settings.keysFile, usage: settings.keysUsage, warn });
  const readiness = new Readiness();
  let isListening = false;
  readiness.require(() => (isListening ? null : 'starting'));
  const counter = await openCounter(settings, logger);
  const metrics = await openMetrics(settings.metrics, { readiness, logger, log, store: counter });
  const search = { memory: settings.searchMemory, shares: settings.workers };
  const app = await createServer({
    dist,
    archive,
    keys,
    logger,
    requestLogger,
    version,
    trustProxy,
    engine: configureEngine(dist, settings.typesense, search),
    limits: settings.connections,
    mcpOrigins,
    requests,
    readiness,
    hasProbes,
    metrics: metrics?.metrics ?? null,
    ...(counter && { counter }),
  });
  stopOnSignals({
    delay: delayOf(settings.shutdownDelay),
    bound: SHUTDOWN_MS,
    leave: () => readiness.leave(),
    close: () => app.close().finally(() => Promise.all([counter?.close(), closeKeys()])),
    flush: () => log.flush(FLUSH_MS),
  });
  await app.listen({ host, port });
  isListening = true;
  if (cluster.isWorker) reportReadiness(readiness);
  else process.stderr.write(welcome(settings, (app.server.address() as AddressInfo).port, metrics?.url));
}

/** Starts workers that run `serve`, and passes connections to them. @returns an exit code where they cannot start */
async function serveByWorkers(settings: Settings): Promise<number | undefined> {
  const { dist, archive, host, port, logLevel, shutdownDelay, workers: count } = settings;
  const { log, logger } = openLog(logLevel);
  const endMs = delayOf(shutdownDelay) + SHUTDOWN_MS + GRACE_MS;
  const flush = () => log.flush(FLUSH_MS);
  const readiness = poolReadiness();
  const metrics = await openPoolMetrics(settings.metrics, { readiness, logger });
  // All workers give a client the same pseudonym.
  process.env.LOG_CLIENT_SECRET ||= randomBytes(32).toString('base64url');
  const pool = new WorkerPool({
    count,
    port,
    endMs,
    program: fileURLToPath(new URL('../build/launch.cjs', import.meta.url)),
    args: port => [
      'serve',
      `--dist=${dist}`,
      `--host=${host}`,
      `--port=${port}`,
      ...(archive === null ? [] : [`--archive=${archive}`]),
    ],
    log: logger,
    onGivingUp() {
      logger.fatal('No worker could be started for a while: this ends.');
      flush().finally(() => process.exit(EXIT.failed));
    },
  });
  stopOnSignals({
    delay: 0,
    bound: endMs + GRACE_MS,
    leave: () => readiness.leave(),
    close: () => pool.close(),
    flush,
  });
  try {
    process.stderr.write(welcome(settings, await pool.open(), metrics?.url));
    return undefined;
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error;
    await pool.close().catch(() => undefined);
    return error.code || EXIT.failed;
  }
}

const delayOf = (shutdownDelay: number): number => Math.max(shutdownDelay * 1000, LAST_REQUESTS_MS);

function openLog(level: string): { log: BoundedLog; logger: Logger; requestLogger: Logger } {
  const log = new BoundedLog({ sink: standardOutput(cluster.isWorker), lossLine });
  const logger = pino({ level, redact: [...REDACTED_LOG_PATHS] }, log);
  // Looking for headers to redact takes longer than the line itself.
  return { log, logger, requestLogger: pino({ level }, log) };
}

/** Opens the shared counter of the limits, if one is configured; its store may be away. */
async function openCounter({ rateLimitStore }: Settings, log: Logger): Promise<SharedWindows | null> {
  if (rateLimitStore === null) return null;
  const counter = new SharedWindows({ address: rateLimitStore, log, now: () => performance.now() });
  await counter.open();
  return counter;
}

/** In the form of pino's lines. */
const lossLine = (lines: number): string => {
  const msg = `${lines} lines of this log could not be written and are lost`;
  return `${JSON.stringify({ level: pino.levels.values.warn, time: Date.now(), msg })}\n`;
};

function welcome({ host, dist }: Settings, port: number, metrics?: string | null): string {
  const base = originOf(host, port);
  return `
${isSampleTree(dist) ? `${SAMPLE_NOTICE}\n` : ''}Pandect is listening at ${base}. Try:
  ${base}/api/usc/documents/t17%2Fs106
  ${base}/api/ecfr/documents?title_number=1
  ${base}/api/search?q=lighthouse
${metrics ? `Metrics: ${metrics}\n` : ''}`;
}

const serveFlags = command({
  usage: USAGE,
  options: OPTIONS,
  async execute(flags) {
    const settings = readSettings(flags, process.env);
    checkTree(settings.dist);
    if (settings.workers > 1 && cluster.isPrimary) return serveByWorkers(settings);
    await serve(settings);
    return undefined;
  },
});

/** Runs `npm run serve`. @param args after the command's name */
export async function run(args: string[]): Promise<number | undefined> {
  // A reader that is gone or a full disk is no reason to stop.
  process.stderr.on('error', () => {});
  const code = await serveFlags(args);
  // A worker lives until its primary ends it, unless it failed.
  if (code !== undefined) process.channel?.unref();
  return code;
}

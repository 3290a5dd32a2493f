import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { command } from '../build/common/command-line.ts';
import { checkTree } from './content/check-tree.ts';
import { BoundedLog, standardOutput } from './http/log.ts';
import { openKeys } from './keys/open.ts';
import { REDACTED_LOG_PATHS } from './limits/redact.ts';
import { configureEngine } from './search/configure.ts';
import { createServer } from './server.ts';
import { OPTIONS, readSettings, type Settings, USAGE } from './settings.ts';

/** Long enough for any answer in flight, short enough for an orchestrator. */
const SHUTDOWN_MS = 10_000;
/** The last lines have this long to be written. */
const FLUSH_MS = 1000;

const SAME_SIGNAL_MS = 1000;

async function serve(settings: Settings): Promise<void> {
  const {
    dist,
    host,
    port,
    keysFile,
    keysUsage,
    trustProxy,
    logLevel,
    connections,
    searchMemory,
    typesense,
    mcpOrigins,
  } = settings;
  const log = new BoundedLog({ sink: standardOutput(), lossLine });
  const logger = pino({ level: logLevel, redact: [...REDACTED_LOG_PATHS] }, log);
  const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const warn = (message: string): void => logger.warn(message);
  const { keys, close: closeKeys } = openKeys({ file: keysFile, usage: keysUsage, warn });
  const app = await createServer({
    dist,
    keys,
    logger,
    version,
    trustProxy,
    engine: configureEngine(dist, typesense, searchMemory),
    limits: connections,
    mcpOrigins,
  });
  app.addHook('onClose', closeKeys);
  stopOnSignals(
    () => app.close(),
    () => log.flush(FLUSH_MS),
  );
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  process.stderr.write(welcome(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`));
}

/**
 * Finishes what is being answered, then ends the process. A second signal ends it at once; but Ctrl-C comes from the
 * terminal and again from npm, which is one signal.
 */
function stopOnSignals(close: () => PromiseLike<unknown>, flush: () => Promise<unknown>): void {
  let began: number | null = null;
  const stop = (): void => {
    if (began !== null) {
      if (performance.now() - began > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    began = performance.now();
    // A client that never finishes must not keep the process.
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    const exit = (code: number) => flush().finally(() => process.exit(code));
    close().then(
      () => exit(0),
      () => exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
}

/** In the form of pino's lines. */
const lossLine = (lines: number): string => {
  const msg = `${lines} lines of this log could not be written and are lost`;
  return `${JSON.stringify({ level: pino.levels.values.warn, time: Date.now(), msg })}\n`;
};

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

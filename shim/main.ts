import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { KeyStore } from './keys/store.ts';
import { REDACTED_LOG_PATHS } from './limits/redact.ts';
import { BoundedLog, standardOutput } from './log.ts';
import { configureEngine } from './search/configure.ts';
import { createServer } from './server.ts';
import { readSettings, type Settings, USAGE, UsageError } from './settings.ts';

/** Long enough for any answer in flight, short enough for an orchestrator. */
const SHUTDOWN_MS = 10_000;
/** The last lines have this long to be written. */
const FLUSH_MS = 1000;

async function serve(settings: Settings): Promise<void> {
  const { dist, host, port, keysFile, trustProxy, logLevel, connections, typesense } = settings;
  const log = new BoundedLog({ sink: standardOutput(), lossLine });
  const logger = pino({ level: logLevel, redact: [...REDACTED_LOG_PATHS] }, log);
  const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const keys = new KeyStore(keysFile, { warn: message => logger.warn(message), now: Date.now });
  keys.watch();
  const app = await createServer({
    dist,
    keys,
    logger,
    version,
    trustProxy,
    engine: configureEngine(dist, typesense),
    limits: connections,
  });
  const stop = (): void => {
    // A client that never finishes must not keep the process.
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    const exit = (code: number) => log.flush(FLUSH_MS).finally(() => process.exit(code));
    app.close().then(
      () => exit(0),
      () => exit(1),
    );
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  await app.listen({ host, port });
  const address = app.server.address() as AddressInfo;
  process.stderr.write(welcome(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`));
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

async function main(): Promise<void> {
  // Whoever reads it may be gone, or the disk that it goes to full: that is no reason to stop.
  process.stderr.on('error', () => {});
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings === 'help') process.stdout.write(USAGE);
  else if (!fs.statSync(settings.dist, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no tree ${settings.dist}. Run "npm run build" to make one.`);
  } else await serve(settings);
}

main().catch(error => {
  const isUsage = error instanceof UsageError;
  process.stderr.write(isUsage ? `${error.message}\n\n${USAGE}` : `${error.message}\n`);
  process.exitCode = isUsage ? 2 : 1;
});

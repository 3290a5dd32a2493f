import fs from 'node:fs';
import path from 'node:path';
import { command, EXIT, UsageError } from '../../build/common/command-line.ts';
import { SEARCH_INDEX } from '../../build/contract/paths.ts';
import { createEmbeddedEngine } from '../../build/search/embedded/find/engine.ts';
import { checkTree } from '../content/check-tree.ts';
import { serveTree } from '../routes/served-tree.ts';
import { SEARCH_MEMORY } from '../search/configure.ts';
import type { ApiCaller } from './api.ts';
import { insideCaller } from './local-api.ts';
import { remoteCaller } from './remote-api.ts';
import { createMcpServer } from './server.ts';
import { LineTransport } from './stdio.ts';

const USAGE = `Usage: npm run mcp -- [--dist DIR | --url URL]

Speaks MCP over standard input and output, for programs on this machine; a server does so by itself, at /mcp. Started by
another program it is named as node /path/to/pandect/build/launch.cjs mcp, or as npm run --silent mcp: npm alone writes
lines of its own.

  --dist DIR   answer from this tree (default: $DIST or dist)
  --url URL    answer from this server, as https://law.example.org
  --help       print this

An API key for the server is read from PANDECT_API_KEY.
`;

/** A single client asks one question at a time. */
const SEARCH_PROCESSES = 1;

interface Answering {
  call: ApiCaller;
  close(): Promise<void>;
}

/** Standard output is for messages only. */
const printLine = (message: string): void => void process.stderr.write(`${message}\n`);

async function fromTree(dist: string, archive: string | null): Promise<Answering> {
  checkTree(dist);
  const file = path.resolve(dist, SEARCH_INDEX);
  const engine = createEmbeddedEngine({ file, processes: SEARCH_PROCESSES, memory: SEARCH_MEMORY });
  const tree = serveTree({
    dist: path.resolve(dist),
    archive: archive && path.resolve(archive),
    engine,
    log: { info: printLine, warn: printLine, error: printLine },
  });
  await tree.open();
  return { call: insideCaller(tree)('stdio'), close: () => tree.close() };
}

const fromServer = (url: string): Answering => ({
  call: remoteCaller(url, process.env.PANDECT_API_KEY),
  close: async () => {},
});

export const run = command({
  usage: USAGE,
  options: { dist: { type: 'string' }, url: { type: 'string' } },
  async execute({ dist, url }) {
    if (dist !== undefined && url !== undefined)
      throw new UsageError('--dist and --url exclude each other: answers come from a tree or from a server.');
    const answering =
      url === undefined
        ? await fromTree(dist || process.env.DIST || 'dist', process.env.ARCHIVE || null)
        : fromServer(url);
    const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    const server = await createMcpServer({
      call: answering.call,
      version,
      onFailure: error => printLine(String((error as Error)?.stack ?? error)),
    });
    const transport = new LineTransport(process.stdin, process.stdout);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => transport.end());
    await server.connect(transport);
    await transport.finished;
    await server.close();
    await answering.close();
    return EXIT.done;
  },
});

import fs from 'node:fs/promises';
import path from 'node:path';
import { command, EXIT, type Flags, UsageError } from '../common/command-line.ts';
import { nginx } from '../edge/nginx/nginx.ts';
import type { EdgeOptions, EdgeTarget, Listen } from '../edge/target.ts';
import { TARGETS } from '../edge/targets.ts';

const USAGE = `Usage: npm run edge -- TARGET [options]

Writes what a server or service needs to answer from a tree, with a README of the steps. TARGET is one of

${TARGETS.map(({ id, summary }) => `  ${id.padEnd(10)}  ${summary}`).join('\n')}

  --out DIR            where to write (default: beside the tree, <tree>.edge/TARGET)
  --dist DIR           the tree (default: $DIST or dist)
  --listen HOST:PORT   where the server listens (default: 127.0.0.1:8080)
  --origin URL         where the shim is; without it there is none, and only files are answered. For nginx it may be given several
                       times, for several shims
  --base PATH          of a static host, where the tree lies there, such as /law/ (default: /)
  --help               print this
`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  out: TEXT,
  dist: TEXT,
  listen: TEXT,
  origin: { ...TEXT, multiple: true },
  base: TEXT,
} as const;

function targetOf(operands: readonly string[]): EdgeTarget {
  const [id, ...others] = operands;
  const target = TARGETS.find(candidate => candidate.id === id);
  if (target && others.length === 0) return target;
  const what = id === undefined || target ? 'Say one target' : `There is no target ${JSON.stringify(id)}`;
  throw new UsageError(`${what}: ${TARGETS.map(known => known.id).join(', ')}.`);
}

/** Nothing else may enter a configuration. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

function readListen(text: string): Listen {
  const [, host = '', digits] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (HOST.test(host) && port >= 1 && port <= 65_535) return { host, port };
  throw new UsageError(`--listen must be an address and a port, such as 127.0.0.1:8080, not ${text}.`);
}

function readOrigin(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isPlain && HOST.test(url.hostname)) return url;
  throw new UsageError(
    `--origin must be an address such as http://127.0.0.1:3000, without a path, not ${text}.`,
  );
}

function readBase(text: string): string {
  if (/^\/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*\/)*$/.test(text)) return text;
  throw new UsageError(`--base must be a path with slashes around it, such as /law/, not ${text}.`);
}

/** Several shims must be separate addresses: behind one name they could not be told apart. */
function readOrigins(texts: readonly string[], target: EdgeTarget): Pick<EdgeOptions, 'origin' | 'others'> {
  const [origin = null, ...others] = texts.map(readOrigin);
  if (others.length === 0) return { origin };
  if (target !== nginx) throw new UsageError('Several --origin are for nginx only.');
  if ([origin, ...others].some(shim => shim?.protocol !== 'http:'))
    throw new UsageError('Several --origin must all begin with http://.');
  return { origin, others };
}

function readOptions(flags: Flags<typeof OPTIONS>, target: EdgeTarget): EdgeOptions {
  return {
    dist: path.resolve(flags.dist || process.env.DIST || 'dist'),
    listen: readListen(flags.listen ?? '127.0.0.1:8080'),
    ...readOrigins(flags.origin ?? [], target),
    base: readBase(flags.base ?? '/'),
  };
}

async function write(out: string, files: Awaited<ReturnType<EdgeTarget['files']>>): Promise<void> {
  await fs.mkdir(out, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(out, name);
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, content);
  }
}

export const run = command({
  usage: USAGE,
  options: OPTIONS,
  takesOperands: true,
  async execute(flags, operands) {
    const target = targetOf(operands);
    const options = readOptions(flags, target);
    const out = flags.out ?? path.join(`${options.dist}.edge`, target.id);
    const files = await target.files(options);
    await write(out, files);
    const written = Object.keys(files).map(name => `  ${path.join(out, name)}\n`);
    process.stdout.write(`${written.join('')}The steps are in ${path.join(out, 'README.md')}\n`);
    return EXIT.done;
  },
});

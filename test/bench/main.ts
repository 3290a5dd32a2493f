import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { command, EXIT, UsageError } from '../../build/common/command-line.ts';

/** `npm run bench -- NAME`: a benchmark beside its reference. Each module of this table exports `run(args)`, which may resolve to an exit code. */
const BENCHMARKS = [
  'serve',
  'lists',
  'build',
  'growth',
  'generator',
  'interrupted',
  'relevance',
  'search',
  'flood',
  'compress',
  'edge',
  'mutations',
];

export interface BenchmarkFlags {
  /** A query whose order is to be explained. */
  explain?: string;
}

const fileOf = (name: string): string => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

const known = BENCHMARKS.filter(candidate => existsSync(fileOf(candidate)));

const USAGE = `Usage: npm run bench -- NAME [arguments]

Measures, beside a reference in the same run. NAME is one of ${known.join(', ')}.

  --explain QUERY  with relevance: why the first ten documents stand where they stand
`;

export const run = command({
  usage: USAGE,
  options: { explain: { type: 'string' } },
  takesOperands: true,
  explain: error => String((error as Error).stack ?? error),
  async execute(flags, [name, ...args]) {
    if (name === undefined) throw new UsageError('Say which benchmark.');
    if (!known.includes(name)) throw new UsageError(`There is no benchmark ${JSON.stringify(name)}.`);
    const benchmark = (await import(`./${name}.ts`)) as {
      run(args: string[], flags: BenchmarkFlags): Promise<unknown>;
    };
    if (flags.explain !== undefined && name !== 'relevance')
      throw new UsageError('--explain belongs to relevance.');
    const code = await benchmark.run(args, flags);
    return typeof code === 'number' ? code : EXIT.done;
  },
});

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { command, EXIT, UsageError } from '../../build/common/command-line.ts';

/** `npm run bench -- NAME`: a benchmark beside its reference. Each module of this table exports `run(args)`, which may resolve to an exit code. */
const BENCHMARKS = [
  'serve',
  'lists',
  'build',
  'beside',
  'growth',
  'import',
  'citations',
  'night',
  'versions',
  'generator',
  'takeover',
  'interrupted',
  'relevance',
  'search',
  'filling',
  'flood',
  'compress',
  'reading',
  'edge',
  'site',
  'restarts',
  'soak',
  'metrics',
  'limits',
  'workers',
  'mutations',
];

export interface BenchmarkFlags {
  /** A query whose order is to be explained. */
  explain?: string;
  /** Build the search index too. */
  search?: boolean;
  /** Search in a generated corpus of so many. */
  documents?: string;
  /** The real corpora so many times over. */
  copies?: string;
  /** As the build's. */
  pages?: string;
  /** Beside nights without an archive of versions. */
  archive?: boolean;
}

/** Which benchmarks take a flag. */
const FLAGS_OF: Record<keyof BenchmarkFlags, readonly string[]> = {
  explain: ['relevance'],
  search: ['growth', 'night'],
  documents: ['search'],
  copies: ['night'],
  pages: ['growth'],
  archive: ['night'],
};

const fileOf = (name: string): string => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

const known = BENCHMARKS.filter(candidate => existsSync(fileOf(candidate)));

const USAGE = `Usage: npm run bench -- NAME [arguments]

Measures, beside a reference in the same run. NAME is one of ${known.join(', ')}.

  --explain QUERY  with relevance: why the first ten documents stand where they stand
  --search         with growth and night: build the search index too
  --documents N    with search: ask a generated corpus of N documents too
  --copies N       with night: the real corpora N times over (default: 8)
  --pages WHICH    with growth: as the build's
  --archive        with night: only what an archive of versions costs, beside the same nights without one
`;

export const run = command({
  usage: USAGE,
  options: {
    explain: { type: 'string' },
    search: { type: 'boolean' },
    documents: { type: 'string' },
    copies: { type: 'string' },
    pages: { type: 'string' },
    archive: { type: 'boolean' },
  },
  takesOperands: true,
  explain: error => String((error as Error).stack ?? error),
  async execute(flags, [name, ...args]) {
    if (name === undefined) throw new UsageError('Say which benchmark.');
    if (!known.includes(name)) throw new UsageError(`There is no benchmark ${JSON.stringify(name)}.`);
    const benchmark = (await import(`./${name}.ts`)) as {
      run(args: string[], flags: BenchmarkFlags): Promise<unknown>;
    };
    for (const [flag, names] of Object.entries(FLAGS_OF)) {
      if (flag in flags && !names.includes(name))
        throw new UsageError(`--${flag} belongs to ${names.join(' and ')}.`);
    }
    const code = await benchmark.run(args, flags);
    return typeof code === 'number' ? code : EXIT.done;
  },
});

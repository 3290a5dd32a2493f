import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `npm run bench -- NAME`: a benchmark beside its reference. Each module of this table exports `run(args)`, which may resolve to an exit code. */
const BENCHMARKS = [
  'serve',
  'lists',
  'build',
  'growth',
  'interrupted',
  'relevance',
  'search',
  'flood',
  'mutations',
];

const fileOf = (name: string): string => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

const known = BENCHMARKS.filter(candidate => existsSync(fileOf(candidate)));

const USAGE = `Usage: npm run bench -- NAME [arguments]

Measures, beside a reference in the same run. NAME is one of ${known.join(', ')}.
`;

/** @param command what follows the command's name. @returns the exit code */
export async function run([name, ...args]: string[]): Promise<number> {
  if (name === '--help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (name === undefined || !known.includes(name)) {
    const problem =
      name === undefined ? 'Say which benchmark.' : `There is no benchmark ${JSON.stringify(name)}.`;
    process.stderr.write(`${problem}\n\n${USAGE}`);
    return 2;
  }
  const benchmark = (await import(`./${name}.ts`)) as { run(args: string[]): Promise<unknown> };
  const code = await benchmark.run(args);
  return typeof code === 'number' ? code : 0;
}

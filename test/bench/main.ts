import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `npm run bench -- NAME`: a benchmark beside its reference. Each module of this table exports `run(args)`. */
const BENCHMARKS = ['serve', 'lists', 'build', 'growth', 'interrupted', 'relevance', 'search', 'flood'];

const fileOf = (name: string): string => fileURLToPath(new URL(`./${name}.ts`, import.meta.url));

const [name = '', ...args] = process.argv.slice(2);
const known = BENCHMARKS.filter(candidate => existsSync(fileOf(candidate)));
if (known.includes(name)) {
  const { run } = (await import(`./${name}.ts`)) as { run(args: string[]): Promise<void> };
  await run(args);
} else {
  process.stderr.write(`Usage: npm run bench -- NAME\n\nNAME is one of ${known.join(', ')}.\n`);
  process.exitCode = 2;
}

import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { makeProgress } from '../progress.ts';
import { type Findings, hasFindings, verifyTree } from './verify.ts';

const USAGE = `Usage: npm run verify -- [DIR]

Checks every file of a tree, or of a mirror's copy, against its manifest. Exit code 1 where anything is wrong.

  DIR      the tree (default: $DIST or dist)
  --help   print this
`;

const EXIT = { sound: 0, unsound: 1, usage: 2 } as const;

class UsageError extends Error {}

function readTree(): string | 'help' {
  const { values, positionals } = parse();
  if (values.help) return 'help';
  if (positionals.length > 1) throw new UsageError('There is one directory at most.');
  const tree = positionals[0] ?? (process.env.DIST || 'dist');
  if (fs.statSync(tree, { throwIfNoEntry: false })?.isDirectory()) return tree;
  throw new UsageError(`There is no tree ${tree}.`);
}

function parse() {
  try {
    return parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', default: false } } });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function format(findings: Findings): string {
  const { checked, missing, extra, altered, isPending } = findings;
  return [
    ...missing.map(file => `missing ${file}`),
    ...extra.map(file => `extra ${file}`),
    ...altered.map(file => `altered ${file}`),
    ...(isPending ? ['A publication is pending: old and new files count alike until the next build.'] : []),
    `${checked} files: ${missing.length} missing, ${extra.length} extra, ${altered.length} altered`,
  ].join('\n');
}

async function main(): Promise<number> {
  try {
    const tree = readTree();
    if (tree === 'help') {
      process.stdout.write(USAGE);
      return EXIT.sound;
    }
    const findings = await verifyTree(tree, makeProgress(process.stderr, Date.now));
    process.stdout.write(`${format(findings)}\n`);
    return hasFindings(findings) ? EXIT.unsound : EXIT.sound;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const { message } = error as Error;
    process.stderr.write(isUsage ? `${message}\n\n${USAGE}` : `The tree cannot be checked: ${message}\n`);
    return isUsage ? EXIT.usage : EXIT.unsound;
  }
}

process.exitCode = await main();

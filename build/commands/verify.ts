import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MANIFEST } from '../files/manifest.ts';
import { makeProgress } from '../report/progress.ts';
import { type Findings, hasFindings, verifyTree } from '../verify/verify.ts';

const USAGE = `Usage: npm run verify -- [DIR]

Checks every file of a tree, or of a mirror's copy, against its manifest. Exit code 1 where anything is wrong.

  DIR      the tree (default: $DIST or dist)
  --help   print this
`;

const EXIT = { sound: 0, unsound: 1, usage: 2 } as const;

class UsageError extends Error {}

function readTree(args: string[]): string | 'help' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (positionals.length > 1) throw new UsageError('There is one directory at most.');
  const tree = positionals[0] ?? (process.env.DIST || 'dist');
  if (!fs.statSync(tree, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no directory ${tree}.`);
  }
  // A tree that has lost its manifest is one, and unsound.
  if ([MANIFEST, 'api'].some(name => fs.existsSync(path.join(tree, name)))) return tree;
  throw new UsageError(`${tree} is no tree that can be checked: it has neither ${MANIFEST} nor api/.`);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', default: false } },
    });
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

/** `npm run verify`. @param args what follows the command's name. @returns the exit code */
export async function run(args: string[]): Promise<number> {
  try {
    const tree = readTree(args);
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

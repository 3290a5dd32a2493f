import fs from 'node:fs';
import path from 'node:path';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { MANIFEST } from '../files/manifest.ts';
import { changedTags } from '../verify/purge.ts';

const USAGE = `Usage: npm run changed -- MANIFEST [DIR]

Prints the cache tags of all that differs between an earlier tree and this one, one a line: what a CDN has to purge after a build.

  MANIFEST  a copy of the earlier tree's ${MANIFEST}
  DIR       the tree (default: $DIST or dist)
  --help    print this
`;

/** `npm run changed`. */
export const run = command({
  usage: USAGE,
  options: {},
  takesOperands: true,
  explain: error => `The trees cannot be compared: ${(error as Error).message}`,
  async execute(_flags, [before, tree = process.env.DIST || 'dist', ...others]) {
    if (before === undefined) throw new UsageError('Say which manifest the tree is to be compared with.');
    if (others.length > 0) throw new UsageError('There is one manifest and one directory at most.');
    const after = path.join(tree, MANIFEST);
    for (const file of [before, after])
      if (!fs.existsSync(file)) throw new UsageError(`There is no file ${file}.`);
    for (const tag of await changedTags(before, after)) process.stdout.write(`${tag}\n`);
    return EXIT.done;
  },
});

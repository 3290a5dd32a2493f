import fs from 'node:fs';
import path from 'node:path';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { PARTS_FOLDER } from '../files/manifest/parts.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { changedTags } from '../verify/changed-tags.ts';

const USAGE = `Usage: npm run changed -- MANIFEST|DIR [DIR]

Prints the cache tags of all that differs between an earlier tree and this one, one a line: what a CDN has to purge after a build.

  MANIFEST|DIR  the earlier tree's ${MANIFEST} with its folder ${PARTS_FOLDER} beside it, or the folder with both: a copy, or the tree
  DIR           the tree (default: $DIST or dist)
  --help        print this
`;

/** Returns the manifest's folder for a folder or a manifest. @throws UsageError */
function folderOf(named: string): string {
  const folder = path.basename(named) === MANIFEST ? path.dirname(named) : named;
  const file = path.join(folder, MANIFEST);
  if (fs.existsSync(file)) return folder;
  throw new UsageError(`There is no file ${file}.`);
}

export const run = command({
  usage: USAGE,
  options: {},
  takesOperands: true,
  explain: error => `The trees cannot be compared: ${(error as Error).message}`,
  async execute(_flags, [before, tree = process.env.DIST || 'dist', ...others]) {
    if (before === undefined) throw new UsageError('Say which manifest the tree is to be compared with.');
    if (others.length > 0) throw new UsageError('There is one manifest and one directory at most.');
    for (const tag of changedTags(folderOf(before), folderOf(tree))) process.stdout.write(`${tag}\n`);
    return EXIT.done;
  },
});

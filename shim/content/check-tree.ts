import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../build/common/command-line.ts';
import { CATALOG } from '../../build/contract/paths.ts';

/** Checks that a tree can be served: it needs a catalog. @throws UsageError */
export function checkTree(dist: string): void {
  if (!fs.statSync(dist, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no tree ${dist}. "npm run build" makes one.`);
  }
  if (fs.existsSync(path.join(dist, CATALOG))) return;
  throw new UsageError(
    `${dist} is no tree that can be served: it has no ${CATALOG}. "npm run build" makes one; a mirror that serves copies the folder catalog too.`,
  );
}

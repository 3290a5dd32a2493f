import fs from 'node:fs';
import path from 'node:path';
import { ROOT_FILE, readRoot } from '../archive/archive.ts';
import { verifyArchive } from '../archive/verify.ts';
import { command, EXIT, UsageError } from '../common/command-line.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { makeProgress } from '../report/progress.ts';
import { readPublicKey, SignatureError, timestampIn } from '../signature/verify.ts';
import { type Findings, hasFindings, verifyTree } from '../verify/verify.ts';

const USAGE = `Usage: npm run verify -- [DIR] [--part NAME]...
       npm run verify -- --archive DIR

Checks every file of a tree, or of a mirror's copy, against its manifest. Exit code 1 where anything is wrong.
With --archive it checks every version in an archive instead.

  DIR          the tree (default: $DIST or dist)
  --part NAME  only what this part of the manifest lists, such as usc/t17 or fr/2018-05 (${MANIFEST} names the parts);
               may be given several times. What is there beyond the manifest, and the catalog, only the whole tells
  --archive DIR  this archive, and no tree
  --public-key FILE|KEY
               the tree has to be signed with this key ("npm run sign" and minisign make both)
  --help       print this
`;

function checkTree(tree: string): void {
  if (!fs.statSync(tree, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no directory ${tree}.`);
  }
  // A tree without its manifest is still a tree, and unsound.
  if ([MANIFEST, 'api'].some(name => fs.existsSync(path.join(tree, name)))) return;
  throw new UsageError(`${tree} is no tree that can be checked: it has neither ${MANIFEST} nor api/.`);
}

function format(findings: Findings): string {
  const { checked, missing, extra, altered, isPending, signed } = findings;
  return [
    ...missing.map(file => `missing ${file}`),
    ...extra.map(file => `extra ${file}`),
    ...altered.map(file => `altered ${file}`),
    ...(isPending ? ['A publication is pending: old and new files count alike until the next build.'] : []),
    ...(signed === null ? [] : [`signed${when(signed)}`]),
    `${checked} files: ${missing.length} missing, ${extra.length} extra, ${altered.length} altered`,
  ].join('\n');
}

/** The time in a signed comment. */
function when(comment: string): string {
  const seconds = timestampIn(comment);
  return seconds === null ? '' : ` ${new Date(1000 * seconds).toISOString()}`;
}

/** @returns the exit code */
function checkArchive(folder: string): number {
  // Packs without it are damage, which this tells.
  readRoot(folder);
  if (!fs.existsSync(path.join(folder, ROOT_FILE)))
    throw new UsageError(`There is no archive ${folder}: it has no ${ROOT_FILE}.`);
  const { problems, packs, documents, versions, bytes, unpacked } = verifyArchive(folder);
  const share = unpacked === 0 ? '' : `, ${((100 * bytes) / unpacked).toFixed(1)}% of the files in them`;
  const counts = `${versions} versions of ${documents} documents in ${packs} packs: ${(bytes / 1e6).toFixed(1)} MB${share}`;
  process.stdout.write(`${[...problems, `${counts}; ${problems.length} problems`].join('\n')}\n`);
  return problems.length > 0 ? EXIT.failed : EXIT.done;
}

export const run = command({
  usage: USAGE,
  options: {
    part: { type: 'string', multiple: true },
    ...{ 'public-key': { type: 'string' }, archive: { type: 'string' } },
  },
  takesOperands: true,
  explain: error =>
    error instanceof SignatureError
      ? `The tree is not to be trusted: ${error.message}.`
      : `The tree cannot be checked: ${(error as Error).message}`,
  async execute({ part: parts, 'public-key': key, archive }, operands) {
    if (archive !== undefined) {
      if (operands.length > 0 || parts || key !== undefined)
        throw new UsageError('--archive goes with no tree, no part and no key.');
      return checkArchive(archive);
    }
    const [tree = process.env.DIST || 'dist', ...others] = operands;
    if (others.length > 0) throw new UsageError('There is one directory at most.');
    checkTree(tree);
    const findings = await verifyTree(tree, makeProgress(process.stderr, Date.now), {
      parts: parts ?? null,
      publicKey: key === undefined ? null : readPublicKey(key),
    });
    process.stdout.write(`${format(findings)}\n`);
    return hasFindings(findings) ? EXIT.failed : EXIT.done;
  },
});

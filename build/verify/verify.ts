import fs from 'node:fs';
import path from 'node:path';
import { isContentPath } from '../contract/paths.ts';
import { MANIFEST } from '../files/manifest/root.ts';
import { manifestDigest } from '../previous/publication-plan.ts';
import { workspacesOf } from '../previous/workspace.ts';
import type { Progress } from '../report/progress.ts';
import { WorkerPool } from '../threads/pool.ts';
import { checkOutsideApi, type OutsideFindings } from './catalog.ts';
import { type Expectations, type Expected, expectationsOf } from './expected-files.ts';
import { checkHistory } from './history.ts';
import { pendingPublication } from './pending-publication.ts';
import { findFiles, listFiles, prefixesOf } from './present-files.ts';
import { checkSignatures } from './signatures.ts';
import type { CheckBatch, CheckResult } from './worker.ts';

interface Lists {
  missing: string[];
  extra: string[];
  altered: string[];
}

const NO_FINDINGS: OutsideFindings = { missing: [], altered: [], known: new Set() };

/** Paths relative to the tree, sorted. */
export interface Findings extends Lists {
  checked: number;
  /** A build was interrupted while it published: old and new versions of files were accepted. */
  isPending: boolean;
  /** The signed comment of the manifest's root; null where signatures were not checked. */
  signed: string | null;
}

/** Which parts of a tree are verified, and how. */
export interface Scope {
  /** Names of parts of the manifest: only these and their files are checked; null: the whole tree. */
  parts?: readonly string[] | null;
  /** The public key for signatures, base64; null: signatures are not checked. */
  publicKey?: string | null;
}

/**
 * Compares a tree with its manifest, and its catalog with the build's report. It reads a workspace beside the tree, but needs
 * none. It opens regular files only, and holds only names in memory.
 * @throws UsageError where there is no such part; ManifestError; SignatureError; errors of the file system
 */
export async function verifyTree(
  tree: string,
  progress: Progress,
  { parts = null, publicKey = null }: Scope = {},
): Promise<Findings> {
  for (;;) {
    const before = publicationMark(tree);
    const findings = await verifyOnce(tree, progress, parts, publicKey).catch((error: Error) => error);
    // A build published meanwhile, so the findings may be wrong.
    if (before !== publicationMark(tree)) continue;
    if (findings instanceof Error) throw findings;
    return findings;
  }
}

export const hasFindings = ({ missing, extra, altered }: Findings): boolean =>
  missing.length + extra.length + altered.length > 0;

function publicationMark(tree: string): string {
  const journals = workspacesOf(tree).map(({ journal }) => fs.existsSync(journal));
  return [manifestDigest(tree), ...journals].join();
}

async function verifyOnce(
  tree: string,
  progress: Progress,
  names: readonly string[] | null,
  publicKey: string | null,
): Promise<Findings> {
  const begun = pendingPublication(tree, publicKey !== null);
  const { comment: signed, pending } =
    publicKey === null ? { comment: null, pending: begun } : checkSignatures(tree, begun, publicKey);
  const expectations = expectationsOf(tree, names, pending);
  const { paths, parts, isFirst } = expectations;
  // Where only deletions are left, signatures of staged files were not checked.
  const countsStaged = publicKey === null || pending?.hasStagedRoot;
  const staging = (countsStaged && pending?.staging) || null;
  const found = names ? findFiles(tree, [...paths, MANIFEST]) : listFiles(tree);
  const isFile = (name: string): boolean => found.files.has(name);
  const catalog = names ? NO_FINDINGS : await checkOutsideApi(tree, found, staging);
  const history = names ? NO_FINDINGS : checkHistory(tree, found, staging);
  const missing = [...catalog.missing, ...history.missing];
  const altered = [...catalog.altered, ...history.altered];
  const manifest = [...(isFirst ? [] : [MANIFEST]), ...parts.keys()];
  missing.push(...manifest.filter(name => !isFile(name)));
  altered.push(...manifest.filter(name => isFile(name) && parts.get(name) === false));
  progress.start('files', expectations.count);
  const pool = new WorkerPool(new URL('./worker.ts', import.meta.url));
  const most = Math.ceil(expectations.count / BATCH_FILES / BATCHES_A_THREAD);
  const present = batches(tree, expectations, file => {
    if (file.required && !isFile(file.path)) missing.push(file.path);
    return isFile(file.path);
  });
  try {
    await pool.run<CheckBatch, CheckResult>(present, most, result => {
      missing.push(...result.missing);
      altered.push(...result.altered);
      progress.advance(result.checked);
    });
  } finally {
    await pool.close();
  }
  progress.stop();
  // Only all parts together tell which files are extra.
  const isWhole = ![...parts.values()].includes(false);
  const isKnown = (name: string): boolean =>
    [paths, catalog.known, history.known].some(known => known.has(name)) ||
    name === MANIFEST ||
    (!isWhole && isContentPath(name));
  const extra = names ? [] : [...found.files].filter(name => !isKnown(name));
  const lists = judgeOthers(tree, found.others, { missing, extra, altered });
  return { checked: expectations.count, isPending: pending !== null, signed, ...sorted(lists) };
}

/** Counts a link, a pipe or a folder in place of a file as altered; a link in place of a folder alters all files below. */
function judgeOthers(tree: string, others: ReadonlySet<string>, { missing, extra, altered }: Lists): Lists {
  const replaced = new Set<string>();
  const left = missing.filter(file => {
    const other = prefixesOf(file).find(name => others.has(name));
    if (other === undefined && !fs.lstatSync(path.join(tree, file), { throwIfNoEntry: false })) return true;
    replaced.add(other ?? file);
    return false;
  });
  const strange = [...others].filter(name => !replaced.has(name));
  return { missing: left, extra: [...extra, ...strange], altered: [...altered, ...replaced] };
}

const sorted = ({ missing, extra, altered }: Lists): Lists => ({
  missing: missing.sort(),
  extra: extra.sort(),
  altered: altered.sort(),
});

const BATCH_FILES = 256;
/** A thread takes as long to start as it takes to check these. */
const BATCHES_A_THREAD = 16;

/** @param isPresent whether the tree has the file */
async function* batches(
  tree: string,
  { files }: Expectations,
  isPresent: (file: Expected) => boolean,
): AsyncGenerator<CheckBatch> {
  let batch: Expected[] = [];
  for (const file of files()) {
    if (!isPresent(file)) continue;
    batch.push(file);
    if (batch.length < BATCH_FILES) continue;
    yield { tree, files: batch };
    batch = [];
  }
  if (batch.length > 0) yield { tree, files: batch };
}

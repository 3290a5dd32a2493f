import fs from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../contract/paths.ts';
import { WorkerPool } from '../pool.ts';
import type { Progress } from '../progress.ts';
import { filesUnder } from '../tree/changes.ts';
import { manifestDigest } from '../tree/recover.ts';
import { workspacesOf } from '../tree/workspace.ts';
import { isSoundCatalog } from './catalog.ts';
import { type Expectations, expectationsOf } from './expected.ts';
import type { CheckBatch, CheckResult } from './worker.ts';

/** Paths relative to the tree, sorted. */
export interface Findings {
  checked: number;
  missing: string[];
  extra: string[];
  altered: string[];
  /** A build was interrupted while it published: files were accepted in the old or the new version. */
  isPending: boolean;
}

/**
 * Compares a tree with its manifest; a workspace beside it is looked at, but not needed. Only names are held in
 * memory, whatever the size of the tree.
 *
 * @throws where the manifest is missing or damaged; errors of the file system
 */
export async function verifyTree(tree: string, progress: Progress): Promise<Findings> {
  for (;;) {
    const before = publicationMark(tree);
    const findings = await verifyOnce(tree, progress).catch((error: Error) => error);
    // A build that published meanwhile has changed what was to be found.
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

async function verifyOnce(tree: string, progress: Progress): Promise<Findings> {
  const expectations = await expectationsOf(tree);
  const findings: Findings = {
    checked: expectations.count,
    missing: [],
    extra: [],
    altered: [],
    isPending: expectations.isPending,
  };
  progress.start('files', expectations.count);
  const pool = new WorkerPool(new URL('./worker.ts', import.meta.url));
  const most = Math.ceil(expectations.count / BATCH_FILES / BATCHES_A_THREAD);
  try {
    await pool.run<CheckBatch, CheckResult>(batches(tree, expectations), most, result => {
      findings.missing.push(...result.missing);
      findings.altered.push(...result.altered);
      progress.advance(result.checked);
    });
  } finally {
    await pool.close();
  }
  progress.stop();
  for (const file of filesUnder(tree, 'api')) if (!expectations.paths.has(file)) findings.extra.push(file);
  const catalog = path.join(tree, CATALOG);
  if (fs.existsSync(catalog) && !(await isSoundCatalog(catalog))) findings.altered.push(CATALOG);
  for (const list of [findings.missing, findings.extra, findings.altered]) list.sort();
  return findings;
}

const BATCH_FILES = 256;
/** A thread takes as long to start as it takes to check these. */
const BATCHES_A_THREAD = 16;

async function* batches(tree: string, { files }: Expectations): AsyncGenerator<CheckBatch> {
  let batch: CheckBatch['files'][number][] = [];
  for await (const file of files()) {
    batch.push(file);
    if (batch.length < BATCH_FILES) continue;
    yield { tree, files: batch };
    batch = [];
  }
  if (batch.length > 0) yield { tree, files: batch };
}

import fs from 'node:fs';
import path from 'node:path';
import { CATALOG, SEARCH_INDEX } from '../contract/paths.ts';
import type { Problem } from '../corpus/problems.ts';
import { digestOfFile } from '../files/digest.ts';
import { FORMER_MANIFEST } from '../files/manifest/former.ts';
import { PARTS_FOLDER } from '../files/manifest/parts.ts';
import { MANIFEST, readRoot } from '../files/manifest/root.ts';
import { filesUnder } from '../files/walk.ts';
import { isIndexOfThisVersion } from '../formats/search-index.ts';
import { type BuildReport, makeReport, newProblems, REPORT, type ReportInput } from '../report/report.ts';
import type { Signer } from '../signature/sign.ts';
import type { Totals } from '../state/header.ts';
import type { Changes } from './changes.ts';
import { checkWay } from './obstacles.ts';
import { type Plan, publish } from './publish.ts';
import { publishedParts } from './published.ts';
import { catalogDigests, recordedBuild, recordedDigests, recordedProblems } from './record.ts';
import { manifestDigest } from './recover.ts';
import { type StagedSignatures, stageSignatures } from './signatures.ts';
import { putBackSpare } from './spare.ts';
import { allFiles, othersOf, type PublishedFile, toldOf } from './told.ts';
import type { Workspace } from './workspace.ts';

export interface ComingTree {
  workspace: Workspace;
  /** Publish even what is already there. */
  cold: boolean;
  /** What becomes of the published files; null where there is no tree. */
  changes: Changes | null;
  /** What is staged for the history; null where nothing is added to it. Paths relative to the tree. */
  history: { renames: readonly string[]; deletions: readonly string[] } | null;
  totals: Totals;
  /** SHA-256, hexadecimal; that of the manifest is its root's. */
  digests: { catalog: string; manifest: string; index: string | null };
  /** Whether the search index that another one replaces is kept as the spare. */
  keepsIndex: boolean;
  report: Pick<ReportInput, 'problems' | 'rendered' | 'began'>;
  /** Makes the state that describes the coming tree take the place of the other. */
  commit(): void;
  signer: Signer | null;
  onPublished?: ((files: Iterable<PublishedFile>) => void) | undefined;
  now(): number;
}

/**
 * Completes the staged tree with its report, and publishes what differs from the published one. What differs is staged, catalog and
 * manifest's parts included; the manifest's root always is.
 */
export function publishTree(coming: ComingTree): BuildReport {
  const { workspace, changes, history, totals, digests, commit, signer, now } = coming;
  const from = manifestDigest(workspace.tree);
  const counts = {
    written: changes?.written.length ?? totals.files,
    removed: changes?.removed.length ?? 0,
  };
  const known = recordedProblems(workspace.tree);
  const report = (): BuildReport =>
    makeReport({
      ...{ ...coming.report, totals, known, changes: counts },
      seconds: (now() - coming.report.began) / 1000,
    });
  const isKept = changes && !history && !coming.cold && from === digests.manifest && tellsAll(coming, known);
  if (isKept && isPublished(workspace, digests, changes)) {
    commit();
    if (coming.keepsIndex) putBackSpare(workspace);
    return report();
  }
  const made = { [CATALOG]: digests.catalog, ...(digests.index && { [SEARCH_INDEX]: digests.index }) };
  const catalog = catalogDigests(workspace.staging, made);
  const sizes = Object.keys(catalog).map(file => [
    file,
    fs.statSync(path.join(workspace.staging, file)).size,
  ]);
  const { build } = readRoot(workspace.staging);
  const recorded = { ...report(), build, catalog, catalog_bytes: Object.fromEntries(sizes) };
  fs.writeFileSync(path.join(workspace.staging, REPORT), `${JSON.stringify(recorded, null, 2)}\n`);
  const signatures = stageSignatures(workspace, signer, now());
  const plan = changes && planOf(workspace, changes, history, signatures);
  if (plan) checkWay(workspace, [...plan.renames, ...plan.deletions], plan.added);
  const { renames = [], deletions = [] } = plan ?? {};
  const others = changes && coming.onPublished ? othersOf(workspace, changes, { renames, deletions }) : [];
  const { keepsIndex } = coming;
  publish(workspace, { from, to: digests.manifest, renames, deletions, keepsIndex }, commit);
  coming.onPublished?.(changes ? toldOf(changes, others) : allFiles(workspace.tree));
  return report();
}

/** Whether the published report has these problems, and no others. */
const tellsAll = ({ report }: ComingTree, known: readonly Problem[]): boolean =>
  newProblems(report.problems, known).length + newProblems(known, report.problems).length === 0;

interface Moves extends Pick<Plan, 'renames' | 'deletions'> {
  /** Those of the renames that the published tree does not have. */
  added: Set<string>;
}

/** What has to be moved and removed for the staged files to become part of the published tree. */
function planOf(
  workspace: Workspace,
  changes: Changes,
  history: ComingTree['history'],
  signatures: StagedSignatures,
): Moves {
  const { tree, staging } = workspace;
  const published = publishedParts(workspace);
  const staged = [...filesUnder(staging, PARTS_FOLDER)].sort();
  const before = [...changes.written, ...stagedCatalog(workspace), REPORT];
  const newHistory = history?.renames ?? [];
  const coming = new Set(readRoot(staging).parts.map(part => part.path));
  const { staged: signed, outdated } = signatures;
  return {
    renames: [...before, ...staged, ...newHistory, ...signed, MANIFEST],
    deletions: [
      ...changes.removed,
      ...outdatedIndex(workspace),
      ...outdated,
      ...[...published].filter(part => !coming.has(part)),
      ...(history?.deletions ?? []),
      ...(fs.existsSync(path.join(tree, FORMER_MANIFEST)) ? [FORMER_MANIFEST] : []),
    ],
    added: new Set([...changes.added, ...staged.filter(part => !published.has(part))]),
  };
}

/** Whether a tree with the coming manifest is what it should be. */
function isPublished(
  { tree, staging }: Workspace,
  digests: ComingTree['digests'],
  changes: Changes,
): boolean {
  if (changes.written.length > 0 || changes.removed.length > 0) return false;
  const catalog = path.join(tree, CATALOG);
  if (hasIndex(tree) !== hasIndex(staging) || (hasIndex(tree) && !isReadable(tree))) return false;
  const recorded = recordedDigests(tree);
  if (recordedBuild(tree) !== readRoot(tree).build) return false;
  if (recorded?.[CATALOG] !== digests.catalog || SEARCH_INDEX in recorded !== hasIndex(tree)) return false;
  return fs.existsSync(catalog) && digestOfFile(catalog) === digests.catalog;
}

const hasIndex = (root: string): boolean => fs.existsSync(path.join(root, SEARCH_INDEX));

/** Whether shims of this version can read the search index. */
function isReadable(tree: string): boolean {
  const file = fs.openSync(path.join(tree, SEARCH_INDEX), 'r');
  try {
    const head = Buffer.alloc(64);
    fs.readSync(file, head, 0, head.length, 0);
    return isIndexOfThisVersion(head);
  } finally {
    fs.closeSync(file);
  }
}

/** A search index that is not brought up to date would find what is no longer there. */
const outdatedIndex = ({ tree, staging }: Workspace): string[] =>
  hasIndex(tree) && !hasIndex(staging) ? [SEARCH_INDEX] : [];

/** The catalog itself comes last: it tells the shim that there is a new tree. */
function stagedCatalog({ staging }: Workspace): string[] {
  const files = [...filesUnder(staging, path.dirname(CATALOG))];
  return [...files.filter(file => file !== CATALOG), CATALOG];
}

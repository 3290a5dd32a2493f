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
import type { Changes } from '../previous/file-changes.ts';
import { manifestDigest, type Plan } from '../previous/publication-plan.ts';
import { publishedParts } from '../previous/published-paths.ts';
import {
  catalogDigests,
  recordedBuild,
  recordedDigests,
  recordedProblems,
} from '../previous/published-report.ts';
import type { Workspace } from '../previous/workspace.ts';
import { type BuildReport, makeReport, newProblems, REPORT, type ReportInput } from '../report/report.ts';
import type { Signer } from '../signature/sign.ts';
import type { Totals } from '../state/header.ts';
import { checkObstacles } from './obstacles.ts';
import { publish } from './publish.ts';
import { allChanges, allFiles, otherChanges, type PublishedFile } from './published-changes.ts';
import { type StagedSignatures, stageSignatures } from './signatures.ts';
import { putBackSpare } from './spare-index.ts';

export interface NextTree {
  workspace: Workspace;
  /** Publish even files that are already there. */
  cold: boolean;
  changes: Changes | null;
  /** Staged files of the history; null where nothing is added. Paths are relative to the tree. */
  history: { renames: readonly string[]; deletions: readonly string[] } | null;
  totals: Totals;
  /** SHA-256, hexadecimal; for the manifest, of its root. */
  digests: { catalog: string; manifest: string; index: string | null };
  keepsIndex: boolean;
  report: Pick<ReportInput, 'problems' | 'rendered' | 'began'>;
  commit(): void;
  signer: Signer | null;
  onPublished?: ((files: Iterable<PublishedFile>) => void) | undefined;
  now(): number;
}

/** Adds the report and publishes the tree. Staged are the files that differ, and always the manifest's root. */
export function publishTree(next: NextTree): BuildReport {
  const { workspace, changes, history, totals, digests, commit, signer, now } = next;
  const from = manifestDigest(workspace.tree);
  const counts = {
    written: changes?.written.length ?? totals.files,
    removed: changes?.removed.length ?? 0,
  };
  const known = recordedProblems(workspace.tree);
  const report = (): BuildReport =>
    makeReport({
      ...{ ...next.report, totals, known, changes: counts },
      seconds: (now() - next.report.began) / 1000,
    });
  const isKept =
    changes && !history && !next.cold && from === digests.manifest && hasSameProblems(next, known);
  if (isKept && isPublished(workspace, digests, changes)) {
    commit();
    if (next.keepsIndex) putBackSpare(workspace);
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
  if (plan) checkObstacles(workspace, [...plan.renames, ...plan.deletions], plan.added);
  const { renames = [], deletions = [] } = plan ?? {};
  const others = changes && next.onPublished ? otherChanges(workspace, changes, { renames, deletions }) : [];
  const { keepsIndex } = next;
  publish(workspace, { from, to: digests.manifest, renames, deletions, keepsIndex }, commit);
  next.onPublished?.(changes ? allChanges(changes, others) : allFiles(workspace.tree));
  return report();
}

/** Whether the published report has exactly these problems. */
const hasSameProblems = ({ report }: NextTree, known: readonly Problem[]): boolean =>
  newProblems(report.problems, known).length + newProblems(known, report.problems).length === 0;

interface Moves extends Pick<Plan, 'renames' | 'deletions'> {
  added: Set<string>;
}

function planOf(
  workspace: Workspace,
  changes: Changes,
  history: NextTree['history'],
  signatures: StagedSignatures,
): Moves {
  const { tree, staging } = workspace;
  const published = publishedParts(workspace);
  const staged = [...filesUnder(staging, PARTS_FOLDER)].sort();
  const before = [...changes.written, ...stagedCatalog(workspace), REPORT];
  const newHistory = history?.renames ?? [];
  const next = new Set(readRoot(staging).parts.map(part => part.path));
  const { staged: signed, outdated } = signatures;
  return {
    renames: [...before, ...staged, ...newHistory, ...signed, MANIFEST],
    deletions: [
      ...changes.removed,
      ...outdatedIndex(workspace),
      ...outdated,
      ...[...published].filter(part => !next.has(part)),
      ...(history?.deletions ?? []),
      ...(fs.existsSync(path.join(tree, FORMER_MANIFEST)) ? [FORMER_MANIFEST] : []),
    ],
    added: new Set([...changes.added, ...staged.filter(part => !published.has(part))]),
  };
}

/** Whether the published tree already is the next one, catalog and search index included. */
function isPublished({ tree, staging }: Workspace, digests: NextTree['digests'], changes: Changes): boolean {
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

/** A search index that is not updated would find removed documents. */
const outdatedIndex = ({ tree, staging }: Workspace): string[] =>
  hasIndex(tree) && !hasIndex(staging) ? [SEARCH_INDEX] : [];

/** The staged files of the catalog's folder. The catalog itself comes last: it tells the shim that there is a new tree. */
function stagedCatalog({ staging }: Workspace): string[] {
  const files = [...filesUnder(staging, path.dirname(CATALOG))];
  return [...files.filter(file => file !== CATALOG), CATALOG];
}

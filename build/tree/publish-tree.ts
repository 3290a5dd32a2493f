import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { SourceCatalog } from '../contract/catalog.ts';
import { encodeCatalog } from '../contract/catalog-file.ts';
import { CATALOG, SEARCH_INDEX } from '../contract/paths.ts';
import { type BuildReport, makeReport, REPORT, type ReportInput } from '../report.ts';
import { entriesOf, type State, type StateHeader, totalsOf, writeState } from '../state.ts';
import { type Changes, changesOf, filesUnder } from './changes.ts';
import { mtimeOf } from './entry.ts';
import { digestOfFile, encodeManifest, MANIFEST } from './manifest.ts';
import { publish } from './publish.ts';
import { manifestDigest } from './recover.ts';
import { StagingWriter } from './staging.ts';
import type { Workspace } from './workspace.ts';

export interface ComingTree {
  workspace: Workspace;
  /** Publish even what is already there. */
  cold: boolean;
  catalogs: readonly SourceCatalog[];
  /** The published tree, see `changesOf`. */
  before: State | ReadonlyMap<string, string>;
  /** The coming tree. What differs from the published one is staged. */
  state: State;
  header: Pick<StateHeader, 'version' | 'corpus' | 'problems'>;
  report: Pick<ReportInput, 'problems' | 'rendered' | 'began'>;
  now(): number;
}

/** Completes the staged tree with catalog, manifest and report, and publishes what differs from the published one. */
export async function publishTree(coming: ComingTree): Promise<BuildReport> {
  const { workspace, state, header, now } = coming;
  const from = await manifestDigest(workspace.tree);
  const digests = await stageCatalogAndManifest(coming);
  const changes = changesOf(coming.before, state);
  const totals = totalsOf(state);
  const counts = { written: changes.written.length, removed: changes.removed.length };
  const report = (): BuildReport =>
    makeReport({ ...coming.report, totals, changes: counts, seconds: (now() - coming.report.began) / 1000 });

  await writeState(`${workspace.state}.next`, { ...header, manifest: digests.manifest, totals }, state);
  if (!coming.cold && (await isPublished(workspace, digests, changes))) {
    fs.renameSync(`${workspace.state}.next`, workspace.state);
    return report();
  }
  fs.writeFileSync(path.join(workspace.staging, REPORT), `${JSON.stringify(report(), null, 2)}\n`);
  const renames = [...changes.written, ...stagedCatalog(workspace), REPORT, MANIFEST];
  const deletions = [...changes.removed, ...outdatedIndex(workspace)];
  publish(workspace, { from, to: digests.manifest, renames, deletions });
  return report();
}

interface Digests {
  catalog: string;
  manifest: string;
}

async function stageCatalogAndManifest({ workspace, catalogs, state }: ComingTree): Promise<Digests> {
  let date = '1970-01-01';
  for (const dated of [state.documents.values(), state.pages])
    for (const each of dated) if (each.date > date) date = each.date;
  const writer = new StagingWriter(workspace.staging);
  return {
    catalog: await stageDated(writer, CATALOG, date, encodeCatalog(catalogs)),
    manifest: await stageDated(writer, MANIFEST, date, encodeManifest(entriesOf(state))),
  };
}

/** Whether the tree is what it should be, down to the order of the manifest's lines. */
async function isPublished(workspace: Workspace, digests: Digests, changes: Changes): Promise<boolean> {
  const { tree } = workspace;
  if (changes.written.length > 0 || changes.removed.length > 0) return false;
  if ((await manifestDigest(tree)) !== digests.manifest) return false;
  const catalog = path.join(tree, CATALOG);
  if (hasIndex(tree) !== hasIndex(workspace.staging)) return false;
  return fs.existsSync(catalog) && (await digestOfFile(catalog)) === digests.catalog;
}

const hasIndex = (root: string): boolean => fs.existsSync(path.join(root, SEARCH_INDEX));

/** A search index that is not brought up to date would find what is no longer there. */
const outdatedIndex = ({ tree, staging }: Workspace): string[] =>
  hasIndex(tree) && !hasIndex(staging) ? [SEARCH_INDEX] : [];

/** The catalog itself comes last: it tells the shim that there is a new tree. */
function stagedCatalog({ staging }: Workspace): string[] {
  const files = [...filesUnder(staging, path.dirname(CATALOG))];
  return [...files.filter(file => file !== CATALOG), CATALOG];
}

/** @returns the file's SHA-256 */
async function stageDated(
  writer: StagingWriter,
  file: string,
  date: string,
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<string> {
  const hash = createHash('sha256');
  let sha256 = '';
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await writer.stream(file, hashed(), () => {
    sha256 = hash.digest('hex');
    return mtimeOf({ date, sha256 });
  });
  return sha256;
}

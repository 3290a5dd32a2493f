import { hash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHANGES_INDEX } from '../contract/paths.ts';
import { ManifestError, parseRoot, type Root } from '../files/manifest/root.ts';
import { checkRemoved, type MaxRemoved, removedBySource } from '../publish/max-removed.ts';
import type { Progress } from '../report/progress.ts';
import {
  addAttachments,
  addCatalog,
  checkPair,
  checkSignature,
  fetchAttachments,
  hasCatalog,
  INDEX_SIGNATURE,
  ROOT_SIGNATURE,
  type Verify,
} from './attachments.ts';
import { compareTrees, partsToRead } from './compare.ts';
import { checkRoom } from './disk-space.ts';
import { Mixture, SourceError, WrongContent } from './errors.ts';
import { fetchAll } from './fetch.ts';
import { Moves } from './file-moves.ts';
import { historyOf, readHistory } from './history.ts';
import { countsOf, type SyncReport } from './report.ts';
import { checkAge } from './rollback.ts';
import type { Source } from './source.ts';
import { Stage } from './staged-files.ts';
import type { Published, Target } from './target.ts';

export interface SyncOptions {
  source: Source;
  target: Target;
  /** Checks signatures, which the source must have then; null where they are only copied. */
  verify: Verify | null;
  keep: boolean;
  catalog: boolean;
  allowRollback: boolean;
  /** How many documents of a source may be removed; null: any number. */
  maxRemoved: MaxRemoved | null;
  jobs: number;
  /** Gets a line for each step of a dry run; null where the steps are done. */
  plan: ((line: string) => void) | null;
  progress: Progress;
  now(): number;
}

/** How many trees of a source are tried: it may publish while it is copied. */
const MOST_TREES = 5;
/** How often a root is read whose signatures or history do not fit: they are published right before it. */
const MOST_LOOKS = 3;
const PAUSE_MS = 1000;
const LOOK_MS = 500;

/**
 * Makes the target the same tree as the source. Files are checked before any is published; no published page ever names a
 * missing file.
 * @throws SourceError, TargetError, ManifestError, and what publication throws
 */
export async function sync(options: SyncOptions): Promise<SyncReport> {
  const { source, target, progress, now } = options;
  const began = now();
  try {
    for (let trees = 1; ; trees++) {
      const seen: { root: string | null } = { root: null };
      try {
        const report = await syncTree(options, seen, trees === 1 ? undefined : randomUUID());
        const seconds = (now() - began) / 1000;
        return { ...report, traffic: source.traffic, targetTraffic: target.traffic, seconds };
      } catch (error) {
        if (!(error instanceof WrongContent)) throw error;
        const isPassing = error instanceof Mixture && trees < MOST_LOOKS;
        const isDamaged =
          seen.root === null ||
          trees >= MOST_TREES ||
          (!isPassing && (await source.root(seen.root, randomUUID())) === 'same');
        if (isDamaged)
          throw new SourceError(`The source is damaged: ${error.message}. Nothing was published.`);
        await wait(isPassing ? LOOK_MS : PAUSE_MS);
      }
    }
  } finally {
    progress.stop();
    source.close();
    target.close();
  }
}

type Outcome = Omit<SyncReport, 'traffic' | 'targetTraffic' | 'seconds'>;

const NOTHING: Outcome = { isUpToDate: true, moved: {}, removed: 0, resumed: 0 };

/** @param seen gets the digest of the source's root @param again see `Source` */
async function syncTree(
  options: SyncOptions,
  seen: { root: string | null },
  again: string | undefined,
): Promise<Outcome> {
  const { source, target, verify, plan, catalog } = options;
  const published = await target.published();
  const known = published && !target.isTorn ? hash('sha256', published.bytes) : null;
  const given = await source.root(known, again);
  const isSame = given === 'same' && published !== null && (await isSigned(target, published, verify));
  const upToDate = async (): Promise<Outcome> => ({ ...NOTHING, removed: plan ? 0 : await target.finish() });
  if (isSame && !catalog) return upToDate();
  const bytes = given === 'same' ? (published as Published).bytes : given;
  seen.root = hash('sha256', bytes);
  const root = parseSource(bytes);
  fs.rmSync(target.scratch, { recursive: true, force: true });
  const stage = new Stage(target.staging, target.scratch, source);
  const moves = new Moves(path.join(target.scratch, 'moves.sqlite'));
  try {
    if (isSame && (await hasCatalog({ stage, target, root, verify, again }))) return await upToDate();
    return await move({ ...options, published, root, bytes, stage, moves, again });
  } finally {
    moves.close();
  }
}

async function isSigned(target: Target, { root, bytes }: Published, verify: Verify | null): Promise<boolean> {
  if (!verify) return true;
  try {
    checkSignature(ROOT_SIGNATURE, bytes, await target.read(ROOT_SIGNATURE), verify);
    const index = await target.read(CHANGES_INDEX);
    if (!index) return false;
    checkSignature(CHANGES_INDEX, index, await target.read(INDEX_SIGNATURE), verify);
    checkPair(root, readHistory(index));
    return true;
  } catch {
    return false;
  }
}

function parseSource(bytes: Buffer): Root {
  try {
    return parseRoot(bytes.toString());
  } catch (error) {
    throw new SourceError(`The source is damaged: ${(error as Error).message}. Nothing was published.`);
  }
}

interface Moving extends SyncOptions {
  published: Published | null;
  root: Root;
  bytes: Buffer;
  stage: Stage;
  moves: Moves;
  again: string | undefined;
}

async function move(moving: Moving): Promise<Outcome> {
  const { target, published, root, moves, plan, keep, catalog } = moving;
  const attachments = await fetchAttachments(moving);
  const known = await historyOf(target);
  if (published && !moving.allowRollback)
    checkAge(target.name, { root, ...attachments }, { root: published.root, history: known });
  await compare(moving);
  if (!plan) checkLosses(moving);
  await addAttachments({ ...moving, known }, attachments);
  if (catalog) await addCatalog(moving);
  if (plan) {
    printPlan(moving, plan);
    checkLosses(moving);
    return {
      isUpToDate: false,
      moved: countsOf(moves),
      removed: keep ? 0 : moves.totals().removed,
      resumed: 0,
    };
  }
  await fetchAll(moving);
  const outcome = { isUpToDate: false, moved: countsOf(moves), removed: keep ? 0 : moves.totals().removed };
  await publish(moving);
  return { ...outcome, resumed: moving.stage.resumed };
}

async function compare({ target, published, root, stage, moves, progress }: Moving): Promise<void> {
  for (const path of target.leftOver()) moves.addGone({ path, fingerprint: '' });
  const base = published?.root ?? null;
  const doubts = target.doubts.bind(target);
  progress.start('comparing', partsToRead({ root, base, doubts }).length);
  try {
    await compareTrees({
      ...{ root, base, moves, doubts },
      async fetchPart({ path, bytes, sha256, newest }) {
        // Room for the part, and for the lines that are kept.
        checkRoom(stage.folder, 2 * bytes);
        await stage.bringFirst({ path, bytes, sha256, date: newest });
        return stage.folder;
      },
      readBase: part => target.readPart(part),
      isThere: path => target.isThere(path),
      onPart: () => progress.advance(1),
    });
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    throw new SourceError(`The source is damaged: ${error.message}. Nothing was published.`);
  }
}

/** Files that stay because of `--keep` are in no list any more, and count as lost, too. @throws Refusal */
function checkLosses({ published, maxRemoved, moves }: Moving): void {
  if (!published || !maxRemoved) return;
  const gone = removedBySource(moves.removed('counted'));
  checkRemoved(maxRemoved, id => {
    const removed = gone.get(id) ?? 0;
    return removed === 0 ? null : { removed, of: published.root.documents[id] ?? removed };
  });
}

function printPlan({ moves, keep }: Moving, plan: (line: string) => void): void {
  for (const { path, bytes, sha256 } of moves.inOrder())
    plan(JSON.stringify({ action: 'put', path, bytes, sha256 }));
  if (!keep) for (const path of moves.removed()) plan(JSON.stringify({ action: 'remove', path }));
}

async function publish({
  source,
  target,
  root,
  bytes,
  stage,
  moves,
  keep,
  jobs,
  progress,
}: Moving): Promise<void> {
  progress.start('publishing', moves.totals().files);
  await target.publish({
    ...{ moves, root, jobs },
    to: hash('sha256', bytes),
    removes: !keep,
    fileOf: name => (fs.existsSync(stage.fileOf(name)) ? stage.fileOf(name) : (source.localFile(name) ?? '')),
    onFile: () => progress.advance(1),
  });
}

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import {
  CHANGES,
  type ChangeCounts,
  type ChangedDocument,
  type ChangedEdition,
  type ChangesEntry,
  type NamedFile,
} from '../contract/changes.ts';
import { changesBody } from '../contract/envelope.ts';
import { CHANGES_INDEX, changesPath, changesUrl } from '../contract/paths.ts';
import { CHANGES_FEED } from '../contract/site-paths.ts';
import { SOURCES } from '../contract/sources.ts';
import { mtimeOf } from '../files/entry.ts';
import { listsIn, readHistory, soundEntries } from '../files/history-files.ts';
import { StagingWriter } from '../files/staging.ts';
import { type Changes, isDocument } from '../previous/file-changes.ts';
import type { Workspace } from '../previous/workspace.ts';
import type { SiteMaking } from '../state/header.ts';
import type { StateStore } from '../state/store.ts';
import { changedDocuments } from './changed-documents.ts';
import { stageFeed } from './feed.ts';
import type { TakenHistory } from './published-history.ts';

export interface HistoryInput {
  workspace: Workspace;
  store: StateStore;
  /** The builds of the published and the new manifest; null where there is no tree, or one of an earlier version. */
  from: string | null;
  to: string;
  /** Changes of the published files; null where there is no tree. */
  changes: Changes | null;
  /** The history to continue; null: the tree's own. */
  taken: TakenHistory | null;
  /** The first number of a new history; undefined: the minute. */
  first: number | undefined;
  keep: number;
  site: SiteMaking | null;
  now(): number;
}

/** Paths relative to the tree. */
export interface StagedHistory {
  /** The entry that the build adds; null where the published history has it already. */
  entry: ChangesEntry | null;
  /** In the order of publication, after all files that the list names. */
  renames: string[];
  deletions: string[];
}

/**
 * Stages the build's entry of the history (build/contract/README.md, Changes); null for none. If the last entry is not of the
 * published tree, the changes since then are unknown, and the new entry says so.
 */
export async function stageHistory(input: HistoryInput): Promise<StagedHistory | null> {
  const { workspace, from, to, taken, keep, site } = input;
  const { tree, staging } = workspace;
  const own = readHistory(tree) ?? [];
  const newest = taken?.newest ?? own[0];
  const isKnown = from !== null && newest?.build === from;
  if (isKnown && from === to && !taken) return null;
  const lists = listsIn(tree);
  const older = taken?.entries ?? soundEntries(tree, own);
  const entry =
    taken && older[0]?.build === to
      ? null
      : await stageEntry(input, { isKnown, newest, lists: lists.keys() });
  const kept = [...(entry ? [entry] : []), ...older].slice(0, keep);
  const put = taken ? stageTaken(staging, taken, kept) : [];
  stageIndex(staging, kept, site && stageFeed(staging, kept, site.url));
  const named = new Set(kept.map(({ number }) => number));
  return {
    entry,
    renames: [...put, ...(entry ? [entry.path] : []), ...(site ? [CHANGES_FEED] : []), CHANGES_INDEX],
    deletions: [
      ...[...lists].filter(([number]) => !named.has(number)).map(([, name]) => name),
      ...(!site && fs.existsSync(join(tree, CHANGES_FEED)) ? [CHANGES_FEED] : []),
    ],
  };
}

interface LastEntry {
  /** Whether it describes the published tree. */
  isKnown: boolean;
  newest: ChangesEntry | undefined;
  lists: Iterable<number>;
}

async function stageEntry(input: HistoryInput, { isKnown, newest, lists }: LastEntry): Promise<ChangesEntry> {
  const { from, to, changes, first, now } = input;
  const number = newest ? newest.number + 1 : firstNumber(first ?? minuteOf(now()), lists);
  const published = new Date(now()).toISOString();
  const path = changesPath(number);
  const made = await stageList({ ...input, changes: isKnown ? changes : null }, path, published);
  return {
    ...{ number, build: to, previous: from, published },
    ...made.counted,
    ...{ path, url: `${changesUrl}/${number}` },
    ...made.list,
  };
}

const MINUTE = 60_000;

/** The first number of a new history: the minute since 1970, which exceeds all numbers of a lost history. */
const firstNumber = (first: number, lists: Iterable<number>): number =>
  [...lists].reduce((a, b) => Math.max(a, b + 1), first);

const minuteOf = (now: number): number => Math.max(1, Math.floor(now / MINUTE));

/** @returns the paths of the staged lists */
function stageTaken(staging: string, taken: TakenHistory, kept: readonly ChangesEntry[]): string[] {
  const writer = new StagingWriter(staging);
  const wanted = new Set(kept);
  const entries = taken.entries.filter(entry => wanted.has(entry));
  for (const { path, published } of entries)
    writer.write({ path, content: fs.readFileSync(join(taken.folder, path)), timestamp: published });
  return entries.map(({ path }) => path);
}

interface Made {
  counted: Pick<ChangesEntry, 'complete' | 'documents' | 'sources' | 'pages' | 'editions'>;
  list: Pick<ChangesEntry, 'bytes' | 'sha256'>;
}

/** Stages the list of one build's changed documents. The list is empty where the changes are unknown. */
async function stageList(
  { workspace, store, changes }: HistoryInput,
  path: string,
  published: string,
): Promise<Made> {
  const hash = createHash('sha256');
  const tally = { sources: Object.fromEntries(SOURCES.map(({ id }) => [id, noChanges()])), editions: 0 };
  let bytes = 0;
  let sha256 = '';
  function* chunks(): Generator<Buffer> {
    for (const lines of linesOf(
      changes ? changedDocuments(changes.documents, { store, workspace }) : [],
      tally,
    )) {
      hash.update(lines);
      bytes += lines.length;
      yield lines;
    }
  }
  await new StagingWriter(workspace.staging).stream(path, chunks(), () => {
    sha256 = hash.digest('hex');
    return mtimeOf({ date: published.slice(0, 10), sha256 });
  });
  const list = { bytes, sha256 };
  if (!changes) return { counted: { complete: true, documents: null, sources: null, pages: null }, list };
  const pages = {
    written: [...changes.added, ...changes.changed].filter(isPage).length,
    removed: changes.removed.filter(isPage).length,
  };
  const { sources, editions } = tally;
  const documents = sumOf(Object.values(sources));
  return { counted: { complete: false, documents, sources, pages, ...(editions > 0 && { editions }) }, list };
}

const isPage = (path: string): boolean => path.startsWith('api/') && !isDocument(path);

type Counts = { -readonly [Name in keyof ChangeCounts]: number };

const noChanges = (): Counts => ({ added: 0, changed: 0, removed: 0 });

function sumOf(all: readonly ChangeCounts[]): ChangeCounts {
  const sum = noChanges();
  for (const counts of all) for (const name of CHANGES) sum[name] += counts[name];
  return sum;
}

const LINES_A_CHUNK = 1000;

/** The lines in chunks: all together may be too much for memory. @param tally counts, which grow */
function* linesOf(
  changed: Iterable<ChangedDocument | ChangedEdition>,
  tally: { sources: Readonly<Record<string, Counts>>; editions: number },
): Generator<Buffer> {
  let lines: string[] = [];
  for (const line of changed) {
    if (line.change === 'edition') tally.editions++;
    else (tally.sources[line.source] as Counts)[line.change]++;
    lines.push(`${JSON.stringify(line)}\n`);
    if (lines.length < LINES_A_CHUNK) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''));
}

/** Stages the index. @param feed is named in it, so that the index's signature covers the feed; null where there is none */
function stageIndex(staging: string, entries: readonly ChangesEntry[], feed: NamedFile | null): void {
  const { number, build, published } = entries[0] as ChangesEntry;
  const oldest = entries.at(-1)?.number ?? number;
  const items = entries.map(entry => JSON.stringify(entry));
  const { json } = changesBody(items, { number, build, oldest, ...(feed && { feed }) }, published);
  new StagingWriter(staging).write({ path: CHANGES_INDEX, content: json, timestamp: published });
}

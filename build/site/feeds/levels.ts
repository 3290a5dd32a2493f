import type { ArchiveRoot } from '../../archive/archive.ts';
import { IndexFile } from '../../archive/index-file.ts';
import { partOfHistory } from '../../archive/noted-documents.ts';
import { PackReader } from '../../archive/packs.ts';
import { timestampOf } from '../../contract/envelope.ts';
import { innerLevels, isDated, levelNumber, outerLevel } from '../../contract/levels.ts';
import { SITE_FOLDER } from '../../contract/paths.ts';
import type { Metadata, Source } from '../../contract/sources.ts';
import type { TitleHistory } from '../../contract/title-history.ts';
import { webPathOf, webPathOfPlace } from '../../contract/web-path.ts';
import { readDocument } from '../../corpus/document.ts';
import { atom, type FeedEntry, feedAddress, urnOf } from '../../files/atom.ts';
import { sourceOfPart } from '../../files/manifest/parts.ts';
import type { SourceCatalog } from '../../formats/catalog.ts';
import type { DatedFile } from '../site-file.ts';
import { type Event, eventsOf } from './document-events.ts';
import { feedStem, levelFeed } from './level-feed.ts';

/** Feeds of what changed in each title, and in each chapter or part of it, by the archive. */

/** Entries of a feed. */
const NEWEST = 50;
/** Documents that are gone, of a title: their levels are read from the archive, the newest first. */
const MOST_GONE = 1000;

/** What a feed tells of a document. */
interface Known {
  metadata: Metadata;
  /** Of its chapter or part; null without one. */
  number: string | null;
}

export interface ArchiveToFeed {
  folder: string;
  root: ArchiveRoot;
}

/** The parts of an archive that have feeds: those of titles. */
export const fedParts = ({ root }: ArchiveToFeed): string[] =>
  root.parts.map(({ name }) => name).filter(name => !isDated(sourceOfPart(name)) && !name.endsWith('/other'));

/** Whether a file is a feed of a title. @param part `usc/t17` */
export function isFeedOf(path: string, part: string): boolean {
  const stem = `${SITE_FOLDER}/feeds/${stemOf(part)}`;
  return path.startsWith(stem) && /^[.-]/.test(path.slice(stem.length));
}

const titleOf = (part: string): string => (part.split('/')[1] as string).slice(1);
const stemOf = (part: string): string => feedStem(sourceOfPart(part), titleOf(part));

/**
 * The feeds of a title: of itself, and of all its chapters or parts.
 *
 * @param history tells which texts read otherwise than the ones before @param url see `SiteMaking`
 */
export function levelFeeds(
  archive: ArchiveToFeed,
  part: string,
  history: Pick<TitleHistory, 'documents'>,
  catalogs: readonly SourceCatalog[],
  url: string | null,
): DatedFile[] {
  const source = sourceOfPart(part);
  const entry = archive.root.parts.find(({ name }) => name === part);
  const catalog = catalogs.find(each => each.source === source);
  if (!entry || !catalog) return [];
  const index = new IndexFile(archive.folder, entry);
  const held = new Map(history.documents.map(document => [document.identifier, document.runs]));
  const events: Event[] = [];
  for (const { identifier, runs } of index)
    events.push(...eventsOf(identifier, runs, held.get(identifier) ?? []));
  // Those of one day stay in the order of identifiers, as the index has them.
  events.sort((a, b) => compare(b.day, a.day));
  const known = knownIn(catalog, part);
  readGone(archive.folder, source, events, index, known);
  const numbers = new Set([...known.values()].flatMap(({ number }) => number ?? []));
  const oldest = index.head.editions[0]?.day ?? '1970-01-01';
  const newest = newestByNumber(events, known);
  const feedOf = (number: string | null): DatedFile | null =>
    feed({ source, part, number, oldest, url, known }, newest.get(number) ?? []);
  return [null, ...[...numbers].sort()].flatMap(number => feedOf(number) ?? []);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The newest events of a title, by their chapter or part; all of them by null. @param events the newest first */
function newestByNumber(
  events: readonly Event[],
  known: ReadonlyMap<string, Known>,
): Map<string | null, readonly Event[]> {
  const byNumber = new Map<string | null, Event[]>([[null, events.slice(0, NEWEST)]]);
  for (const event of events) {
    const number = known.get(event.identifier)?.number ?? null;
    if (number === null) continue;
    const others = byNumber.get(number) ?? [];
    if (others.length < NEWEST) others.push(event);
    byNumber.set(number, others);
  }
  return byNumber;
}

/** The documents of each title of a catalog, by their part of the manifest. */
const ORDINALS = new WeakMap<SourceCatalog, Map<string, number[]>>();

/** Reads the identifiers of a catalog once, however many titles have feeds to make. */
function ordinalsByPart(catalog: SourceCatalog): Map<string, number[]> {
  const grouped = ORDINALS.get(catalog);
  if (grouped) return grouped;
  const { source } = catalog;
  const byPart = new Map<string, number[]>();
  for (let ordinal = 0; ordinal < catalog.count; ordinal++) {
    const part = partOfHistory(source, catalog.identifier(ordinal));
    const ordinals = byPart.get(part) ?? [];
    ordinals.push(ordinal);
    byPart.set(part, ordinals);
  }
  ORDINALS.set(catalog, byPart);
  return byPart;
}

/** The documents of a title in the corpus. */
function knownIn(catalog: SourceCatalog, part: string): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const ordinal of ordinalsByPart(catalog).get(part) ?? []) {
    const { metadata } = JSON.parse(catalog.item(ordinal)) as { metadata: Metadata };
    known.set(catalog.identifier(ordinal), { metadata, number: numberIn(catalog.source, metadata) });
  }
  return known;
}

function numberIn(source: Source, metadata: Metadata): string | null {
  const level = innerLevels(source).at(-1);
  return level ? levelNumber(level, metadata[level.field]) : null;
}

/** Reads what the archive has of documents that the corpus no longer has. */
function readGone(
  folder: string,
  source: Source,
  events: readonly Event[],
  index: Pick<IndexFile, 'get'>,
  known: Map<string, Known>,
): void {
  const packs = new PackReader(folder);
  try {
    const gone = new Set(events.map(({ identifier }) => identifier).filter(each => !known.has(each)));
    for (const identifier of [...gone].slice(0, MOST_GONE)) {
      const version = index.get(identifier)?.findLast(run => run.version)?.version;
      if (!version) continue;
      const read = readDocument({ source: source.id, path: identifier }, packs.read(version));
      if (!('document' in read)) continue;
      const { metadata } = read.document;
      known.set(identifier, { metadata, number: numberIn(source, metadata) });
    }
  } finally {
    packs.close();
  }
}

interface Means {
  source: Source;
  part: string;
  number: string | null;
  /** The day of the oldest edition, for feeds without entries. */
  oldest: string;
  url: string | null;
  known: ReadonlyMap<string, Known>;
}

function feed(
  { source, part, number, oldest, url, known }: Means,
  newest: readonly Event[],
): DatedFile | null {
  const inner = innerLevels(source).at(-1);
  const title = titleOf(part);
  const numbers = {
    [outerLevel(source).name]: title,
    ...(inner && number !== null && { [inner.name]: number }),
  };
  const address = levelFeed(source, numbers);
  if (address === null) return null;
  const date = newest[0]?.day ?? oldest;
  const place = `${source.shortName}, title ${title}${inner && number !== null ? `, ${inner.name} ${number}` : ''}`;
  const content = atom({
    id: urnOf(`${source.namespace}${address}`),
    title: `${place}: what changed`,
    author: source.name,
    updated: timestampOf(date),
    self: feedAddress(address, url),
    page: feedAddress(webPathOfPlace({ view: 'level', source: source.id, numbers }), url),
    entries: newest.map(event => entryOf(event, source, known.get(event.identifier)?.metadata ?? {}, url)),
  });
  return { path: SITE_FOLDER + address, content, date };
}

function entryOf(event: Event, source: Source, metadata: Metadata, url: string | null): FeedEntry {
  const { identifier, kind, isOfNotes, day, edition, times } = event;
  const path = webPathOf({ source: source.id, identifier, metadata }, source);
  const query =
    kind === 'amended' ? `?from=${event.before}&to=${event.name}` : `?on=${event.name ?? event.before}`;
  const what = isOfNotes ? `notes ${kind}` : kind;
  const name = typeof metadata.display_title === 'string' ? metadata.display_title : identifier;
  return {
    id: urnOf(`${identifier} ${day} ${edition} ${kind}${times === 0 ? '' : `~${times}`}`),
    title: `${name.replace(/\s+/g, ' ').trim()}: ${what}`,
    updated: timestampOf(day),
    published: timestampOf(day),
    link: feedAddress(path + query, url),
    category: kind,
    summary: `${what.charAt(0).toUpperCase()}${what.slice(1)} by the edition of ${day}${edition === day ? '' : ` (Public Law ${edition})`}.`,
  };
}

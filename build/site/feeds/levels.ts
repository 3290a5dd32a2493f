import type { ArchiveRoot } from '../../archive/archive.ts';
import { IndexFile } from '../../archive/index-file.ts';
import { PackReader } from '../../archive/packs.ts';
import { letGo } from '../../common/garbage.ts';
import { timestampOf } from '../../contract/envelope.ts';
import { innerLevels, isDated, outerLevel } from '../../contract/levels.ts';
import { SITE_FOLDER } from '../../contract/paths.ts';
import type { Metadata, Source } from '../../contract/sources.ts';
import type { DocumentHistory } from '../../contract/title-history.ts';
import { webPathOf, webPathOfPlace } from '../../contract/web-path.ts';
import { readDocument } from '../../corpus/document.ts';
import { atom, type FeedEntry, feedAddress, urnOf } from '../../files/atom.ts';
import { sourceOfPart } from '../../files/manifest/parts.ts';
import type { SourceCatalog } from '../../formats/catalog.ts';
import type { DatedFile } from '../site-file.ts';
import { type Event, eventsOf, type NewReading } from './document-events.ts';
import { feedStem, levelFeed } from './level-feed.ts';
import { type Known, knownIn, numberIn } from './title-documents.ts';

/** Feeds of what changed in each title, and in each chapter or part of it, by the archive. */

/** Entries of a feed. */
const NEWEST = 50;
/** Documents that are gone, of a title: their levels are read from the archive, the newest first. */
const MOST_GONE = 1000;

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
 * @param histories of documents, without texts that read as the ones before; those of one text are not needed @param url see `SiteMaking`
 */
export function* levelFeeds(
  archive: ArchiveToFeed,
  part: string,
  histories: Iterable<DocumentHistory>,
  catalogs: readonly SourceCatalog[],
  url: string | null,
): Generator<DatedFile> {
  const source = sourceOfPart(part);
  const entry = archive.root.parts.find(({ name }) => name === part);
  const catalog = catalogs.find(each => each.source === source);
  if (!entry || !catalog) return;
  const index = new IndexFile(archive.folder, entry);
  const readings = readingsIn(histories);
  const known = knownIn(catalog, part);
  const newest = new NewestEvents();
  const gone: Event[] = [];
  for (const { identifier, runs, text } of index) {
    const document = known.get(identifier);
    for (const event of eventsOf(identifier, runs, readings.get(identifier) ?? []))
      if (document) newest.add(event, document.number);
      else gone.push(event);
    letGo(text.length);
  }
  readGone(archive.folder, source, gone.sort(newestFirst), index, known);
  for (const event of gone) newest.add(event, known.get(event.identifier)?.number ?? null);
  const numbers = new Set([...known.values()].flatMap(({ number }) => number ?? []));
  const oldest = index.head.editions[0]?.day ?? '1970-01-01';
  for (const number of [null, ...[...numbers].sort()]) {
    const made = feed({ source, part, number, oldest, url, known }, newest.of(number));
    if (!made) continue;
    yield made;
    letGo(made.content.length);
  }
}

/** By document: the days on which it begins to read otherwise. Nothing else is held of its history, with titles and levels. */
const readingsIn = (histories: Iterable<DocumentHistory>): Map<string, NewReading[]> =>
  new Map(
    Array.from(histories, ({ identifier, runs }) => [
      identifier,
      runs.map(({ from, text }) => ({ day: from, isOfNotes: text?.isNewInNotes === true })),
    ]),
  );

/** Those of one day in the order of identifiers. */
const newestFirst = (a: Event, b: Event): number =>
  compare(b.day, a.day) || compare(a.identifier, b.identifier);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The newest events of a title, by their chapter or part; those of the whole title by null. Fewer than a hundred of each are held. */
class NewestEvents {
  readonly #byNumber = new Map<string | null, Event[]>();

  add(event: Event, number: string | null): void {
    for (const of of new Set([null, number])) {
      const events = this.#byNumber.get(of) ?? [];
      this.#byNumber.set(of, events);
      if (events.push(event) >= 2 * NEWEST) cut(events);
    }
  }

  /** The newest first. */
  of(number: string | null): readonly Event[] {
    return cut(this.#byNumber.get(number) ?? []);
  }
}

function cut(events: Event[]): Event[] {
  events.sort(newestFirst).length = Math.min(events.length, NEWEST);
  return events;
}

/** Reads what the archive has of documents that the corpus no longer has. @param events of these, the newest first */
function readGone(
  folder: string,
  source: Source,
  events: readonly Event[],
  index: Pick<IndexFile, 'get'>,
  known: Map<string, Known>,
): void {
  const packs = new PackReader(folder);
  try {
    const gone = new Set(events.map(({ identifier }) => identifier));
    for (const identifier of [...gone].slice(0, MOST_GONE)) {
      const version = index.get(identifier)?.findLast(run => run.version)?.version;
      if (!version) continue;
      const read = readDocument({ source: source.id, path: identifier }, packs.read(version));
      if (!('document' in read)) continue;
      const { metadata } = read.document;
      known.set(identifier, { metadata: () => metadata, number: numberIn(source, metadata) });
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
    entries: newest.map(event => entryOf(event, source, known.get(event.identifier)?.metadata() ?? {}, url)),
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

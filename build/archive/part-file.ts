import { isDate } from '../contract/dates.ts';
import { isDated } from '../contract/levels.ts';
import { OTHERS } from '../contract/title-history.ts';
import type { EditionKey } from '../contract/version.ts';
import { sourceOfPart } from '../files/manifest/parts.ts';
import { type ArchivedVersion, compareEditions, type Run } from './history.ts';
import { partOfHistory } from './noted-documents.ts';
import { ArchiveDamage, isPlace } from './packs.ts';

/**
 * The index of a part: the editions of a title, or of the documents of a year, and the history of each of its documents. The file
 * has a line for the editions and one for each document, in the order of identifiers.
 */
export interface PartIndex {
  editions: StoredEdition[];
  /** The newest day since which all versions are kept of a document that lost some, see `keptSince`; absent: none was dropped. */
  kept_since?: string;
  documents: Histories;
}

/** The histories of a part by identifier. Lines are parsed where they are asked for: a night changes a few of thousands. */
export class Histories {
  /** As they are in the file. */
  readonly #lines: Map<string, string>;
  readonly #file: string;

  /** @param lines of a file, by identifier @param file its name for errors */
  constructor(lines = new Map<string, string>(), file = '') {
    this.#lines = lines;
    this.#file = file;
  }

  get size(): number {
    return this.#lines.size;
  }

  keys(): Iterable<string> {
    return this.#lines.keys();
  }

  /** @throws ArchiveDamage */
  get(identifier: string): readonly Run[] | undefined {
    const line = this.#lines.get(identifier);
    if (!line) return undefined;
    try {
      return (JSON.parse(line) as StoredDocument).versions.map(readRun);
    } catch (error) {
      throw new ArchiveDamage(`${this.placeOf(identifier)}: ${identifier}: ${(error as Error).message}`);
    }
  }

  /** Names the line of a document in the file, for errors. */
  placeOf(identifier: string): string {
    return placeIn(this.#file, [...this.keys()].indexOf(identifier));
  }

  /**
   * @param now none: nothing is known of the document any longer @param editions of the part
   * @returns how many versions there are more than before
   */
  replace(identifier: string, now: readonly Run[], editions: readonly EditionKey[]): number {
    const before = this.get(identifier) ?? [];
    // An edition may change all documents of a title: runs take five times the room of their line.
    if (now.length > 0) this.#lines.set(identifier, lineOf(identifier, now, editions));
    else this.#lines.delete(identifier);
    return versionsIn(now) - versionsIn(before);
  }

  *[Symbol.iterator](): Generator<[identifier: string, runs: readonly Run[]]> {
    for (const identifier of this.keys()) yield [identifier, this.get(identifier) ?? []];
  }

  /** Lines in the order of identifiers. @param isAnew whether those that were not changed are written anew, too */
  *lines(editions: readonly EditionKey[], isAnew: boolean): Generator<string> {
    for (const identifier of [...this.keys()].sort()) {
      if (isAnew) yield lineOf(identifier, this.get(identifier) ?? [], editions);
      else yield this.#lines.get(identifier) as string;
    }
  }
}

const versionsIn = (runs: readonly Run[]): number => runs.filter(({ version }) => version !== null).length;

interface StoredDocument {
  identifier: string;
  versions: StoredRun[];
}

export interface StoredEdition extends EditionKey {
  /** Whether it had all documents of its title. */
  whole?: true;
}

/** Why a text, or its absence, begins with an edition. */
type Reason = 'absent' | 'first' | 'added' | 'amended' | 'removed' | 'restored';

interface StoredRun extends Partial<ArchivedVersion> {
  from: string;
  edition: string;
  /** The newest edition with this text, and its day. */
  last_seen: string;
  last_edition: string;
  reason: Reason;
  dropped?: number;
}

function reasonOf(runs: readonly Run[], i: number, editions: readonly EditionKey[]): Reason {
  const { version, first } = runs[i] as Run;
  const before = runs.slice(0, i);
  if (version === null) return i === 0 ? 'absent' : 'removed';
  if (before.some(run => run.version)) return before.at(-1)?.version ? 'amended' : 'restored';
  return editions[0]?.day === first.day && editions[0].edition === first.edition ? 'first' : 'added';
}

const storedRun = (runs: readonly Run[], i: number, editions: readonly EditionKey[]): StoredRun => {
  const { first, last, version, dropped } = runs[i] as Run;
  return {
    ...{ from: first.day, edition: first.edition, last_seen: last.day, last_edition: last.edition },
    ...{ reason: reasonOf(runs, i, editions), ...(dropped !== undefined && { dropped }), ...version },
  };
};

const lineOf = (identifier: string, runs: readonly Run[], editions: readonly EditionKey[]): string =>
  JSON.stringify({ identifier, versions: runs.map((_, i) => storedRun(runs, i, editions)) });

/** @throws where it is no run: an archive may come from elsewhere */
function readRun({ from, edition, last_seen, last_edition, reason: _, dropped, ...version }: StoredRun): Run {
  const isSound = [from, last_seen].every(isDate) && [edition, last_edition].every(isText);
  if (!isSound) throw new Error('a run of editions has no days');
  if (dropped !== undefined && !(Number.isInteger(dropped) && dropped > 0))
    throw new Error('what was dropped is no number');
  if (version.sha256 !== undefined && !isVersion(version)) throw new Error('a version has no place');
  return {
    first: { day: from, edition },
    last: { day: last_seen, edition: last_edition },
    version: version.sha256 === undefined ? null : (version as ArchivedVersion),
    ...(dropped !== undefined && { dropped }),
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

const isVersion = (version: Partial<ArchivedVersion>): boolean =>
  isPlace(version) && [version.sha256, version.text].every(digest => DIGEST.test(String(digest)));

const DIGEST = /^[0-9a-f]{64}$/;

/** The lines of the file, without their ends. @param known the editions of the file from which the documents were read */
export function* partLines(
  { editions, kept_since, documents }: PartIndex,
  known: readonly EditionKey[] = [],
): Generator<string> {
  const [first, before] = [editions[0], known[0]];
  // Texts of the first edition have another reason than others.
  const isAnew = !first || !before || compareEditions(first, before) !== 0;
  yield JSON.stringify({ editions, ...(kept_since !== undefined && { kept_since }) });
  yield* documents.lines(editions, isAnew);
}

/** The first line has the editions. @param document counted from 0 */
const placeIn = (file: string, document: number): string => `${file}, line ${document + 2}`;

/**
 * @param file the name for errors @param part of the archive, such as `usc/t17`
 * @throws ArchiveDamage also for documents of other parts: their files would be among those of the wrong title
 */
export function readPart(content: Buffer, file: string, part: string): PartIndex {
  try {
    const [head = '', ...lines] = content.toString().trimEnd().split('\n');
    const { editions, kept_since } = JSON.parse(head) as Omit<PartIndex, 'documents'>;
    if (!editions.every(({ day, edition }) => isDate(day) && isText(edition)))
      throw new Error('an edition has no day');
    if (kept_since !== undefined && !isDate(kept_since)) throw new Error('what was dropped has no day');
    const identifiers = lines.map(identifierIn);
    const foreign = identifiers.findIndex(identifier => !isOfPart(part, identifier));
    if (foreign >= 0)
      throw new ArchiveDamage(`${placeIn(file, foreign)}: ${identifiers[foreign]} is no document of ${part}`);
    const byIdentifier = new Map(lines.map((line, i): [string, string] => [identifiers[i] as string, line]));
    const documents = new Histories(byIdentifier, file);
    return { editions, documents, ...(kept_since !== undefined && { kept_since }) };
  } catch (error) {
    if (error instanceof ArchiveDamage) throw error;
    throw new ArchiveDamage(`${file}: ${(error as Error).message}`);
  }
}

function isOfPart(part: string, identifier: string): boolean {
  const source = sourceOfPart(part);
  const name = part.slice(source.id.length + 1);
  const beginning = `${source.namespace}${name}${isDated(source) ? '-' : '/'}`;
  // Nearly all begin so, and the rule takes ten times as long.
  if (name !== OTHERS && identifier.startsWith(beginning)) return true;
  return identifier.startsWith(source.namespace) && partOfHistory(source, identifier) === part;
}

/** The identifier at the beginning of a line. */
function identifierIn(line: string): string {
  const end = line.startsWith(FIRST) ? line.indexOf('"', FIRST.length) : -1;
  const plain = line.slice(FIRST.length, end);
  return end < 0 || plain.includes('\\') ? (JSON.parse(line) as StoredDocument).identifier : plain;
}

const FIRST = '{"identifier":"';

/** The file of a part's index, relative to the archive. Its name tells its content, so that a file never changes. */
export const partFile = (part: string, sha256: string): string =>
  `index/${part}-${sha256.slice(0, 16)}.ndjson`;

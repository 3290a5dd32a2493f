import { isDate } from '../contract/dates.ts';
import { isDated } from '../contract/levels.ts';
import { OTHERS } from '../contract/title-history.ts';
import type { EditionKey } from '../contract/version.ts';
import { sourceOfPart } from '../files/manifest/parts.ts';
import { compareEditions } from './edition-order.ts';
import { identifierIn } from './file-lines.ts';
import type { ArchivedVersion, Run } from './history.ts';
import { partOfHistory } from './noted-documents.ts';
import { ArchiveDamage, isPlace } from './packs.ts';

/**
 * The index of a part: the editions of a title, or of the documents of a year, and the history of each of its documents. The file
 * has a line for the editions and one for each document, in the order of identifiers.
 */
export interface IndexHead {
  editions: StoredEdition[];
  /** The newest day since which all versions are kept of a document that lost some, see `keptSince`; absent: none was dropped. */
  kept_since?: string;
}

/** The line of a document, which is parsed where it is asked for: a night changes a few of thousands. */
export class HistoryLine {
  readonly identifier: string;
  readonly text: string;
  /** Names the line, for errors. */
  readonly place: string;

  /** @param text without the end of the line @throws ArchiveDamage where it is of no document */
  constructor(text: string, place: string) {
    this.text = text;
    this.place = place;
    this.identifier = this.#sound(() => identifierIn(text));
  }

  /** @throws ArchiveDamage */
  get runs(): readonly Run[] {
    const read = () => (JSON.parse(this.text) as StoredDocument).versions.map(readRun);
    return this.#sound(read, `${this.identifier}: `);
  }

  /** @throws ArchiveDamage for a document of another part: its files would be among those of the wrong title */
  checkPart(part: string): void {
    if (!isOfPart(part, this.identifier))
      throw new ArchiveDamage(`${this.place}: ${this.identifier} is no document of ${part}`);
  }

  #sound<T>(read: () => T, of = ''): T {
    try {
      return read();
    } catch (error) {
      throw new ArchiveDamage(`${this.place}: ${of}${(error as Error).message}`);
    }
  }
}

export const versionsIn = (runs: readonly Run[]): number =>
  runs.filter(({ version }) => version !== null).length;

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

/** The line of a document. @param runs at least one @param editions of the part */
export const lineOf = (identifier: string, runs: readonly Run[], editions: readonly EditionKey[]): string =>
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

/** Whether all lines are written anew: texts of the first edition have another reason than others. */
export const isAnew = ([first]: readonly EditionKey[], [before]: readonly EditionKey[]): boolean =>
  !first || !before || compareEditions(first, before) !== 0;

export const headLine = ({ editions, kept_since }: IndexHead): string =>
  JSON.stringify({ editions, ...(kept_since !== undefined && { kept_since }) });

/** @param file the name for errors @throws ArchiveDamage */
export function readHead(line: string, file: string): IndexHead {
  try {
    const { editions, kept_since } = JSON.parse(line) as IndexHead;
    if (!editions.every(({ day, edition }) => isDate(day) && isText(edition)))
      throw new Error('an edition has no day');
    if (kept_since !== undefined && !isDate(kept_since)) throw new Error('what was dropped has no day');
    return { editions, ...(kept_since !== undefined && { kept_since }) };
  } catch (error) {
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

/** The file of a part's index, relative to the archive. Its name tells its content, so that a file never changes. */
export const partFile = (part: string, sha256: string): string =>
  `index/${part}-${sha256.slice(0, 16)}.ndjson`;

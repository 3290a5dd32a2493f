import type { EditionKey } from '../contract/version.ts';
import type { ArchivedVersion, Run } from './history.ts';
import { ArchiveDamage } from './packs.ts';

/**
 * The index of a part: the editions of a title, or of the documents of a year, and the history of each of its documents. The file
 * has a line for the editions and one for each document, in the order of identifiers.
 */
export interface PartIndex {
  editions: StoredEdition[];
  /** By identifier. */
  documents: Map<string, readonly Run[]>;
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
}

function reasonOf(runs: readonly Run[], i: number, editions: readonly EditionKey[]): Reason {
  const { version, first } = runs[i] as Run;
  const before = runs.slice(0, i);
  if (version === null) return i === 0 ? 'absent' : 'removed';
  if (before.some(run => run.version)) return before.at(-1)?.version ? 'amended' : 'restored';
  return editions[0]?.day === first.day && editions[0].edition === first.edition ? 'first' : 'added';
}

const storedRun = (runs: readonly Run[], i: number, editions: readonly EditionKey[]): StoredRun => {
  const { first, last, version } = runs[i] as Run;
  return {
    ...{ from: first.day, edition: first.edition, last_seen: last.day, last_edition: last.edition },
    ...{ reason: reasonOf(runs, i, editions), ...version },
  };
};

function readRun({ from, edition, last_seen, last_edition, reason: _, ...version }: StoredRun): Run {
  return {
    first: { day: from, edition },
    last: { day: last_seen, edition: last_edition },
    version: version.sha256 === undefined ? null : (version as ArchivedVersion),
  };
}

/** @returns the text of the file */
export function partText({ editions, documents }: PartIndex): string {
  const lines = [...documents]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([identifier, runs]) =>
      JSON.stringify({ identifier, versions: runs.map((_, i) => storedRun(runs, i, editions)) }),
    );
  return [JSON.stringify({ editions }), ...lines, ''].join('\n');
}

/** @param file the name for errors @throws ArchiveDamage */
export function readPart(content: Buffer, file: string): PartIndex {
  try {
    const [head = '', ...lines] = content.toString().trimEnd().split('\n');
    const { editions } = JSON.parse(head) as Pick<PartIndex, 'editions'>;
    const documents = new Map<string, readonly Run[]>();
    for (const line of lines) {
      const { identifier, versions } = JSON.parse(line) as { identifier: string; versions: StoredRun[] };
      documents.set(identifier, versions.map(readRun));
    }
    return { editions, documents };
  } catch (error) {
    throw new ArchiveDamage(`${file}: ${(error as Error).message}`);
  }
}

/** The file of a part's index, relative to the archive. Its name tells its content, so that a file never changes. */
export const partFile = (part: string, sha256: string): string =>
  `index/${part}-${sha256.slice(0, 16)}.ndjson`;

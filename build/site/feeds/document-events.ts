import { type Run, versionNameOf } from '../../archive/history.ts';

/** What happened to a document, as feeds tell it. */

type Kind = 'added' | 'amended' | 'removed' | 'restored';

export interface Event {
  identifier: string;
  kind: Kind;
  day: string;
  edition: string;
  /** The name of the text, see `VERSION_NAME`; null where there is none any more. */
  name: string | null;
  /** The name of the text before; null where there was none. */
  before: string | null;
  /** Whether only credits and notes are amended. */
  isOfNotes: boolean;
  /** How often the same had happened to the document in the same edition: texts may follow one another within a day. */
  times: number;
}

/** A day on which a document begins to read otherwise than before. */
export interface NewReading {
  day: string;
  /** Whether only credits and notes do. */
  isOfNotes: boolean;
}

/**
 * What happened to a document, the newest first. The first text that the archive has of it is no news, unless an edition before was
 * without it. Nor is a text that reads as the one before.
 */
export function eventsOf(identifier: string, runs: readonly Run[], readings: readonly NewReading[]): Event[] {
  const events: Event[] = [];
  for (const [i, run] of runs.entries()) {
    const last = runs[i - 1];
    if (!last) continue;
    const { day, edition } = run.first;
    const hadText = runs.slice(0, i).some(({ version }) => version !== null);
    const kind: Kind = !run.version ? 'removed' : last.version ? 'amended' : hadText ? 'restored' : 'added';
    const read = readings.find(reading => reading.day === day);
    if (kind === 'amended' && !read) continue;
    const isSame = (other: Event): boolean =>
      other.kind === kind && other.day === day && other.edition === edition;
    const [name, before] = [run, last].map(each => (each.version ? versionNameOf(runs, each) : null));
    const times = events.filter(isSame).length;
    events.push({
      ...{ identifier, kind, day, edition, times },
      isOfNotes: kind === 'amended' && read?.isOfNotes === true,
      ...{ name: name ?? null, before: before ?? null },
    });
  }
  return events.reverse();
}

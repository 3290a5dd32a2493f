import { allMatches } from '../match-at.ts';
import { daysIn } from '../written-days.ts';
import { DELAYED, type Effect } from './amendment.ts';

/**
 * The days on which instructions take effect by their own words: `Effective May 1, 2020, amend § 4.21; and effective June 1, 2021, amend
 * § 4.22`, `Revise § 4.21, effective May 1, 2020.`
 */

interface Marker {
  at: number;
  effect: Exclude<Effect, null>;
  /** It stands behind what it is of. */
  isBehind: boolean;
}

const DAY = String.raw`[a-z]{3,9}\.? \d{1,2}, ?\d{4}`;
const BEGINNING = new RegExp(
  String.raw`(?:^(?:\w+\. ?)?|; ?(?:and )?)(?:effective (?:on |as of |from |beginning )?(${DAY})|(?:effective )?(?:date )?(?:delayed indefinitely|indefinitely delayed))`,
  'gi',
);
const END = new RegExp(
  String.raw`(?:, ?| \(|(?<=\b(?:added|amended|follows|removed|reserved|revised)) )effective (?:on |as of |from |beginning )?(${DAY})(?:,? (?:through|until|to) ${DAY})?[\s)]*(?:[.:]*$|(?=;))`,
  'gi',
);
/** The day is that of another document. */
const OF_ANOTHER =
  /\bFR\b|\bpublished\b|\bas (?:\w+ )?(?:added|amended|corrected|proposed|redesignated|revised)\b/i;

/** Finds the days in an instruction. @param text without quotations */
export class EffectiveDays {
  readonly #text: string;
  readonly #markers: readonly Marker[];

  constructor(text: string) {
    this.#text = text;
    this.#markers = /effective|delayed/i.test(text) ? markersIn(text) : [];
  }

  /** The days of what is named at a place, each once; null where the words tell none. @param next where something else is named */
  of(at: number, next: number): Effect[] {
    const first = this.#at(at);
    const further = this.#markers.filter(
      marker => marker.at > at && marker.at < next && (marker.isBehind || this.#isParted(marker.at, next)),
    );
    const effects = [...(first ? [first] : []), ...further].map(({ effect }) => effect);
    return effects.length === 0 ? [null] : [...new Set(effects)];
  }

  /** The one behind it in its own clause, else the one before it. One alone is of all. */
  #at(at: number): Marker | null {
    const before = this.#markers.findLast(marker => marker.at <= at && !marker.isBehind) ?? null;
    const behind = this.#markers.find(marker => marker.at > at);
    const isOwn = behind?.isBehind && (this.#markers.length === 1 || !this.#isParted(at, behind.at));
    return isOwn ? behind : before;
  }

  /** Whether a clause ends between two places. */
  #isParted(from: number, to: number): boolean {
    return to === Number.POSITIVE_INFINITY || this.#text.slice(from + 1, to).includes(';');
  }
}

function markersIn(text: string): Marker[] {
  const behind = allMatches(END, text).flatMap((match): Marker[] => {
    const [day] = daysIn(match[1] ?? '');
    const clause = text.slice(text.lastIndexOf(';', match.index) + 1, match.index);
    return day === undefined || OF_ANOTHER.test(clause)
      ? []
      : [{ at: match.index, effect: day, isBehind: true }];
  });
  const ahead = allMatches(BEGINNING, text).flatMap((match): Marker[] => {
    const [, written] = match;
    const effect = written === undefined ? DELAYED : daysIn(written)[0];
    return effect === undefined ? [] : [{ at: match.index, effect, isBehind: false }];
  });
  return [...ahead, ...behind].sort((a, b) => a.at - b.at);
}

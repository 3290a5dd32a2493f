import { allMatches, matchAt } from '../match-at.ts';
import { daysIn } from '../written-days.ts';
import { DELAYED, type Effect } from './amendment.ts';
import { AMENDING, DAY, UNTIL_DAY } from './instruction-forms.ts';

/**
 * The days on which instructions take effect by their own words: `Effective May 1, 2020, amend § 4.21; and effective June 1, 2021, amend
 * § 4.22`, `Revise § 4.21, effective May 1, 2020.` A day ahead is of all that follows up to the next one; a day behind is of its own clause.
 * Where the words do not decide, there is none.
 */

interface Marker {
  at: number;
  end: number;
  /** Null where it tells several days. */
  effect: Effect;
  /** It stands behind what it is of. */
  isBehind: boolean;
  /** How many clauses end before it. */
  clause: number;
}

/** Two days of one clause. */
interface Pair {
  before: Marker;
  /** Up to where the words are of the first, and from where they are of the second. */
  to: number;
  from: number;
}

const EFFECTIVE = `effective (?:on |as of |from |beginning )?(?<day>${DAY})(?<others>,? (?:and|or) (?:effective )?(?:on )?${DAY})?${UNTIL_DAY}`;
const INDEFINITELY = '(?:delayed indefinitely|indefinitely delayed)';
const DELAY = `(?:${INDEFINITELY}|delayed (?:until|to) (?<until>${DAY}))`;
const BEGINNING = new RegExp(
  String.raw`(?<=^(?:\w{1,9}\. ?)?|; ?(?:and )?|(?:[a-z\d)]{2}|[\d)])\. |, and )(?:${EFFECTIVE}|(?:effective )?(?:date )?${DELAY})`,
  'gi',
);
/** Behind `, and` it begins something only where an instruction follows: `Section 4.5, revised and effective May 1, 2020, is amended`. */
const BEHIND_AND = /, and $/i;
const GOES_ON = /, (?!(?:and|are|is|that|to|was|were|which)\b)/iy;
const END = new RegExp(
  String.raw`(?:, ?| \(|(?<=\b(?:added|amended|follows|removed|reserved|revised)) )(?:${EFFECTIVE}|(?:effective date )?${DELAY})[\s)]*(?:[.:]*$|(?=;)|(?=\. +[A-Z§])|(?<and>(?=,? and )))`,
  'gi',
);
/** Of what it is said, it is true, whatever comes behind. */
const IS_DELAYED = new RegExp(String.raw`\b(?:is|are) (?:hereby )?(?:further )?${DELAY}\b`, 'gi');
/** The day is that of another document. */
const OF_ANOTHER =
  /\bFR\b|\bpublished\b|\bas (?:\w+ )?(?:added|amended|corrected|proposed|redesignated|revised)\b/i;
const RELATIVE = /\b(?:that|which|whose)\b/i;
const VERB = AMENDING.source;
const VERBS = new RegExp(VERB, 'gi');
/** Unlike that of `removed and reserved`, `§ 4.5 and § 4.6`. */
const PARTING = new RegExp(
  String.raw`(?<!${VERB} )\band ${VERB}|\band (?!${VERB})(?=[^;]{0,200}?\b(?:is|are)\b)`,
  'gi',
);
const LABEL = /^\w{1,9}\. ?/;
/** The period behind one letter, `U.S. Code`, ends none. */
const END_OF_CLAUSE = /;|(?<=[A-Za-z\d)]{2}|[\d)])\. +(?=[A-Z§])/g;
/** An instruction with more of them is none that we can read. */
const MOST_DAYS = 20;

/** Finds the days in an instruction. @param text without quotations */
export class EffectiveDays {
  readonly #text: string;
  readonly #markers: readonly Marker[] = [];
  /** Where clauses end. */
  readonly #ends: readonly number[] = [];
  readonly #pairs = new Map<Marker, Pair>();

  constructor(text: string) {
    this.#text = text;
    if (!/effective|delayed/i.test(text)) return;
    const label = LABEL.exec(text)?.[0].length ?? 0;
    this.#ends = allMatches(END_OF_CLAUSE, text).flatMap(({ index }) => (index < label ? [] : [index]));
    this.#markers = this.#markersIn();
    for (const [i, marker] of this.#markers.entries()) {
      const before = this.#markers[i - 1];
      if (!marker.isBehind || !before || before.isBehind || before.clause !== marker.clause) continue;
      this.#pairs.set(marker, this.#pairOf(before, marker));
    }
  }

  /** The days of what is named at a place, each once; null where the words tell none. @param next where something else is named */
  of(at: number, next: number): Effect[] {
    if (this.#markers.length === 0) return [null];
    const clause = this.#clauseOf(at);
    const clauseOfNext = next === Number.POSITIVE_INFINITY ? next : this.#clauseOf(next);
    const first = this.#at(at, clause);
    if (first === 'undecided') return [null];
    const further = this.#markers.filter(
      marker => marker.at > at && marker.at < next && (marker.isBehind || marker.clause < clauseOfNext),
    );
    const isPartly = first === null && further.some(marker => this.#leavesSome(clause, marker));
    const effects = [...(first ? [first] : []), ...further].map(({ effect }) => effect);
    return effects.length === 0 ? [null] : [...new Set(isPartly ? [null, ...effects] : effects)];
  }

  /** The one behind it in its own clause, else the one before it. */
  #at(at: number, clause: number): Marker | 'undecided' | null {
    const next = this.#markers.find(marker => marker.at > at);
    const behind = next?.isBehind && next.clause === clause ? next : null;
    const last = this.#markers.findLast(marker => marker.at <= at);
    // `Revise § 4.21, effective May 1, 2020, and add § 4.22.`
    if (last?.isBehind && last.clause === clause) return behind;
    const pair = behind && this.#pairs.get(behind);
    if (!pair) return behind ?? this.#markers.findLast(marker => marker.at <= at && !marker.isBehind) ?? null;
    if (at < pair.to) return pair.before;
    return at > pair.from ? behind : 'undecided';
  }

  /** How many clauses end before a place. */
  #clauseOf(at: number): number {
    let [from, to] = [0, this.#ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#ends[middle] as number) < at) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Whether an instruction of another clause has no day, where the first one told is this. */
  #leavesSome(clause: number, marker: Marker): boolean {
    return marker.clause !== clause && (marker.isBehind || /\w/.test(this.#text.slice(marker.end)));
  }

  /** Two instructions may each have its day: `§ 4.5 is removed and § 4.6 is added`. */
  #pairOf(before: Marker, behind: Marker): Pair {
    if (before.effect === behind.effect) return { before, to: behind.at, from: behind.at };
    const words = this.#text.slice(before.end, behind.at);
    const verbs = allMatches(VERBS, words);
    const [first, last] = [verbs[0]?.index ?? 0, verbs.at(-1)?.index ?? 0];
    const ands = allMatches(PARTING, words).filter(({ index }) => index > first && index < last);
    const [from, to] = [ands.at(-1), ands[0]].map(and => and && before.end + and.index);
    return { before, to: to ?? before.at, from: from ?? behind.at };
  }

  #markersIn(): Marker[] {
    const text = this.#text;
    const found = [BEGINNING, END, IS_DELAYED].map(pattern => allMatches(pattern, text));
    if (found.flat().length > MOST_DAYS) return [];
    const [ahead = [], behind = [], delayed = []] = found;
    return [
      ...ahead.filter(match => this.#isBeginning(match)).map(match => this.#markerOf(match, false)),
      ...behind.filter(match => this.#isEnd(match)).map(match => this.#markerOf(match, true)),
      ...delayed
        .filter(({ index }) => !RELATIVE.test(this.#clauseBefore(index)))
        .map(match => this.#markerOf(match, true)),
    ]
      .flat()
      .sort((a, b) => a.at - b.at);
  }

  #isBeginning({ index, 0: words }: RegExpExecArray): boolean {
    if (!BEHIND_AND.test(this.#text.slice(Math.max(0, index - 6), index))) return true;
    const goesOn = matchAt(GOES_ON, this.#text, index + words.length) !== null;
    return goesOn && !OF_ANOTHER.test(this.#clauseBefore(index));
  }

  #isEnd({ index, groups }: RegExpExecArray): boolean {
    const { and } = groups ?? {};
    const clause = this.#clauseBefore(index);
    return !OF_ANOTHER.test(clause) && (and === undefined || AMENDING.test(clause));
  }

  #clauseBefore(at: number): string {
    return this.#text.slice(this.#ends[this.#clauseOf(at) - 1] ?? 0, at);
  }

  /** None where a day that is written is none. */
  #markerOf({ index: at, 0: words, groups }: RegExpExecArray, isBehind: boolean): Marker[] {
    const place = { at, end: at + words.length, isBehind, clause: this.#clauseOf(at) };
    const { day = groups?.until, others } = groups ?? {};
    if (day === undefined) return [{ ...place, effect: DELAYED }];
    const [effect] = daysIn(day);
    if (effect === undefined) return [];
    return [{ ...place, effect: others === undefined ? effect : null }];
  }
}

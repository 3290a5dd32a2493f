import { writtenDays } from './dates.ts';

/** The days in a document's words on dates; `null` if the words clearly have none. */
export interface JudgedDays {
  effective: string | null;
  comments: string | null;
}

/** Words that make a day on effect unclear. */
const UNSETTLED = /\b(?:except|delay|withdr[ae]w|stay|postpone|suspend|unless|if)/i;

const MONTH_NAMES = 'January|February|March|April|May|June|July|August|September|October|November|December';

/** A day and the words of its sentence before it, back to the day before. */
interface Told {
  day: string;
  before: string;
  sentence: number;
}

/**
 * Judges each day by the words before it, without patterns of whole sentences. Several days on one matter are all unclear.
 * @param text words of the preamble's DATES
 */
export function judgedDays(text: string): JudgedDays {
  const sentences = text
    .replace(/\s+/g, ' ')
    .replace(/\b([ap])\.\s?m\./gi, '$1m')
    .split(/(?<=[.;]) (?=[A-Z(])/);
  const told = sentences.flatMap((words, sentence): Told[] => {
    const parts = words.split(new RegExp(String.raw`((?:${MONTH_NAMES})\s+\d{1,2},?\s+\d{4})`));
    return parts.flatMap((part, i) =>
      i % 2 === 0 ? [] : [{ day: writtenDays(part)[0] ?? '', before: parts[i - 1]!, sentence }],
    );
  });
  const onEffect = sentences.flatMap((words, i) => (/\beffect(?:ive)?\b/i.test(words) ? [i] : []));
  const onComments = sentences.flatMap((words, i) => (/\bcomments?\b/i.test(words) ? [i] : []));
  const daysIn = (those: readonly number[]) => told.filter(({ sentence }) => those.includes(sentence));
  const isUnsettled = onEffect.some(i => UNSETTLED.test(sentences[i]!));
  return {
    effective: isUnsettled ? null : plainOf(daysIn(onEffect)),
    comments: limitOf(daysIn(onComments)),
  };
}

/** A day on effect directly follows words on effect; the end of a term is no such day. */
function plainOf(days: readonly Told[]): string | null {
  const beginnings = days.filter(({ before }) => !/\b(?:through|until)\W*$/i.test(before));
  const isPlain = beginnings.every(({ before }) => BEFORE_DAY.test(before));
  return isPlain ? single(beginnings.map(({ day }) => day)) : null;
}

const BEFORE_DAY =
  /(?:\beffective|\beffect|\beffective dates?|\beffective date of [^,]*\bis)\s*[:.]?\s*(?:on|as of|beginning)?\s*$/i;

/** A sentence that mentions comments after its day has no day for comments. */
const limitOf = (days: readonly Told[]): string | null =>
  days.every(({ before }) => ON_COMMENTS.test(before) && ENDS.test(before))
    ? single(days.map(({ day }) => day))
    : null;

const ON_COMMENTS = /\bcomments?\b|\bdue\b|\bby\W*$/i;
const ENDS = /\b(?:by|before|due|until|through|than|up to|deadline|closes?|date)\b/i;

function single(days: readonly string[]): string | null {
  const [day] = days;
  return new Set(days).size === 1 ? day! : null;
}

import { plainDashes } from '../loose.ts';
import { type ActName, type Found, reading } from './readings.ts';

/** Popular names of acts: the law gives them to its own provisions, and texts cite these by name. */

const YEAR = /,? of (\d{4})$/i;

export function actName(written: string): ActName {
  const words = plainDashes(written).replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim();
  const name = words.replace(YEAR, '').replace(/^the /i, '').toLowerCase();
  return { name, year: YEAR.exec(words)?.[1] ?? '' };
}

/** `This chapter may be cited as the “Fair Labor Standards Act of 1938”.` Notes quote laws whose `this Act` is the section. */
const GIVEN =
  /\bthis (act|title|subtitle|chapter|subchapter|part|subpart|division|section)\b([^“”"]{0,400}?)\bmay be cited as (?:the )?[“"]([^“”"\n]{3,150})[”"]/gi;
/** Acts that change others. Their names are those of no provision. */
const MINOR =
  /\b(?:amendments?|amending|reform|reauthorization|technical|corrections?|extension|improvements?)\b/i;
const LEAST_WORDS = 2;

/** Returns the name that a section of statutes gives itself, to the law around it or to the act that enacted it; null for none. */
export function nameGiven(body: string): ActName | null {
  // Most sections give none, and the pattern is slow.
  if (!body.includes('may be cited as')) return null;
  let best: { name: ActName; rank: number } | null = null;
  for (const [, subject = '', between = '', written = ''] of body.matchAll(GIVEN)) {
    const name = actName(written.replace(/[,.;:]+$/, ''));
    if (name.name.split(' ').length < LEAST_WORDS) continue;
    const isOwn = !/^act$/i.test(subject) || /\benact(?:ing|ed) this\b/i.test(between);
    const rank = (isOwn ? 0 : 1) + (MINOR.test(name.name) ? 2 : 0);
    if (!best || rank < best.rank) best = { name, rank };
  }
  return best?.name ?? null;
}

const LAST_WORD = /(?<=[\w,'’-] )(?:act|code|compact|law)\b(?:,? of \d{4}\b)?/gi;
/** A word in front of it. A name has no other punctuation inside. */
const WORD_BEFORE = /(?:^|[ ("“])([a-z][\w'’&-]*,?) $/i;
const MOST_WORDS = 12;
const MOST_NAMES = 8;

/** Yields what may be a name of an act: every beginning counts, the longest first. They count only where a document has the name. */
export function* namesIn(text: string): Iterable<Found> {
  let names = 0;
  for (const match of text.matchAll(LAST_WORD)) {
    const starts = startsBefore(text, match.index);
    if (starts.length < LEAST_WORDS - 1 || ++names > MOST_NAMES) continue;
    const at = starts.at(-1)!;
    const end = match.index + match[0].length;
    const readings = starts
      .reverse()
      .map(start => reading('act', [], { name: actName(text.slice(start, end)), skipped: start - at }));
    yield { at, end, readings, isCertain: false };
  }
}

/** Returns where a name may begin, the nearest first. */
function startsBefore(text: string, last: number): number[] {
  const starts: number[] = [];
  let start = last;
  while (starts.length < MOST_WORDS) {
    const [, word] = WORD_BEFORE.exec(text.slice(Math.max(0, start - 40), start)) ?? [];
    if (word === undefined) break;
    start -= word.length + 1;
    // No name begins with one of these.
    if (!/^(?:the|of|and|for|or|in|to|on|an?|by|with|under|this|that|such|said)$/i.test(word))
      starts.push(start);
  }
  return starts;
}

import { SOURCES } from '../sources.ts';
import { JOURNALS } from './grammar.ts';
import { alone, type Found, reading } from './readings.ts';

/** Words before a document's number, and before numbers of other things. */
const CALLED = /(?:\bfr |federal register )?\bdoc(?:ument)?s?\b\.?(?: ?n(?:o|umber)\b\.?)?:? ?$/i;
const OTHERWISE = /(?:\bnos?|\bnumbers?|\bdocket(?: id)?|#)\.?:? ?$/i;
/** Numbers of documents since 1994 that nothing else is written like. */
const USUAL = /^(?:(?:19|20)\d\d-\d{5}|[ecrxz]\d{1,2}-(?:(?:19|20)\d\d-)?\d{3,6})$/i;
/** Numbers of documents in forms that other numbers have, too. Shorter ones are years and pages. */
const POSSIBLE = /^(?:\d\d|(?:19|20)\d\d(?!-(?:19|20)\d\d$))-[1-9]\d{3,5}$/;
/** The same for a text that is nothing else. */
const LONG = /-\d{4,}$/;

/** `2018-09910`, `FR Doc. E8-23178`: numbers of documents of journals. */
export function* numbersIn(text: string): Iterable<Found> {
  for (const source of SOURCES) {
    const { citation } = source;
    if (citation?.by !== 'page') continue;
    for (const match of text.matchAll(NUMBERS.get(citation) as RegExp)) {
      const [number] = match;
      const before = text.slice(Math.max(0, match.index - 40), match.index);
      const called = CALLED.exec(before)?.[0];
      const isAlone = text.trim() === number;
      const isPossible = isAlone || USUAL.test(number) || POSSIBLE.test(number);
      if (called === undefined && (OTHERWISE.test(before) || !isPossible)) continue;
      yield {
        at: match.index - (called?.trimStart().length ?? 0),
        end: match.index + number.length,
        readings: [reading('document', [source.namespace + number])],
        isCertain: called !== undefined || USUAL.test(number) || (isAlone && LONG.test(number)),
      };
    }
  }
}

const NUMBERS = new Map(JOURNALS.map(journal => [journal, alone(journal.number, '(?![a-z0-9-]|[.]\\d)')]));

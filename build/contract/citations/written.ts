import { namesIn } from './act-names.ts';
import { levelsIn } from './cited-levels.ts';
import { numbersIn } from './document-numbers.ts';
import { identifiersIn, wholeIdentifier } from './identifiers.ts';
import { normalText } from './normal-text.ts';
import { ordersIn } from './orders.ts';
import { provisionsIn } from './provisions.ts';
import type { Found, WrittenCitation } from './readings.ts';
import { lawsIn, unitsIn } from './units-and-laws.ts';

/** Every citation in a short text, with its place and what it may mean (build/contract/README.md, Citations in a text). */

/** Returns the citations of a text in order. None overlaps another. Takes time linear in the length of the text. */
export function writtenCitations(text: string): WrittenCitation[] {
  const normal = normalText(text);
  const whole = wholeIdentifier(normal.text);
  const found = whole ? [whole] : [...FINDERS].flatMap(find => [...find(normal.text)]);
  return withoutOverlaps(found).map(({ at, end, readings, isCertain }) => {
    const [from, to] = normal.placeOf(at, end);
    const own = readings.map(reading =>
      reading.skipped === 0
        ? reading
        : { ...reading, skipped: normal.placeOf(at + reading.skipped, end)[0] - from },
    );
    const written = normal.points.slice(from, to).join('');
    return { text: written, start: from, end: to, readings: own, isCertain };
  });
}

/** Finders in the order of their rights: the appendix of a part is not the part. */
const FINDERS: readonly ((text: string) => Iterable<Found>)[] = [
  unitsIn,
  lawsIn,
  ordersIn,
  identifiersIn,
  levelsIn,
  text => provisionsIn(text, null, true),
  numbersIn,
  namesIn,
];

function withoutOverlaps(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const each of found) if (!kept.some(({ at, end }) => each.at < end && at < each.end)) kept.push(each);
  return kept.sort((a, b) => a.at - b.at);
}

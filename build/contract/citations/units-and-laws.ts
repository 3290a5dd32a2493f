import { type CitedUnit, type Groups, UNITS } from './appendices-rules-plans.ts';
import { LAWS } from './laws.ts';
import { alone, type Found, paragraphsAt, pinpointOf, type Reading, reading } from './readings.ts';

const OF_UNITS = UNITS.map(({ source, unit }) => ({ pattern: alone(source), unit }));

/** Some of these words are in every citation of a unit, and of a law. Most paragraphs have none. */
const WORDS_OF_UNITS = /app|table|rule|plan|crim|bankr|civ|evid|fr(?:crp|bp|cp|ap|e)/i;
const WORDS_OF_LAWS = /pub|p\. ?l|stat/i;

/** Appendices, rules of courts, reorganization plans. */
export function* unitsIn(text: string): Iterable<Found> {
  if (!WORDS_OF_UNITS.test(text)) return;
  for (const { pattern, unit } of OF_UNITS)
    for (const match of text.matchAll(pattern)) {
      const groups = Object.fromEntries(
        Object.entries(match.groups ?? {}).map(([name, value]) => [name, value?.toLowerCase()]),
      );
      const { pinpoint, end } = paragraphsAt(text, match.index + match[0].length);
      yield { at: match.index, end, readings: readingsOf(unit(groups), groups, pinpoint), isCertain: true };
    }
}

/** `Appendix A(1)` is an appendix of that name or, in most parts, a paragraph of appendix A. */
function readingsOf(
  { kind, identifiers }: CitedUnit,
  { letters = '' }: Groups,
  pinpoint: readonly string[],
): Reading[] {
  const [first, ...others] = identifiers;
  if (letters === '' || first === undefined) return [reading(kind, identifiers, { pinpoint })];
  return [
    reading(kind, [first], { pinpoint }),
    reading(kind, others, { pinpoint: [...pinpointOf(letters), ...pinpoint] }),
  ];
}

const OF_LAWS = LAWS.map(law => ({ ...law, pattern: alone(law.source) }));

/** Public laws and the Statutes at Large, which no source has. */
export function* lawsIn(text: string): Iterable<Found> {
  if (!WORDS_OF_LAWS.test(text)) return;
  for (const { pattern, kind, identifierOf } of OF_LAWS)
    for (const match of text.matchAll(pattern)) {
      const groups: Groups = match.groups ?? {};
      const { section, last, before, after } = groups;
      const identifierEnd = last === undefined ? null : identifierOf(groups, last);
      const pinpoint = pinpointOf(before ?? after ?? '');
      yield {
        at: match.index,
        end: match.index + match[0].length,
        isCertain: true,
        readings: [reading(kind, [identifierOf(groups, section)], { identifierEnd, pinpoint })],
      };
    }
}

import { allMatches } from '../match-at.ts';
import { type CitedUnit, type Groups, UNITS } from './appendices-rules-plans.ts';
import { LAWS } from './laws.ts';
import { alone, type Found, paragraphsAt, type Reading, reading } from './readings.ts';
import { pinpointOf } from './sibling-paragraphs.ts';

/** Patterns that look for their words first: most paragraphs have none. Neighbors with the same words look once. */
function withWords<Pattern extends { source: string; words: string }>(patterns: readonly Pattern[]) {
  const groups: { words: string; hint: RegExp; made: (Pattern & { pattern: RegExp })[] }[] = [];
  for (const one of patterns) {
    const { source, words } = one;
    if (groups.at(-1)?.words !== words) groups.push({ words, hint: new RegExp(words, 'i'), made: [] });
    groups.at(-1)?.made.push({ ...one, pattern: alone(source) });
  }
  const anyHint = hintOf(patterns);
  return (text: string) =>
    anyHint.test(text) ? groups.flatMap(({ hint, made }) => (hint.test(text) ? made : [])) : [];
}

const hintOf = (patterns: readonly { words: string }[]): RegExp =>
  new RegExp([...new Set(patterns.map(({ words }) => words))].join('|'), 'i');

const HINT = hintOf([...UNITS, ...LAWS]);

/** All that `unitsIn` and `lawsIn` find. Most texts have neither, which one search tells. */
export const unitsAndLawsIn = (text: string): Found[] =>
  HINT.test(text) ? [...unitsIn(text), ...lawsIn(text)] : [];

const unitsIfAny = withWords(UNITS);

/** Appendices, rules of courts, reorganization plans. */
export function* unitsIn(text: string): Iterable<Found> {
  for (const { pattern, unit } of unitsIfAny(text))
    for (const match of allMatches(pattern, text)) {
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

const lawsIfAny = withWords(LAWS);

/** Public laws and the Statutes at Large, which no source has. */
export function* lawsIn(text: string): Iterable<Found> {
  for (const { pattern, kind, identifierOf } of lawsIfAny(text))
    for (const match of allMatches(pattern, text)) {
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

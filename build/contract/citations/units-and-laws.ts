import { allMatches, matchAt } from '../match-at.ts';
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
      let cited = unit(groups);
      let at = match.index;
      let behind = at + match[0].length;
      for (;;) {
        let end = behind;
        for (const paragraph of paragraphsAt(text, behind)) {
          if (end !== behind) at = paragraph.at;
          end = paragraph.end;
          yield { at, end, readings: readingsOf(cited, groups, paragraph.pinpoint), isCertain: true };
        }
        const next = cited.kind === 'rule' ? matchAt(NEXT_RULE, text, end) : null;
        if (!next) break;
        const [all, separator = '', number = ''] = next;
        cited = unit({ ...groups, number: number.toLowerCase() });
        at = end + separator.length;
        behind = end + all.length;
      }
    }
}

/** `and 56` behind `Fed. R. Civ. P. 12(b)(6)`; no volume, no measure. */
const NEXT_RULE = /(,? (?:and|or|&) |, )(\d{1,4}[a-z]?(?:\.\d+)?)(?![\w.-]*\w|,\d| [a-z]|\(\d{4})/iy;

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

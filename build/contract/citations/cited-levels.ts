import { type CodeCitation, SOURCES } from '../sources.ts';
import { CODES, codeOfNumber, PART } from './grammar.ts';
import { type Found, reading } from './readings.ts';

/** Chapters and subparts: `18 U.S.C. ch. 119`, `chapters 5 and 7 of title 5`, `40 CFR part 60, subparts A through C`. */

const CODE = `(?:${CODES.map(({ keys, name }) => `(?<${keys.section}>${name})`).join('|')})`;
const REGULATIONS = CODES.filter(({ keys }) => keys.part !== null)
  .map(({ name }) => name)
  .join('|');
const TITLE = String.raw`(?<title>\d{1,2})`;
const OF_TITLE = `title ${TITLE}(?:,? (?:of )?(?:the )?${CODE})?(?!,? of (?:the|this|such) )`;

const listOf = (label: string): string =>
  `(?<list>${label}(?:(?:,? (?:and|or|through|to|&) |, ?| ?- ?)${label}){0,20})`;
const ALONE = String.raw`(?![\w.-]*\w)`;
const LABEL = String.raw`(?:\d{1,3}[a-z]{0,2}|[ivxlc]{1,7})${ALONE}`;
const BEFORE_DASH = String.raw`\d{1,3}(?=-\d{1,3}${ALONE})`;
const CHAPTERS = String.raw`ch(?:apters?|s?\.) ?${listOf(`(?:${LABEL}|${BEFORE_DASH})`)}`;
const SUBCHAPTER = String.raw`subch(?:apter|\.) ?(?<within>${LABEL})`;

const CFR = `${TITLE} ?(?:${REGULATIONS})`;
const NUMBER = String.raw`(?<part>\d+[a-z]*(?:-\d+)?)`;
const SUBPARTS = String.raw`sub(?:parts?|pts?\.?) ${listOf('[a-z]{1,5}(?![a-z0-9])')}`;

const PATTERNS = [
  `${TITLE} ?${CODE},? ?${CHAPTERS}(?:,? ${SUBCHAPTER})?`,
  `(?:${SUBCHAPTER},? (?:of|to|in) )?${CHAPTERS},? (?:of|in) ${OF_TITLE}`,
  `(?:${SUBCHAPTER},? (?:of|to|in) )?${CHAPTERS},? (?:of|in) ${TITLE} ?${CODE}`,
  `title ${TITLE},? ?(?:(?:of )?(?:the )?${CODE},? ?)?${CHAPTERS}(?:,? ${SUBCHAPTER})?`,
  `${CFR},? ?(?:${PART} ?)?${NUMBER},? ?${SUBPARTS}`,
  `${CFR},? ?${SUBPARTS},? (?:of|to|in) ${PART} ${NUMBER}`,
  `${SUBPARTS},? (?:of|to|in) ${CFR},? ?(?:${PART} ?)?${NUMBER}`,
  `${SUBPARTS},? (?:of|to|in) ${PART} ${NUMBER},? (?:of )?${OF_TITLE}`,
].map(source => new RegExp(String.raw`(?<![\w.\/-])(?:${source})(?![a-z0-9])`, 'dgi'));

/** What all of them have. */
const WORDS = /ch(?:apters?|s?\.) ?[\divxlc]|sub(?:part|pt)/i;
const ITEM = /[a-z0-9]+/gi;
const RANGE = /^(?:,? (?:through|to) | ?- ?)$/i;
/** `119-121`, which is a range of chapters alone. */
const DASHED = /(\d+)-(\d+)/g;
const PLURAL = /chs|chapters/i;
const SEPARATING = /^(?:and|or|through|to)$/i;

/** Finds each level of a list, and one for a range. */
export function* levelsIn(text: string): Iterable<Found> {
  if (!WORDS.test(text)) return;
  for (const pattern of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const { list = '', part } = match.groups ?? {};
      const items = Array.from(list.matchAll(ITEM)).filter(([label]) => !SEPARATING.test(label));
      // `subpart of part 60` names none.
      if (part !== undefined && items.some(([label]) => !/^[A-Z]+$/.test(label))) continue;
      const dashed = Array.from(list.matchAll(DASHED));
      const areRanges = dashed.every(([, from, to]) => Number(from) < Number(to));
      if (dashed.length > 0 && !(areRanges && PLURAL.test(match[0]))) continue;
      const [from = 0] = match.indices?.groups?.list ?? [];
      for (let i = 0; i < items.length; i++) {
        const first = items[i]!;
        const next = items[i + 1];
        const isRange = next && RANGE.test(list.slice(first.index + first[0].length, next.index));
        const last = isRange ? items[++i]! : first;
        yield {
          at: first === items[0] ? match.index : from + first.index,
          end: i === items.length - 1 ? match.index + match[0].length : from + last.index + last[0].length,
          isCertain: true,
          readings: [
            reading('part', [identifierOf(match.groups ?? {}, first[0])], {
              identifierEnd: isRange ? identifierOf(match.groups ?? {}, last[0]) : null,
            }),
          ],
        };
      }
    }
}

/** Without the name of a code Roman numbers are those of the regulations. */
function identifierOf(groups: Readonly<Record<string, string | undefined>>, label: string): string {
  const { title, part, within } = groups;
  const isRoman = !/^\d/.test(label);
  const named = CODES.find(({ keys }) => groups[keys.section] !== undefined);
  const code: CodeCitation | undefined = named ?? codeOfNumber(part !== undefined || isRoman, false);
  const namespace = SOURCES.find(({ citation }) => citation === code)?.namespace;
  const above = `${namespace}t${Number(title)}`;
  if (part !== undefined) return `${above}/p${part}/sp${label}`;
  const number = isRoman ? label.toUpperCase() : label;
  return `${above}/ch${number}${within === undefined ? '' : `/sch${within.toUpperCase()}`}`;
}

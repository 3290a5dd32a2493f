import { matchAt } from '../match-at.ts';
import { naturalKey } from '../natural-order.ts';
import { type CodeCitation, SOURCES, type Source } from '../sources.ts';
import type { CitedNumber, SectionCitation } from './citation.ts';
import { elidedEnds } from './elided-ranges.ts';
import { codeOfNumber } from './grammar.ts';
import { citationsInText, isOfOwnCode } from './in-text.ts';
import { SUBDIVISIONS } from './number-lists.ts';
import { type Found, type Reading, reading } from './readings.ts';
import { type CitedParagraph, paragraphsBehind } from './sibling-paragraphs.ts';

/** The code and title of a document: its words "section 107" mean that title. */
export interface Home {
  code: CodeCitation;
  title: string;
  /** Only words such as "section 107 of this title" do: other numbers may belong to an act. */
  isStrict: boolean;
}

/** Sections, parts and pages. @param home of the text, if it belongs to a section of a code @param isShort as in `citationsInText` */
export function* provisionsIn(text: string, home: Home | null = null, isShort = false): Iterable<Found> {
  for (const citation of citationsInText(text, isShort)) {
    if (citation.by === 'section') yield* ofSections(text, home ? atHome(citation, home) : citation);
    else {
      const { at, end, journal, volume, page } = citation;
      const source = SOURCES.find(one => one.citation === journal) as Source;
      const cited = { source, journal, volume: plainNumber(volume), page: plainNumber(page) };
      yield { at, end, isCertain: true, readings: [reading('page', [], { page: cited })] };
    }
  }
}

const plainNumber = (written: string): string => written.replaceAll(',', '').replace(/^0+(?=\d)/, '');

/** Gives a citation without a title the title of its document, where it means that. */
function atHome(citation: SectionCitation, { code, title, isStrict }: Home): SectionCitation {
  if (citation.title !== null || (isStrict && citation.of !== 'this')) return citation;
  const numbers = citation.numbers.filter(({ number }) => isOfOwnCode(citation, code, number));
  return numbers.length === 0 ? citation : { ...citation, numbers, code, title, isNamed: true };
}

/** `title 1 of the Act` is no title of a code. */
const OF_AN_ACT = /,? of (?:the|such|this|that|said|an?) (?!code\b)/iy;

/** Yields an item for each number of a list, and one for a range. The words before a list belong to its first item. */
function* ofSections(text: string, citation: SectionCitation): Iterable<Found> {
  const { title, numbers, isPart, isNamed, end, at } = citation;
  // A part of a code without cited parts means another code's.
  const code = isPart && citation.code?.keys.part === null ? codeOfNumber(true, false) : citation.code;
  if (title === null || !code) return;
  if (!isNamed && matchAt(OF_AN_ACT, text, end)) return;
  const hasDot = numbers[0]!.number.includes('.');
  for (let i = 0; i < numbers.length; i++) {
    const first = numbers[i]!;
    // A year or a measure behind sections with dots: `40 CFR 52.21, 2018`.
    if (i > 0 && hasDot && !first.number.includes('.') && !first.isPart) return;
    const last = numbers[i + 1]?.endsRange ? numbers[++i]! : first;
    const cited = { code, title: plainNumber(title), isPart: isPart || first.isPart, isNamed };
    const isLast = i === numbers.length - 1;
    const paragraphs = paragraphsOf(text, first);
    for (let j = 0; j < paragraphs.length; j++) {
      const paragraph = paragraphs[j]!;
      const isEnd = j === paragraphs.length - 1;
      yield {
        at: j > 0 ? paragraph.at : first === numbers[0] ? at : first.at,
        end: !isEnd ? paragraph.end : isLast ? end : last.end,
        isCertain: true,
        // A range of sections begins with the last of them.
        readings: readingsOfNumber(cited, first, isEnd && last !== first ? last : null, paragraph.pinpoint),
      };
    }
  }
}

interface Place {
  code: CodeCitation;
  title: string;
  isPart: boolean;
  isNamed: boolean;
}

/** Titles of regulations whose numbers have dashes: 41 CFR 60-300. A dash makes no range there. */
const DASHED = new Set(['cfr:41']);

/** The paragraphs of a number, or one of none. Most numbers stand alone. */
function paragraphsOf(text: string, { number, at, end }: CitedNumber): CitedParagraph[] {
  const written = text.slice(at, end);
  const behind = at + written.indexOf(number) + number.length;
  if (behind === end) return [{ at, end, pinpoint: [] }];
  return paragraphsBehind(text, behind, matchAt(SUBDIVISIONS, text, behind)?.[0] ?? '');
}

function readingsOfNumber(
  place: Place,
  first: CitedNumber,
  last: CitedNumber | null,
  pinpoint: readonly string[],
): Reading[] {
  const { number } = first;
  if (last) return [rangeOf(place, number, last.number, pinpoint)];
  const single = singleReadings(place, number, pinpoint);
  const ends = rangeIn(place.code, place.title, number, first.isPlural);
  // Some sections have the form of a range, so a document with the whole number is looked for first.
  return ends ? [...single, rangeOf(place, ends[0], ends[1], pinpoint)] : single;
}

/**
 * The ends of a range in a number of a section: `709-712`. Null for a number of one section, also of a title whose numbers have dashes.
 * @param isPlural whether the words before it are: `sections 709-12`
 */
export function rangeIn(
  code: CodeCitation,
  title: string,
  number: string,
  isPlural = false,
): [string, string] | null {
  if (!number.includes('-') || DASHED.has(`${code.keys.section}:${title}`)) return null;
  return endsOf(number) ?? (isPlural ? elidedEnds(number) : null);
}

/** Splits `106-108` and `1500.1-1508.28`; `300aa-1`, `1395w-4` and `1.401-2` are one section each. */
function endsOf(number: string): [string, string] | null {
  const [, from, dot, first, to, nextDot, next] =
    /^((\d+\.)?(\d+)[a-z]*)-((\d+\.)?(\d+)[a-z]*)$/i.exec(number) ?? [];
  if (!from || !to) return endsOfCompounds(number);
  if ((dot === undefined) !== (nextDot === undefined)) return null;
  const [above, below] = [Number.parseInt(from, 10), Number.parseInt(to, 10)];
  const isAscending = above === below ? Number(next) > Number(first) || from < to : below > above;
  return isAscending ? [from, to] : null;
}

/** Splits `2000e-2000e-17`, `300f-300j-26` and `1.61-1-1.61-22`: the first number comes again. */
function endsOfCompounds(number: string): [string, string] | null {
  const [, from, , to] =
    /^((\d+(?:\.\d+)?)[a-z]*(?:-\d+[a-z]*)*?)-(\2[a-z]*(?:-\d+[a-z]*)*)$/i.exec(number) ?? [];
  return from && to && naturalKey(from) < naturalKey(to) ? [from, to] : null;
}

function rangeOf(place: Place, from: string, to: string, pinpoint: readonly string[]): Reading {
  const isPart = isPartOf(place, from);
  const identifierOf = isPart ? partIdentifier : sectionIdentifier;
  return reading(isPart ? 'part' : 'section', [identifierOf(place, from)], {
    identifierEnd: identifierOf(place, to),
    pinpoint,
  });
}

/** A number without a dot is a part, where the code has parts. */
const isPartOf = ({ code }: Place, number: string): boolean =>
  code.keys.part !== null && !number.includes('.');

/** A number of regulations without a dot may be a section of a title without dots: `2 CFR 180`. */
function singleReadings(place: Place, number: string, pinpoint: readonly string[]): Reading[] {
  const others = place.isNamed || place.isPart ? [] : otherCodes(place).map(code => ({ ...place, code }));
  const sections = [place, ...others].map(one => sectionIdentifier(one, number));
  const section = reading('section', sections, { pinpoint });
  if (!isPartOf(place, number)) return [section];
  const part = reading('part', [partIdentifier(place, number)], { pinpoint });
  return place.isPart ? [part] : [section, part];
}

const otherCodes = ({ code }: Place): CodeCitation[] =>
  SOURCES.flatMap(({ citation }) => (citation?.by === 'section' && citation !== code ? [citation] : []));

const NAMESPACES: ReadonlyMap<Source['citation'], string> = new Map(
  SOURCES.map(({ citation, namespace }) => [citation, namespace]),
);

const titleIdentifier = ({ code, title }: Place): string => `${NAMESPACES.get(code)}t${title}`;

const sectionIdentifier = (place: Place, number: string): string => `${titleIdentifier(place)}/s${number}`;

const partIdentifier = (place: Place, number: string): string => `${titleIdentifier(place)}/p${number}`;

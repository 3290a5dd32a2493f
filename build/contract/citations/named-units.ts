import { naturalKey } from '../natural-order.ts';
import { type CfrReference, SOURCES, type Source } from '../sources.ts';
import type { Amendment } from './amendment.ts';
import type { SectionCitation } from './citation.ts';
import { paragraphsFrom } from './paragraph-lists.ts';
import { rangeIn } from './provisions.ts';

/** What amendatory instructions name: parts, subparts, appendices and sections of the regulations, with their places in the words. */

/** What is named. */
export interface Named extends Amendment {
  at: number;
  end: number;
}

/** Before what is named only to tell a place or a law. */
const MENTIONED =
  /\b(?:after|before|following|preceding|follows|precedes|references? to|citations? to|pursuant to|accordance with|authority of|defined in|described in|specified in|provided in|required by|see)(?: newly)?(?: (?:re)?designated)? $/i;
const PART_OF = String.raw`(?:(\d{1,2}) CFR )?part (\d+[a-z]*(?:-\d+[a-z]*)?)`;
/** `Appendix A to part 70`, `Appendix C to subpart G of part 34`, `Supplement I` */
const APPENDIX = new RegExp(
  String.raw`\b(appendix|supplement) ([A-Z]{1,4}\d*(?:-\w+)?|\d{1,3})\b(?:,? (?:to|of) subpart ([A-Z]{1,3})\b)?(?:,? (?:to|of) ${PART_OF})?`,
  'gi',
);
const SUBPART = new RegExp(
  String.raw`\bsubparts? ([A-Z]{1,3})\b(?:,? (?:to|of|in) ${PART_OF}|,? ${PART_OF})?`,
  'gi',
);
const IN_CAPITALS = /^[A-Z\d]/;

/** The Code of Federal Regulations. */
const REGULATIONS = SOURCES.find(
  ({ citation }) => citation?.by === 'section' && citation.keys.part !== null,
) as Source;

/** Reads the names in the instructions of a document. */
export class NamedUnits {
  /** The parts that the document lists. */
  readonly listed: readonly string[];
  readonly #references: readonly CfrReference[];
  /** Titles that instructions name, by part. */
  readonly #titles = new Map<string, string>();

  constructor(references: readonly CfrReference[]) {
    this.#references = references;
    this.listed = references.flatMap(({ title, parts }) => parts.map(part => partIdentifier(part, title)));
  }

  /** Parts that the words name, as identifiers; their titles are remembered. */
  partsIn(text: string, citations: readonly SectionCitation[]): string[] {
    return citations.flatMap(({ isPart, isNamed, code, title, numbers, at }) => {
      if ((isNamed && code !== REGULATIONS.citation) || MENTIONED.test(before(text, at))) return [];
      return numbers.flatMap(({ number, isPart: isOwnPart }) => {
        if ((!isPart && !isOwnPart) || number.includes('.')) return [];
        // A part of another title than the listed one is none that is amended.
        const having = this.#having(number);
        const isListed = having.length === 0 || having.some(reference => String(reference.title) === title);
        if (title !== null && !isListed) return [];
        if (title !== null) this.#titles.set(number.toLowerCase(), title);
        const part = this.#partOf(number);
        return part === null ? [] : [part];
      });
    });
  }

  /** Parts in which the named sections are, each once; without those that nobody knows. */
  partsOfSections(citations: readonly SectionCitation[]): string[] {
    const numbers = citations
      .filter(({ isNamed, code }) => !isNamed || code === REGULATIONS.citation)
      .flatMap(citation => citation.numbers.map(({ number }) => number))
      .filter(number => number.includes('.'));
    const parts = numbers.flatMap(
      number => this.#partOf(number.slice(0, number.indexOf('.')), null, false) ?? [],
    );
    return [...new Set(parts)];
  }

  /** The listed titles with a part of this number. */
  #having(number: string): CfrReference[] {
    const key = naturalKey(number);
    return this.#references.filter(({ parts }) => parts.some(part => naturalKey(part) === key));
  }

  /**
   * The identifier of a part; null where nobody knows its title, or several have such a part.
   * @param named the title that the words name @param isLikely whether it may be a part that the document does not list
   */
  #partOf(number: string, named: string | null = null, isLikely = true): string | null {
    if (named !== null) return partIdentifier(number, named);
    const known = this.#titles.get(number.toLowerCase());
    if (known !== undefined) return partIdentifier(number, known);
    const having = this.#having(number);
    const titles = new Set(
      (having.length > 0 || !isLikely ? having : this.#references).map(({ title }) => title),
    );
    const [title] = titles;
    return titles.size === 1 && title !== undefined ? partIdentifier(number, title) : null;
  }

  /** Appendices and subparts. @param isBelow whether the words are of an appendix @param onlyPart of those that do not name theirs */
  unitsIn(text: string, isBelow: boolean, onlyPart: string | null): Named[] {
    const found: Named[] = [];
    const unit = (kind: Named['kind'], match: RegExpMatchArray, part: string | null, rest: string): void => {
      const at = match.index as number;
      if (part === null || MENTIONED.test(before(text, at))) return;
      found.push({
        ...{
          kind,
          identifier: `${part}/${rest}`,
          identifierEnd: null,
          part,
          pinpoints: [],
          effective: [null],
        },
        ...{ at, end: at + match[0].length },
      });
    };
    for (const match of text.matchAll(APPENDIX)) {
      const [, word = '', label = '', subpart, title = null, part] = match;
      if (!IN_CAPITALS.test(label) || (isBelow && part === undefined)) continue;
      const name = `${/^a/i.test(word) ? 'app' : 'supplement'}${label}`;
      const of = part === undefined ? onlyPart : this.#partOf(part, title);
      unit('appendix', match, of, subpart === undefined ? name : `sp${subpart}/${name}`);
    }
    for (const match of isBelow ? [] : text.matchAll(SUBPART)) {
      const [, label = '', title = match[4] ?? null, part = match[5]] = match;
      if (!IN_CAPITALS.test(label)) continue;
      const of = part === undefined ? onlyPart : this.#partOf(part, title);
      unit('subpart', match, of, `sp${label}`);
    }
    return found;
  }

  *sectionsIn(text: string, citations: readonly SectionCitation[]): Generator<Named> {
    for (const { numbers, title, code, isNamed, of, at } of citations) {
      if (isNamed && code !== REGULATIONS.citation) continue;
      if (MENTIONED.test(before(text, at))) continue;
      for (let i = 0; i < numbers.length; i++) {
        const first = numbers[i]!;
        const { number } = first;
        if (!number.includes('.')) continue;
        const last = numbers[i + 1]?.endsRange ? numbers[++i]! : first;
        const part = this.#partOf(number.slice(0, number.indexOf('.')), title, of !== 'other');
        if (part === null || !last.number.includes('.')) continue;
        const own = text.slice(first.at, first.end);
        const behind = paragraphsFrom(text, first.at + own.indexOf(number) + number.length);
        // Of a range the paragraph of its beginning.
        const pinpoints = behind.pinpoints.slice(0, last === first ? undefined : 1);
        yield {
          kind: 'section',
          ...endsOf(part, number, last === first ? null : last.number),
          ...{ part, pinpoints, effective: [null] },
          ...{ at: first === numbers[0] ? at : first.at, end: Math.max(last.end, behind.end) },
        };
      }
    }
  }
}

const partIdentifier = (number: string, title: number | string): string =>
  `${REGULATIONS.namespace}t${title}/p${number}`;

/** The words before a name that tell why it is there. */
export const before = (text: string, at: number): string => text.slice(Math.max(0, at - 80), at);

function endsOf(
  part: string,
  from: string,
  to: string | null,
): Pick<Amendment, 'identifier' | 'identifierEnd'> {
  const title = part.slice(0, part.lastIndexOf('/'));
  const code = REGULATIONS.citation;
  const [first, last] =
    to === null && code?.by === 'section'
      ? (rangeIn(code, title.replace(/^.*\/t/, ''), from) ?? [from, to])
      : [from, to];
  return { identifier: `${title}/s${first}`, identifierEnd: last === null ? null : `${title}/s${last}` };
}

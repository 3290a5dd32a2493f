import { matchAt } from '../match-at.ts';
import { naturalKey } from '../natural-order.ts';
import { type CfrReference, type Metadata, SOURCES, type Source } from '../sources.ts';
import { daysIn } from '../written-days.ts';
import type { SectionCitation } from './citation.ts';
import { citationsInText } from './in-text.ts';
import { markdownWords, paragraphsOf } from './markdown-words.ts';
import { type ParagraphList, paragraphListsIn } from './paragraph-lists.ts';
import { rangeIn } from './provisions.ts';
import { pinpointOf } from './readings.ts';

/**
 * What documents of the Federal Register change in the regulations, by their amendatory instructions: paragraphs that are bold as a
 * whole, `**2. Revise § 4.21 to read as follows**:`. The instruction of a section goes on in those that begin with letters.
 */

/** What an instruction amends. */
export interface Amendment {
  kind: 'section' | 'appendix' | 'subpart' | 'part';
  /** `/us/cfr/t40/s52.220`, `/us/cfr/t40/p52/appA`, `/us/cfr/t40/p52/spB`, `/us/cfr/t40/p52` */
  identifier: string;
  /** The last one of a range. */
  identifierEnd: string | null;
  /** The identifier of the part. */
  part: string;
  pinpoints: (readonly string[])[];
  /** When the instruction itself says that it takes effect; null where it does not say. */
  effective: string | typeof DELAYED | null;
}

/** The day is not known yet. */
export const DELAYED = 'delayed';

/** What a document amends, in the order of its instructions; empty where nothing can be read. */
export function amendmentsIn(body: string, metadata: Metadata): Amendment[] {
  const instructions = new Instructions(metadata);
  for (const paragraph of paragraphsOf(body)) instructions.read(paragraph);
  return instructions.amendments;
}

/** Whether an amendment names a document or level, or a range in which it is. */
export function amends({ identifier, identifierEnd }: Amendment, name: string): boolean {
  const key = naturalKey(name);
  return naturalKey(identifier) <= key && key <= naturalKey(identifierEnd ?? identifier);
}

/** Markdown has no marks for bold words that end between signs; those are in HTML. */
const INSTRUCTION = /^(?:\*\*|<strong>)(?:(?!\*\*|<\/?strong>)[\s\S])+(?:\*\*|<\/strong>)[^\p{L}\p{N}]*$/u;
/** Longer paragraphs are none. */
const LONGEST = 20_000; // characters
const NUMBERED = /^\d+[a-z]?\. /;
const LETTERED = /^(?:[a-z]|[ivx]+)\. ?/i;
const AUTHORITY = /\bauthority (?:citations?|sections?) (?:for|of|to)\b/i;
/** `27 CFR parts 447 and 478 are amended as follows`: what is amended is told below. */
const ANNOUNCEMENT = /\bamend(?:s|ed|ing)?\b.*\b(?:as follows|as set forth)/i;
const HEADING_OF_CHAPTER = /\bheading (?:for|of|to) (?:sub)?(?:chapter|title)\b/i;
const QUOTED = /“[^”]*(?:”|$)|"[^"]*"/g;
const TAG = /<\/?[a-z]+>/g;
/** Labels of the fifth rank are in italics: `( *1* )`. */
const LABEL = /\( ?([a-z\d]{1,6}) ?\)/gi;
/** Before what is named only to tell a place or a law. */
const MENTIONED =
  /\b(?:after|before|following|preceding|follows|precedes|references? to|citations? to|pursuant to|accordance with|authority of|defined in|described in|specified in|provided in|required by|see)(?: newly)?(?: (?:re)?designated)? $/i;
const OF_ANOTHER = /\b(?:to|in|into|under|of|from)(?: new| newly)?(?: (?:re)?designated)? $/i;
const HEADED = /\b(?:heading|title) (?:of|for|to)(?: new)? $/i;
const EFFECTIVE =
  /^(?:\w+\. )?(?:effective (?:on |as of )?([a-z]+ \d{1,2}, \d{4})|(?:effective )?(?:date )?delayed indefinitely|(?:effective )?(?:date )?indefinitely delayed)/i;

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

/** Target that later instructions go on with. */
interface Named extends Amendment {
  at: number;
  end: number;
}

/** The Code of Federal Regulations. */
const REGULATIONS = SOURCES.find(
  ({ citation }) => citation?.by === 'section' && citation.keys.part !== null,
) as Source;

/** Reads the instructions of a document, one after the other. */
export class Instructions {
  readonly amendments: Amendment[] = [];
  readonly #references: readonly CfrReference[];
  /** Titles that instructions name, by part. */
  readonly #titles = new Map<string, string>();
  /** The parts that were named last. */
  #parts: readonly string[];
  /** What the last instruction that names anything amends. */
  #current: readonly Amendment[] = [];

  constructor({ cfr_references: references }: Metadata) {
    this.#references = (references ?? []) as readonly CfrReference[];
    this.#parts = this.#references.flatMap(({ title, parts }) => parts.map(part => this.#part(part, title)));
  }

  /** @returns the words of the paragraph without the names of what it amends; null where it is no instruction */
  read(markdown: string): string | null {
    if (!/^(?:\*\*|<s)/.test(markdown) || markdown.length > LONGEST || !INSTRUCTION.test(markdown))
      return null;
    const words = markdownWords(markdown.replace(TAG, ' ')).replace(LABEL, '($1)');
    const text = words.replace(/ {2,}/g, ' ').trim();
    const own = text.replace(QUOTED, quotation => ' '.repeat(quotation.length));
    const named = this.#namedIn(own);
    this.amendments.push(...named);
    return named.reduce((rest, { at, end }) => blanked(rest, at, end), text);
  }

  #namedIn(text: string): Named[] {
    const isNumbered = NUMBERED.test(text);
    const sections = [...citationsInText(text)].filter(citation => citation.by === 'section');
    const parts = this.#partsIn(sections);
    if (AUTHORITY.test(text)) {
      this.#goOn(parts, []);
      return [];
    }
    const isOfAppendix = this.#current.some(({ kind }) => kind === 'appendix');
    const isBelow = isOfAppendix && (!isNumbered || /^\d+[a-z]?\. Under\b/i.test(text));
    const named = this.#unitsIn(text, isBelow);
    const appendix = named.find(({ kind }) => kind === 'appendix')?.at ?? Number.POSITIVE_INFINITY;
    // What an appendix says of sections has their names, too.
    if (!isBelow)
      for (const each of this.#sectionsIn(text, sections)) if (each.at < appendix) named.push(each);
    const effective = effectIn(text);
    const amended = named
      .filter(({ kind, at }) => kind !== 'subpart' || isAmended(text, at, named))
      .sort((a, b) => a.at - b.at)
      .map(each => ({ ...each, effective }));
    this.#addParagraphs(text, amended);
    if (amended.length > 0) {
      this.#goOn(parts, amended);
      return amended;
    }
    if (isBelow || (isOfAppendix && parts.length === 0)) return [];
    return this.#ofParts(text, parts, isNumbered, effective);
  }

  /** An instruction that names parts alone, or nothing. */
  #ofParts(
    text: string,
    parts: readonly string[],
    isNumbered: boolean,
    effective: Amendment['effective'],
  ): Named[] {
    if (HEADING_OF_CHAPTER.test(text)) return [];
    const isAnnouncement = parts.length > 0 && ANNOUNCEMENT.test(text);
    const isOfItsOwn =
      isNumbered || (this.#current.length === 0 && (parts.length > 0 || LETTERED.test(text)));
    if (!isAnnouncement && !isOfItsOwn) return [];
    this.#goOn(parts, []);
    if (isAnnouncement) return [];
    return this.#parts.map(part => ({
      ...{ kind: 'part' as const, identifier: part, identifierEnd: null, part },
      ...{ pinpoints: [], effective, at: 0, end: 0 },
    }));
  }

  #goOn(parts: readonly string[], amended: readonly Amendment[]): void {
    this.#current = amended;
    const named = parts.length > 0 ? parts : [...new Set(amended.map(({ part }) => part))];
    if (named.length > 0) this.#parts = named;
  }

  /** Parts that the words name, as identifiers; their titles are remembered. */
  #partsIn(citations: readonly SectionCitation[]): string[] {
    return citations.flatMap(({ isPart, title, numbers }) =>
      numbers.flatMap(({ number, isPart: isOwnPart }) => {
        if ((!isPart && !isOwnPart) || number.includes('.')) return [];
        if (title !== null) this.#titles.set(number.toLowerCase(), title);
        const part = this.#partOf(number);
        return part === null ? [] : [part];
      }),
    );
  }

  #part(number: string, title: number | string): string {
    return `${REGULATIONS.namespace}t${title}/p${number}`;
  }

  /**
   * The identifier of a part; null where nobody knows its title, or several have such a part.
   * @param named the title that the words name @param isLikely whether it may be a part that the document does not list
   */
  #partOf(number: string, named: string | null = null, isLikely = true): string | null {
    if (named !== null) return this.#part(number, named);
    const known = this.#titles.get(number.toLowerCase());
    if (known !== undefined) return this.#part(number, known);
    const isOf = ({ parts }: CfrReference) => parts.some(part => naturalKey(part) === naturalKey(number));
    const having = this.#references.filter(isOf);
    const titles = new Set(
      (having.length > 0 || !isLikely ? having : this.#references).map(({ title }) => title),
    );
    const [title] = titles;
    return titles.size === 1 && title !== undefined ? this.#part(number, title) : null;
  }

  #onlyPart(): string | null {
    return this.#parts.length === 1 ? (this.#parts[0] as string) : null;
  }

  /** Appendices and subparts. */
  #unitsIn(text: string, isBelow: boolean): Named[] {
    const found: Named[] = [];
    const unit = (kind: Named['kind'], match: RegExpMatchArray, part: string | null, rest: string): void => {
      const at = match.index as number;
      if (part === null || MENTIONED.test(before(text, at))) return;
      found.push({
        ...{ kind, identifier: `${part}/${rest}`, identifierEnd: null, part, pinpoints: [], effective: null },
        ...{ at, end: at + match[0].length },
      });
    };
    for (const match of text.matchAll(APPENDIX)) {
      const [, word = '', label = '', subpart, title = null, part] = match;
      if (!IN_CAPITALS.test(label) || (isBelow && part === undefined)) continue;
      const name = `${/^a/i.test(word) ? 'app' : 'supplement'}${label}`;
      const of = part === undefined ? this.#onlyPart() : this.#partOf(part, title);
      unit('appendix', match, of, subpart === undefined ? name : `sp${subpart}/${name}`);
    }
    for (const match of isBelow ? [] : text.matchAll(SUBPART)) {
      const [, label = '', title = match[4] ?? null, part = match[5]] = match;
      if (!IN_CAPITALS.test(label)) continue;
      const of = part === undefined ? this.#onlyPart() : this.#partOf(part, title);
      unit('subpart', match, of, `sp${label}`);
    }
    return found;
  }

  *#sectionsIn(text: string, citations: readonly SectionCitation[]): Generator<Named> {
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
        const pinpoint = pinpointOf(text.slice(first.at, first.end).replace(number, ''));
        yield {
          kind: 'section',
          ...endsOf(part, number, last === first ? null : last.number),
          ...{ part, pinpoints: pinpoint.length > 0 ? [pinpoint] : [], effective: null },
          ...{ at: first === numbers[0] ? at : first.at, end: last.end },
        };
      }
    }
  }

  /** Gives each list of paragraphs to the section that it is of. */
  #addParagraphs(text: string, amended: readonly Named[]): void {
    for (const list of paragraphListsIn(text)) {
      const of = sectionOf(list, text, amended) ?? (amended.length === 0 ? this.#current : []);
      const [only, ...others] = of;
      if (only?.kind !== 'section' || only.identifierEnd !== null || others.length > 0) continue;
      only.pinpoints.push(...list.pinpoints);
    }
  }
}

/** A section of a list of sections is not known to be the one that has the paragraph. */
function sectionOf({ at, end }: ParagraphList, text: string, amended: readonly Named[]): Named[] | null {
  const behind = matchAt(OF_SECTION, text, end);
  const next = behind && amended.find(({ at }) => at === end + behind[0].length);
  if (next) return [next];
  const named = amended.filter(each => each.end <= at);
  const last = named.at(-1);
  return last ? named.filter(each => each === last || isInList(text.slice(each.end, last.at))) : null;
}

const isInList = (words: string): boolean => !/[a-z]{3}/i.test(words.replace(/\b(?:and|through)\b/g, ''));

const OF_SECTION = / ?(?:(?:introductory|concluding) text )?(?:of|in|to) (?:newly (?:re)?designated )?/iy;

/** The words before a name that tell why it is there. */
const before = (text: string, at: number): string => text.slice(Math.max(0, at - 80), at);

const blanked = (text: string, at: number, end: number): string =>
  text.slice(0, at) + ' '.repeat(end - at) + text.slice(end);

/** A subpart in which something else is amended is not amended itself, but for its heading. */
function isAmended(text: string, at: number, named: readonly Named[]): boolean {
  const words = before(text, at);
  return HEADED.test(words) || !OF_ANOTHER.test(words) || named.every(({ kind }) => kind === 'subpart');
}

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

function effectIn(text: string): Amendment['effective'] {
  const [found, day] = EFFECTIVE.exec(text) ?? [];
  if (found === undefined) return null;
  return day === undefined ? DELAYED : (daysIn(day)[0] ?? null);
}

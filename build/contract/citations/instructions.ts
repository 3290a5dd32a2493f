import { matchAt } from '../match-at.ts';
import type { CfrReference, Metadata } from '../sources.ts';
import type { Amendment, Effect } from './amendment.ts';
import { EffectiveDays } from './effective-days.ts';
import { citationsInText } from './in-text.ts';
import { AMENDING, isInstructing, LETTERED, NUMBERED } from './instruction-forms.ts';
import { markdownWords, paragraphsOf } from './markdown-words.ts';
import { before, type Named, NamedUnits } from './named-units.ts';
import { type ParagraphList, paragraphListsIn } from './paragraph-lists.ts';
import { issues, PlainInstructions } from './plain-instructions.ts';

/**
 * What documents of the Federal Register change in the regulations, by their amendatory instructions: paragraphs that are bold as a
 * whole, `**2. Revise § 4.21 to read as follows**:`, or plain ones (`PlainInstructions`). The instruction of a section goes on in those that begin with letters.
 */

/** What a document amends, in the order of its instructions; empty where nothing can be read. */
export function amendmentsIn(body: string, metadata: Metadata): Amendment[] {
  const instructions = new Instructions(metadata, body);
  for (const paragraph of paragraphsOf(body)) instructions.read(paragraph);
  return instructions.amendments;
}

/** Markdown has no marks for bold words that end between signs; those are in HTML. */
const INSTRUCTION = /^(?:\*\*|<strong>)(?:(?!\*\*|<\/?strong>)[\s\S])+(?:\*\*|<\/strong>)[^\p{L}\p{N}]*$/u;
/** Longer paragraphs are none. */
const LONGEST = 20_000; // characters
/** Of an instruction with the paragraphs below it; more are left out. */
const MOST_DAYS = 20;
const ROMAN = /^[ivx]+$/i;
const AUTHORITY = /\bauthority (?:citations?|sections?) (?:for|of|to)\b/i;
/** `27 CFR parts 447 and 478 are amended as follows`: what is amended is told below. */
const ANNOUNCEMENT = /\bamend(?:s|ed|ing)?\b.*\b(?:as follows|as set forth)/i;
const HEADING_OF_CHAPTER = /\bheading (?:for|of|to) (?:sub)?(?:chapter|title)\b/i;
/** Behind a number the sign stands for inches. */
const QUOTED = /“[^”]*(?:”|$)|(?<!\d)"[^"]*"/g;
const TAG = /<\/?[a-z]+>/g;
/** Labels of the fifth rank are in italics: `( *1* )`. */
const LABEL = /\( ?([a-z\d]{1,6}) ?\)/gi;
const OF_ANOTHER = /\b(?:to|in|into|under|of|from)(?: new| newly)?(?: (?:re)?designated)? $/i;
const HEADED = /\b(?:heading|title) (?:of|for|to)(?: new)? $/i;

/** Reads the instructions of a document, one after the other. */
export class Instructions {
  readonly amendments: Amendment[] = [];
  readonly #units: NamedUnits;
  readonly #plain = new PlainInstructions();
  /** Before the words of issuance, where there are any, bold words that amend are headings. */
  #isIssued: boolean;
  /** The parts that were named last. */
  #parts: readonly string[];
  /** What the last instruction that names anything amends. */
  #current: readonly Amendment[] = [];
  /** The days that all of it has by its own words; null where they differ. */
  #own: readonly Effect[] | null = [null];
  /** Those of what is below it so far. */
  #below = new Set<Effect>();
  /** The label of the last paragraph below it, and the days of that. */
  #lettered: { label: string; days: readonly Effect[] } | null = null;

  /** @param body of the document */
  constructor({ cfr_references: references }: Metadata, body: string) {
    this.#isIssued = !paragraphsOf(body).some(issues);
    this.#units = new NamedUnits((references ?? []) as readonly CfrReference[]);
    this.#parts = this.#units.listed;
  }

  /** @returns the words of the paragraph without the names of what it amends; null where it is no instruction */
  read(markdown: string): string | null {
    const isMarked = /^(?:\*\*|<s)/.test(markdown);
    const isPlain = this.#plain.isInstruction(markdown);
    this.#isIssued ||= issues(markdown);
    if (isMarked && !this.#isIssued) return null;
    if (markdown.length > LONGEST || !(isMarked ? INSTRUCTION.test(markdown) : isPlain)) return null;
    const words = markdownWords(markdown.replace(TAG, ' ')).replace(LABEL, '($1)');
    const text = words.replace(/ {2,}/g, ' ').trim();
    const own = text.replace(QUOTED, quotation => ' '.repeat(quotation.length));
    const isBelow = this.#current.length > 0 && !(isMarked && this.#plain.hasAny);
    // A plain one with a number is known to be none.
    if ((isMarked || !NUMBERED.test(own)) && !isInstructing(own, isBelow)) return null;
    if (isMarked) this.#plain.leave();
    const named = this.#namedIn(own);
    this.amendments.push(...named);
    return named.reduce((rest, { at, end }) => blanked(rest, at, end), text);
  }

  #namedIn(text: string): Named[] {
    const isNumbered = NUMBERED.test(text);
    const sections = [...citationsInText(text)].filter(citation => citation.by === 'section');
    const parts = this.#units.partsIn(text, sections);
    if (AUTHORITY.test(text)) {
      this.#goOn(parts, []);
      return [];
    }
    const isOfAppendix = this.#current.some(({ kind }) => kind === 'appendix');
    const isBelow = isOfAppendix && (!isNumbered || /^\d+[a-z]?\. Under\b/i.test(text));
    const only = this.#parts.length === 1 ? (this.#parts[0] as string) : null;
    const named = this.#units.unitsIn(text, isBelow, only);
    const appendix = named.find(({ kind }) => kind === 'appendix')?.at ?? Number.POSITIVE_INFINITY;
    // What an appendix says of sections has their names, too.
    if (!isBelow)
      for (const each of this.#units.sectionsIn(text, sections)) if (each.at < appendix) named.push(each);
    const days = new EffectiveDays(text);
    const amended = named
      .filter(({ kind, at }) => kind !== 'subpart' || isAmended(text, at, named))
      .sort((a, b) => a.at - b.at)
      .map((each, i, all) => ({
        ...each,
        effective: days.of(each.at, all[i + 1]?.at ?? Number.POSITIVE_INFINITY),
      }));
    this.#addParagraphs(text, amended);
    if (amended.length > 0) {
      this.#goOn(parts, amended);
      return amended;
    }
    this.#addDays(text, days);
    if (isBelow || (isOfAppendix && parts.length === 0)) return [];
    const ofSections = this.#units.partsOfSections(sections);
    return this.#ofParts(text, parts, ofSections, isNumbered, days.of(0, Number.POSITIVE_INFINITY));
  }

  /** An instruction that names parts alone, or sections only to tell a place, or nothing. */
  #ofParts(
    text: string,
    parts: readonly string[],
    ofSections: readonly string[],
    isNumbered: boolean,
    effective: Amendment['effective'],
  ): Named[] {
    if (HEADING_OF_CHAPTER.test(text)) return [];
    const isAnnouncement = parts.length > 0 && ANNOUNCEMENT.test(text);
    const isOfItsOwn =
      isNumbered || (this.#current.length === 0 && (parts.length > 0 || LETTERED.test(text)));
    if (!isAnnouncement && !isOfItsOwn) return [];
    this.#goOn(parts, []);
    if (isAnnouncement || !AMENDING.test(text)) return [];
    const amended = ofSections.length > 0 ? ofSections : this.#parts;
    return amended.map(part => ({
      ...{ kind: 'part' as const, identifier: part, identifierEnd: null, part },
      ...{ pinpoints: [], effective, at: 0, end: 0 },
    }));
  }

  #goOn(parts: readonly string[], amended: readonly Amendment[]): void {
    this.#current = amended;
    const own = amended[0]?.effective ?? [null];
    this.#own = amended.every(({ effective }) => effective.join() === own.join()) ? own : null;
    this.#below = new Set();
    this.#lettered = null;
    const named = parts.length > 0 ? parts : [...new Set(amended.map(({ part }) => part))];
    if (named.length > 0) this.#parts = named;
  }

  /** Paragraphs below an instruction may tell days of their own: then the instruction has those of all of them. */
  #addDays(text: string, days: EffectiveDays): void {
    const [, label] = LETTERED.exec(text) ?? [];
    if (label === undefined || this.#own === null) return;
    const last = this.#lettered;
    const isDeeper = last !== null && ROMAN.test(label) && !isNext(label, last.label);
    const told = days.of(0, Number.POSITIVE_INFINITY);
    const above = isDeeper ? last.days : this.#own;
    const effects = told[0] === null ? above : told;
    if (!isDeeper) this.#lettered = { label, days: effects };
    const all = [...new Set([...this.#below, ...effects])].slice(0, MOST_DAYS);
    if (all.length === this.#below.size) return;
    this.#below = new Set(all);
    for (const each of this.#current) each.effective = all;
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
  const [last, previous] = amended
    .filter(each => each.end <= at)
    .slice(-2)
    .reverse();
  if (!last) return null;
  return previous && isInList(text.slice(previous.end, last.at)) ? [previous, last] : [last];
}

/** Of a gap between two names in a list, such as `, and through`. */
const LONGEST_GAP = 40;

const isInList = (words: string): boolean =>
  words.length <= LONGEST_GAP && !/[a-z]{3}/i.test(words.replace(/\b(?:and|through)\b/g, ''));

const OF_SECTION = / ?(?:(?:introductory|concluding) text )?(?:of|in|to) (?:newly (?:re)?designated )?/iy;

const blanked = (text: string, at: number, end: number): string =>
  text.slice(0, at) + ' '.repeat(end - at) + text.slice(end);

/** A subpart in which something else is amended is not amended itself, but for its heading. */
function isAmended(text: string, at: number, named: readonly Named[]): boolean {
  const words = before(text, at);
  return HEADED.test(words) || !OF_ANOTHER.test(words) || named.every(({ kind }) => kind === 'subpart');
}

/** Whether a label is the letter behind another one: `i` behind `h` is no numeral. */
const isNext = (label: string, last: string): boolean =>
  label.length === 1 && label.charCodeAt(0) === last.charCodeAt(0) + 1;

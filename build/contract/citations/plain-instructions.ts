import { PLAIN_PARTICIPLE, PLAIN_STEM } from './amending-verbs.ts';

/**
 * Instructions that are not marked as such: the former converter wrote them like any other paragraph. They are numbered, and begin behind the
 * words of issuance, `50 CFR part 300 is amended as follows`, and the heading of a part or its authority. The text of the regulations between
 * them has numbers, too: those of instructions go up from one to the next.
 */

const ISSUANCE =
  /\b(?:amend|revis)(?:s|es|ed|ing)?\b[^;]{0,400}\bas (?:follows|set forth)|\b(?:amended|corrected) by making the following correct|^For the reasons (?:described|discussed|given|outlined|set|stated)/i;
const MARKED = /^(?:\*\*|<strong>)/;

/** Whether a paragraph, as Markdown, has the words of issuance. Instructions in bold have words like them. */
export const issues = (markdown: string): boolean => !MARKED.test(markdown) && ISSUANCE.test(markdown);

const OPENING = /^(?:\*\*(?:PART \d|\d{1,2} CFR Part \d)|1\. The authority citation)/;
const NUMBERED =
  /^\d{1,3}[a-z]?\. (?:(?:effective|delayed)\b[^,]{0,40}(?:, \d{4})?, )?(?:(?:(?:further )?(?:add|amend|correct|designate|redesignate|remove|reserve|revise|transfer)|appendi(?:x|ces)|in|newly|paragraphs?|part|sections?|subparts?|supplement|table|the)\b|§)/i;
/** What changes there is told below: `7. In § 4.5:` */
const PLACE =
  /^\d{1,3}[a-z]?\. (?:effective\b[^,]{0,40}(?:, \d{4})?, )?in (?:§ ?\d+\.\d+[a-z]?(?:\([a-z\d]{1,5}\))*|(?:appendix|supplement) \w+ to (?:\d+ CFR )?part \d+(?:—[^.:;]{1,60})?),?:$/i;
const AUTHORITY = /^\d{1,3}[a-z]?\. The authority citation\b/i;
const LETTERED = new RegExp(
  String.raw`^(?:[a-z]{1,2}|[ivx]{1,5})\. ?(?:(?:by|effective|in|the|under)\b|${PLAIN_STEM})`,
  'i',
);
/** `a. Paragraph (b) is revised` */
const CHANGED = new RegExp(
  String.raw`^(?:[a-z]{1,2}|[ivx]{1,5})\. (?:newly |new |redesignated |designated )*(?:introductory text|paragraphs?|sections?|definitions?|headings?|tables?)\b.*\b(?:is|are) ${PLAIN_PARTICIPLE}\b`,
  'i',
);
/** `is added`, `The office amends`, `2. Amend`, `In § 4.5, revise`. */
const AMENDS = new RegExp(
  String.raw`\b(?:is|are)(?: further| hereby| proposed to be| being)? ${PLAIN_PARTICIPLE}\b|\b(?:adds|amends|removes|revises)\b|(?:^\w+\.|[,:])(?: further)? ${PLAIN_STEM}`,
  'i',
);
/** Longer paragraphs are none. */
const LONGEST = 4000; // characters

/** Between the numbers of instructions: some are not recognised. */
const MOST_MISSING = 3;
/** What has the number of the last one, or one behind a larger gap, has to name what it amends. */
const UNIT = /§|\b(?:sections?|(?:sub)?parts?|appendi(?:x|ces)|supplements?)\b/i;
const NUMBER = /^(\d{1,3})([a-z]?)\./;
/** New text begins; between the items of a list there is none of these. */
const NOT_IN_LIST = /^[*#]/;
const TEXT_FOLLOWS = /\bread as follows\W*$/i;

/** Tells the instructions of a document, one paragraph after the other. */
export class PlainInstructions {
  #stage: 'preamble' | 'issued' | 'amending' | 'marked' = 'preamble';
  #isOpen = false;
  /** The number of the last instruction. */
  #last: number | null = null;
  /** That of the last one behind a larger gap: nobody knows yet whether the numbers go on there. */
  #ahead: number | null = null;
  /** That of the last item of a list in the text between them. */
  #item: number | null = null;

  /** Whether there has been one. */
  get hasAny(): boolean {
    return this.#last !== null;
  }

  /** There is an instruction in bold: a document has all its instructions in one form. */
  leave(): void {
    if (this.#stage !== 'preamble') this.#stage = 'marked';
  }

  /** Whether a paragraph, as Markdown, is an instruction, or stands below one. */
  isInstruction(markdown: string): boolean {
    if (this.#stage === 'marked' || markdown.length > LONGEST) return false;
    if (this.#stage === 'preamble') {
      if (ISSUANCE.test(markdown)) this.#stage = 'issued';
      return false;
    }
    if (this.#stage === 'issued' && OPENING.test(markdown)) this.#stage = 'amending';
    if (this.#stage !== 'amending') return false;
    const isNumbered = this.#isNext(markdown);
    const isBelow = this.#isOpen && (LETTERED.test(markdown) || CHANGED.test(markdown));
    this.#isOpen = (isNumbered || isBelow) && !(isNumbered && TEXT_FOLLOWS.test(markdown));
    return isNumbered || isBelow;
  }

  /** Whether it is an instruction that has the next number, and no item of a list. */
  #isNext(markdown: string): boolean {
    if (NOT_IN_LIST.test(markdown)) this.#item = null;
    const [, digits, letter] = NUMBER.exec(markdown) ?? [];
    if (digits === undefined) return false;
    const number = Number(digits);
    const isItem = this.#item !== null && number === this.#item + 1;
    const isAuthority = AUTHORITY.test(markdown);
    const amends = PLACE.test(markdown) || (NUMBERED.test(markdown) && AMENDS.test(markdown));
    const found = (amends || isAuthority) && !isItem;
    if (found && this.#goesOn(number, letter !== '', isAuthority, markdown)) {
      this.#item = null;
      return true;
    }
    this.#item = isItem || number === 1 ? number : null;
    return false;
  }

  /** The instructions of another part may begin anew, with its authority. */
  #goesOn(number: number, hasLetter: boolean, isAuthority: boolean, markdown: string): boolean {
    const isNear = (last: number | null): boolean =>
      last !== null && (number > last || (number === last && hasLetter)) && number - last <= MOST_MISSING + 1;
    if (this.#last === null || (isAuthority && number === 1) || isNear(this.#ahead) || isNear(this.#last)) {
      if (!isNear(this.#last)) this.#ahead = null;
      this.#last = number;
      return true;
    }
    if (number < this.#last || !UNIT.test(markdown)) return false;
    this.#ahead = number;
    return true;
  }
}

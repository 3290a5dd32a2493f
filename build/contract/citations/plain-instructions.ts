/**
 * Instructions that are not marked as such: the former converter wrote them like any other paragraph. They are numbered, and begin behind the
 * words of issuance, `50 CFR part 300 is amended as follows`, and the heading of a part or its authority.
 */

const ISSUANCE =
  /\b(?:amend|revis)(?:s|es|ed|ing)?\b[^;]{0,400}\bas (?:follows|set forth)|^For the reasons (?:described|discussed|given|outlined|set|stated)/i;
const OPENING = /^(?:\*\*(?:PART \d|\d{1,2} CFR Part \d)|1\. The authority citation)/;
const NUMBERED =
  /^\d{1,3}[a-z]?\. (?:(?:effective|delayed)\b[^,]{0,40}(?:, \d{4})?, )?(?:(?:(?:further )?(?:add|amend|correct|designate|redesignate|remove|reserve|revise|transfer)|appendi(?:x|ces)|in|newly|paragraphs?|part|sections?|subparts?|supplement|table|the)\b|§)/i;
const VERB = '(?:add|amend|correct|delet|(?:re)?designat|remov|reserv|revis|transferr?)';
const LETTERED = new RegExp(
  String.raw`^(?:[a-z]{1,2}|[ivx]{1,5})\. ?(?:(?:by|effective|in|the|under)\b|${VERB})`,
  'i',
);
/** `is added`, `The office amends`, `2. Amend`, `In § 4.5, revise`. */
const AMENDS = new RegExp(
  String.raw`\b(?:is|are|be)(?: further| hereby| proposed to be)? ${VERB}ed\b|\b(?:adds|amends|removes|revises)\b|(?:^\w+\.|[,:])(?: further)? ${VERB}`,
  'i',
);
/** Longer paragraphs are none. */
const LONGEST = 4000; // characters

const isNumbered = (text: string): boolean => NUMBERED.test(text) && AMENDS.test(text);

/** Tells the instructions of a document, one paragraph after the other. */
export class PlainInstructions {
  #stage: 'preamble' | 'issued' | 'amending' | 'marked' = 'preamble';
  #isOpen = false;

  /** Whether a paragraph, as Markdown, is an instruction, or stands below one. */
  isInstruction(markdown: string): boolean {
    if (this.#stage === 'marked' || markdown.length > LONGEST) return false;
    if (this.#stage === 'preamble') {
      if (ISSUANCE.test(markdown)) this.#stage = 'issued';
      return false;
    }
    // A document has all its instructions in one form.
    if (markdown.startsWith('**') && isNumbered(markdown.slice(2))) this.#stage = 'marked';
    if (this.#stage === 'issued' && OPENING.test(markdown)) this.#stage = 'amending';
    if (this.#stage !== 'amending') return false;
    this.#isOpen = isNumbered(markdown) || (this.#isOpen && LETTERED.test(markdown));
    return this.#isOpen;
  }
}

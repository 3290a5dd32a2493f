import type { Schema } from './schemas.ts';
import { type Element, isElement } from './tree.ts';

/**
 * The oracle of words: cuts official XML into the paragraphs, headings and cells that a reader sees, without any table of the
 * importer. Its list of inline elements is all that it knows of a schema.
 */

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements within a line. */
const INLINE = named(
  'b i em strong sup sub u span ref date term inline entity shortTitle del ins headingText br img quotedText quote ' +
    'I E SU AC FR fr FTREF XREF FP-REF LI PRTPAGE MATH SUP SUB B U page a CITE cite CALL',
);
/** Elements that contain blocks; afterwards the interrupted line continues. */
const FOOTNOTES = named('FTNT footnote');
/** Fractions, and marked calls of footnotes. */
const PARTED = named('FR CALL');
/** Elements that separate words like a blank. */
const BLANK = named('br LI PRTPAGE FTREF page');

/** The name of an element; GPO's USLM has in attributes what GPO's own elements have as names. */
function nameOf({ name, attributes: { role, style } }: Element): string {
  if (name === 'inline' && role === 'fraction') return 'FR';
  return name === 'ref' && style === '-uslm-sgm:SU' ? 'CALL' : name;
}

export interface XmlBlock {
  words: string[];
  /** Its unit; null above units. */
  unit: Element | null;
  isFootnote: boolean;
  /** Line of the XML. */
  line: number;
}

export interface Cut {
  blocks: XmlBlock[];
  /** Words that are kept out, by element. */
  out: Map<string, number>;
}

/** Words are runs of letters and digits; soft hyphens separate nothing. */
export const wordsOf = (text: string): string[] =>
  text.replace(/[\u00ad\ufeff]/g, '').match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

export const isFootnote = ({ name, attributes }: Element): boolean =>
  FOOTNOTES.has(name) || (name === 'note' && attributes.type === 'footnote');

/** A note of a table in USLM, which keeps its number as written. */
const isNoteOfTable = ({ attributes }: Element): boolean => attributes.style === '-uslm-sgm:TNOTE';

export const isCall = ({ name, attributes }: Element): boolean =>
  name === 'ref' && attributes.class === 'footnoteRef';

export function cutXml(root: Element, schema: Schema): Cut {
  const cutter = new Cutter(schema);
  cutter.walk(root);
  return { blocks: cutter.blocks, out: cutter.out };
}

class Cutter implements Cut {
  readonly blocks: XmlBlock[] = [];
  readonly out = new Map<string, number>();
  readonly #schema: Schema;
  readonly #footnotes: { text: string; isOfTable: boolean }[] = [];
  #text = '';
  /** Beginning of the last raised number. */
  #raised = 0;
  #unit: Element | null = null;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  walk(element: Element): void {
    const { line } = element;
    const name = nameOf(element);
    const isInline = INLINE.has(name);
    const kind = this.#schema.out(element);
    if (kind !== null) {
      if (!isInline) this.#flush(line);
      this.out.set(kind, (this.out.get(kind) ?? 0) + wordsOf(allCharacters(element)).length);
      return;
    }
    const isOuter = this.#unit === null && this.#schema.isUnit(element);
    if (this.#schema.partsRaised) this.#beginRaised(name);
    const isBlank = BLANK.has(name) || isCall(element);
    if (isBlank) this.#text += ' ';
    const isAside = isFootnote(element);
    if (isAside) {
      this.#footnotes.push({ text: this.#text, isOfTable: isNoteOfTable(element) });
      this.#text = '';
    } else if (!isInline) this.#flush(line);
    if (isOuter) this.#unit = element;
    if (SUPERSCRIPT.test(name) && /\d$/.test(this.#text)) this.#text += ' ';
    for (const child of inReadingOrder(element)) {
      if (isElement(child)) this.walk(child);
      else this.#text += child;
    }
    if (this.#schema.partsRaised) this.#endRaised(name);
    if (isBlank) this.#text += ' ';
    if (!isInline) this.#flush(line);
    // The number at the front of a footnote is a separate word.
    else if (
      SUPERSCRIPT.test(name) &&
      /^\s*\S+$/.test(this.#text) &&
      this.#footnotes.at(-1)?.isOfTable === false
    )
      this.#text += ' ';
    if (isAside) {
      this.#flush(line);
      this.#text = `${this.#footnotes.pop()!.text} `;
    }
    if (isOuter) this.#unit = null;
  }

  /** A footnote's number is separate from the word before it, an exponent from its base, and a fraction from its number. */
  #beginRaised(name: string): void {
    if (name === 'FTREF')
      this.#text = `${this.#text.slice(0, this.#raised)} ${this.#text.slice(this.#raised)}`;
    if (name === 'SU') this.#raised = this.#text.length;
    if (PARTED.has(name)) this.#text += ' ';
  }

  #endRaised(name: string): void {
    const isFirst = name === 'SU' && this.#text.slice(0, this.#raised).trim() === '';
    if (PARTED.has(name) || isFirst) this.#text += ' ';
  }

  #flush(line: number): void {
    const words = wordsOf(this.#text);
    if (words.length > 0)
      this.blocks.push({ words, unit: this.#unit, isFootnote: this.#footnotes.length > 0, line });
    this.#text = '';
    this.#raised = 0;
  }
}

/** Plain text has `10^6` for a raised number behind a number. */
const SUPERSCRIPT = /^(?:SU|sup|SUP)$/;

/** Sorts the heading of GPO's tables, which lists columns, by rows. */
function inReadingOrder({ name, children }: Element): Element['children'] {
  if (name !== 'BOXHD') return children;
  const rowOf = (child: Element | string) =>
    isElement(child) ? Number.parseInt(child.attributes.H ?? '1', 10) : 0;
  return children.toSorted((a, b) => rowOf(a) - rowOf(b));
}

const allCharacters = ({ children }: Element): string =>
  children.map(child => (isElement(child) ? ` ${allCharacters(child)} ` : child)).join('');

import { SaxesParser } from 'saxes';

/**
 * The oracle of words: cuts official XML into blocks, the paragraphs, headings and cells that a reader sees, without any table of the
 * importer. What it takes for inline is all that it knows of a schema.
 */

/** Elements that stand within a line, by their names without prefix. */
const INLINE = new Set([
  ...[
    'b',
    'i',
    'em',
    'strong',
    'sup',
    'sub',
    'u',
    'span',
    'ref',
    'date',
    'term',
    'inline',
    'entity',
    'shortTitle',
    'del',
    'ins',
    'headingText',
    'br',
    'img',
  ],
  ...[
    'I',
    'E',
    'SU',
    'AC',
    'FR',
    'FTREF',
    'XREF',
    'FP-REF',
    'LI',
    'PRTPAGE',
    'MATH',
    'SUP',
    'SUB',
    'B',
    'U',
    'page',
    'a',
    'CITE',
  ],
]);
/** Elements after which a line goes on where it broke: they hold blocks of their own. */
const FOOTNOTES = new Set(['FTNT', 'footnote']);
/** Elements that stand for a blank between words. */
const BLANK = new Set(['br', 'LI', 'PRTPAGE', 'FTREF', 'page']);

export interface XmlBlock {
  words: string[];
  /** Number of the unit that it belongs to; null above units. */
  unit: number | null;
  isFootnote: boolean;
  /** Line of the XML. */
  line: number;
}

export interface Cut {
  blocks: XmlBlock[];
  /** Words that are kept out, by element. */
  out: Map<string, number>;
}

/** What of a schema the oracle must know. */
export interface Schema {
  /** Elements that become documents; one inside another belongs to the outer one. */
  units: ReadonlySet<string>;
  /** Whether numbers that are raised or set as fractions are words of their own. */
  partsRaised?: boolean;
  /** Elements whose words are no text of the law. @returns a name for them */
  out(name: string, attributes: Readonly<Record<string, string>>, parents: readonly string[]): string | null;
}

/** Words are runs of letters and digits; soft hyphens part nothing. */
export const wordsOf = (text: string): string[] =>
  text.replace(/[\u00ad\ufeff]/g, '').match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

export function cutXml(xml: string, { units, out, partsRaised = false }: Schema): Cut {
  const blocks: XmlBlock[] = [];
  const kept = new Map<string, number>();
  const parser = new SaxesParser({ xmlns: false });
  const parents: string[] = [];
  const footnotes: { depth: number; text: string }[] = [];
  let text = '';
  let raised = 0;
  let unit: number | null = null;
  let unitDepth = 0;
  let unitCount = 0;
  let outDepth = 0;
  let outName = '';
  const flush = (): void => {
    const words = wordsOf(text);
    if (words.length > 0) blocks.push({ words, unit, isFootnote: footnotes.length > 0, line: parser.line });
    text = '';
  };
  parser.on('error', error => {
    throw error;
  });
  parser.on('opentag', ({ name: full, attributes }) => {
    const name = full.replace(/^.*:/, '');
    const values = attributes as Record<string, string>;
    parents.push(name);
    if (outDepth > 0) return;
    const kind = out(name, values, parents);
    if (kind !== null) {
      outDepth = parents.length;
      outName = kind;
      if (!INLINE.has(name)) flush();
      return;
    }
    if (partsRaised) {
      // A footnote's number is no part of the word before it, nor is an exponent of its base, nor a fraction of its number.
      if (name === 'FTREF') text = `${text.slice(0, raised)} ${text.slice(raised)}`;
      if (name === 'SU') {
        if (/\d$/.test(text)) text += ' ';
        raised = text.length;
      }
      if (name === 'FR') text += ' ';
    }
    if (BLANK.has(name)) text += ' ';
    if (FOOTNOTES.has(name) || (name === 'note' && values.type === 'footnote')) {
      footnotes.push({ depth: parents.length, text });
      text = '';
    } else if (!INLINE.has(name)) flush();
    if (unit === null && units.has(name)) {
      unit = unitCount++;
      unitDepth = parents.length;
    }
  });
  parser.on('closetag', ({ name: full }) => {
    const name = full.replace(/^.*:/, '');
    const depth = parents.length;
    parents.pop();
    if (outDepth > 0) {
      if (outDepth === depth) outDepth = 0;
      return;
    }
    if (partsRaised) {
      const isFirst = name === 'SU' && text.slice(0, raised).trim() === '';
      if (BLANK.has(name) || name === 'FR' || isFirst) text += ' ';
    }
    if (!INLINE.has(name)) flush();
    // The number at the front of a footnote stands by itself.
    else if (name === 'SU' && /^\s*\S+$/.test(text) && footnotes.length > 0) text += ' ';
    const footnote = footnotes.at(-1);
    if (footnote?.depth === depth) {
      flush();
      footnotes.pop();
      text = footnote.text;
    }
    if (unit !== null && unitDepth === depth) unit = null;
  });
  const take = (piece: string): void => {
    if (outDepth === 0) text += piece;
    else kept.set(outName, (kept.get(outName) ?? 0) + wordsOf(piece).length);
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.write(xml).close();
  return { blocks, out: kept };
}

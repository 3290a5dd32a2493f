import { decodeString } from 'micromark-util-decode-string';

/** Comments, processing instructions and declarations: no renderer shows them, so they are markup to the last letter. */
const HIDDEN = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<![a-z][^>]*(?:>|$)/gi;
const CDATA = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;
/** A quoted value holds no `<`, or every tag whose quote is not closed would be read to the end of the text. */
const TAG = /<\/?([a-z][a-z0-9-]*)(?=[\s/>])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gi;
/** Only the first tag is read with any value. */
const FIRST_TAG = /^<\/?([a-z][a-z0-9-]*)(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*>/i;
const ENTITY = /&(?:#\w+|\w+);/g;

/** Elements that style words inside a line: their tags vanish and leave no gap (`CO<sub>2</sub>` is `CO2`). */
const PHRASING = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** Elements that stand between words: their tags leave a line break. */
const BREAKING = new Set(
  (
    'article aside blockquote br caption center col colgroup dd details div dl dt fieldset figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hr iframe img li main nav ol p pre script section style summary table tbody td ' +
    'textarea tfoot th thead tr ul'
  ).split(' '),
);

/**
 * Takes the words out of raw HTML.
 *
 * A "tag" whose name HTML does not know is not markup: CommonMark would take `<name of carrier>` in a form letter
 * for one, and three words would be lost.
 *
 * @param html one inline tag or one whole HTML block, as the source wrote it
 * @returns the words, character references decoded
 */
export function htmlText(html: string): string {
  if (!ROW.test(html)) return withoutTags(html, tagText);
  const row = new RowOfCells();
  const lines = html.replace(ROWS, tags => tags.replace(/\s+/g, ' '));
  return withoutTags(lines, (tag, name) => row.text(tag, name)).replace(/(?<! ) *\t */g, '\t');
}

const ROW = /<tr[\s>]/i;
const ROWS = /<tr[\s>][\s\S]*?(?:<\/tr|(?=<tr[\s>])|$)/gi;

/** Puts the cells of a row on one line, a tab between them, as in tables of Markdown (`layout.ts`). */
class RowOfCells {
  #cells: number | null = null;

  /** @returns what the text has for a tag that comes next */
  text(tag: string, name: string): string {
    const element = name.toLowerCase();
    const isEnd = tag.startsWith('</');
    if (element === 'tr') this.#cells = isEnd ? null : 0;
    else if (this.#cells !== null && (element === 'td' || element === 'th')) {
      return isEnd || this.#cells++ === 0 ? '' : '\t';
    }
    const text = tagText(tag, name);
    return this.#cells !== null && element !== 'tr' ? text.replaceAll('\n', ' ') : text;
  }
}

/**
 * The words with something else for their tags.
 *
 * @param instead of a tag; `tagText` or what makes use of it. Character references in what it gives are decoded
 */
export const withoutTags = (html: string, instead: (tag: string, name: string) => string): string =>
  decodedText(
    html.replace(CDATA, '$1').replace(HIDDEN, '').replace(FIRST_TAG, instead).replace(TAG, instead),
  );

/** Words with their character references decoded. */
export const decodedText = (words: string): string => words.replace(ENTITY, decodeString);

const ALTERNATIVE = /\salt="([^"]*)"/i;

/** @returns what the text has for a tag; the tag itself where HTML does not know it */
export function tagText(tag: string, name: string): string {
  const element = name.toLowerCase();
  if (PHRASING.has(element)) return '';
  if (element === 'img') return `\n${ALTERNATIVE.exec(tag)?.[1] ?? ''}\n`;
  return BREAKING.has(element) ? '\n' : tag;
}

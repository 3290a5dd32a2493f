import { decodeString } from 'micromark-util-decode-string';

/** Comments, processing instructions and declarations. No renderer shows them, so all of them is markup. */
const HIDDEN = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<![a-z][^>]*(?:>|$)/gi;
const CDATA = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;
/** A quoted value contains no `<`. Otherwise a tag with an unclosed quote would be read to the end of the text. */
const TAG = /<\/?([a-z][a-z0-9-]*)(?=[\s/>])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/gi;
/** The first tag alone may contain any value. */
const FIRST_TAG = /^<\/?([a-z][a-z0-9-]*)(?=[\s/>])(?:[^<>"']|"[^"]*"|'[^']*')*>/i;
const ENTITY = /&(?:#\w+|\w+);/g;

/** Elements that style words inside a line. Their tags vanish without a gap (`CO<sub>2</sub>` is `CO2`). */
const PHRASING = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** Elements between words. Their tags leave a line break. */
const BREAKING = new Set(
  (
    'article aside blockquote br caption center col colgroup dd details div dl dt fieldset figcaption figure footer ' +
    'h1 h2 h3 h4 h5 h6 header hr iframe img li main nav ol p pre script section style summary table tbody td ' +
    'textarea tfoot th thead tr ul'
  ).split(' '),
);

/**
 * Extracts the words of raw HTML.
 *
 * A "tag" with a name unknown to HTML is not markup: CommonMark would take `<name of carrier>` in a form letter for a tag, and
 * three words would be lost.
 * @param html one inline tag or one whole HTML block, as written in the source
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

/** Puts the cells of a row on one line, separated by tabs, as in tables of Markdown (`layout.ts`). */
class RowOfCells {
  #cells: number | null = null;

  /** @returns the text for the next tag */
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
 * Replaces tags and decodes character references.
 * @param instead gives the text for a tag, such as `tagText`. Character references in it are decoded, too.
 */
export const withoutTags = (html: string, instead: (tag: string, name: string) => string): string =>
  decodedText(
    html.replace(CDATA, '$1').replace(HIDDEN, '').replace(FIRST_TAG, instead).replace(TAG, instead),
  );

/** Decodes the character references in words. */
export const decodedText = (words: string): string => words.replace(ENTITY, decodeString);

const ALTERNATIVE = /\salt="([^"]*)"/i;

/** @returns the text for a tag; the tag itself if HTML does not know it */
export function tagText(tag: string, name: string): string {
  const element = name.toLowerCase();
  if (PHRASING.has(element)) return '';
  if (element === 'img') return `\n${ALTERNATIVE.exec(tag)?.[1] ?? ''}\n`;
  return BREAKING.has(element) ? '\n' : tag;
}

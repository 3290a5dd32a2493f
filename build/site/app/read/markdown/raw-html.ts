import { tagText, withoutTags } from '../../../../text/html.ts';
import { escapeHtml, safeTable } from './html-table.ts';

/**
 * Reads raw HTML in a document by the rule of its plain text (`build/text/html.ts`): words stay, comments are removed, and
 * unknown tags are words. Tables become tables. Of the other known tags only the elements below stay, without attributes. A
 * parser closes these at the end of their paragraph, so an unclosed one reaches no further.
 */
const ELEMENTS = new Set('abbr cite del dfn ins kbd mark q samp small sub sup var'.split(' '));

/** Stands for markup while the words around it are escaped. Documents contain no NUL (`build/text/source.ts`). */
const MARKUP = '\0';

/** @param html one inline tag or one whole HTML block, as written @returns HTML without attributes */
export function safeHtml(html: string): string {
  return safeTable(html.trim()) ?? wordsOf(html);
}

function wordsOf(html: string): string {
  const markup: string[] = [];
  const words = withoutTags(html, (tag, name) => {
    const text = tagText(tag, name);
    if (text === tag || text.trim() !== '') return text;
    const element = elementOf(tag, name.toLowerCase(), text);
    if (element === '') return '';
    markup.push(element);
    return MARKUP;
  });
  let next = 0;
  return escapeHtml(words).replaceAll(MARKUP, () => markup[next++] ?? '');
}

const elementOf = (tag: string, name: string, text: string): string => {
  if (text !== '') return '<br>';
  return ELEMENTS.has(name) ? `<${tag.startsWith('</') ? '/' : ''}${name}>` : '';
};

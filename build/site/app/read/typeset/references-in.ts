import { ownerOf, wordsOf, wrapWords } from './dom.ts';
import { type Home, referencesIn } from './references.ts';

/**
 * Links the citations in a block's words. A citation that spans several text nodes stays words.
 * @param hrefOf address of a citation
 */
export function linkReferences(block: Element, home: Home | null, hrefOf: (query: string) => string): void {
  const words = wordsOf(block);
  const isQuoted = /^\s*["“]/.test(words.text) || block.closest('blockquote') !== null;
  const references = referencesIn(words.text, isQuoted ? null : home);
  for (const { at, end, query } of references.reverse()) {
    const link = ownerOf(block).createElement('a');
    link.className = 'reference';
    link.setAttribute('href', hrefOf(query));
    if (wrapWords(words, at, end, link) && link.parentElement?.closest('a, code, pre')) {
      link.replaceWith(...link.childNodes);
    }
  }
}

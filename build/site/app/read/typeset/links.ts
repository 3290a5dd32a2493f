import { unwrap } from './dom.ts';

/**
 * Links of a document: to pages elsewhere, and to documents by their identifiers. What else stands there leads
 * nowhere on this site (paths between files of a corpus), and is words.
 *
 * @param hrefOf the address of the document with a canonical identifier, null where there is no such source
 */
export function settleLinks(block: ParentNode, hrefOf: (identifier: string) => string | null): void {
  for (const link of Array.from(block.querySelectorAll('a'))) {
    const written = link.getAttribute('href') ?? '';
    withoutCaret(link);
    if (/^https?:\/\//i.test(written)) {
      link.rel = 'noopener noreferrer external';
      nameIt(link, written);
      continue;
    }
    const href = written.startsWith('/') ? hrefOf(decoded(written)) : null;
    if (href === null) unwrap(link);
    else {
      link.setAttribute('href', href);
      nameIt(link, written);
    }
  }
}

/** `[^12](https://…)`: the caret of a footnote mark is markup. */
function withoutCaret(link: Element): void {
  const first = link.firstChild;
  if (first?.nodeType === 3 && /^\^\S/.test((first as Text).data)) (first as Text).deleteData(0, 1);
}

/** A picture without alternative text has its title, or its address, for words. */
function nameIt(link: Element, written: string): void {
  if ((link.textContent ?? '').trim() === '') link.append(link.getAttribute('title') || written);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

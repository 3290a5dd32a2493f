import { unwrap } from './dom.ts';

/**
 * Keeps links to other sites, and turns identifiers into links to documents. Other destinations lead nowhere on this site
 * (paths between files of a corpus): those links become words.
 * @param hrefOf address of the document with a canonical identifier; null where there is no such source
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

/** Removes the caret of `[^12](https://…)`, which marks a footnote. */
function withoutCaret(link: Element): void {
  const first = link.firstChild;
  if (first?.nodeType === 3 && /^\^\S/.test((first as Text).data)) (first as Text).deleteData(0, 1);
}

/** Gives an image without alternative text its title or address as words. */
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

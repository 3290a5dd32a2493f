import { outerLabel } from '../../../build/contract/document-levels.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import { headingOf, type ReadDocument } from '../../../build/site/app/read/document.ts';
import type { Sanitiser } from '../../../build/site/app/read/markdown/sanitise.ts';
import { setText } from '../../../build/site/app/read/set-text.ts';
import type { Setting } from '../../../build/site/app/read/typeset/typesetter.ts';
import { wordsProblem } from './words.ts';

/** Sets documents as their pages do, and says what is wrong with them. It runs in a browser as well as without one. */

const HERE = '/here#';

export function settingOf(document: ReadDocument): Setting {
  const isSection = sourceOf(document.source).granularity === 'section';
  const title = outerLabel(document);
  return {
    heading: headingOf(document),
    isSection,
    home: isSection && title !== null ? { source: document.source, title } : null,
    fragmentHref: id => HERE + id,
    documentHref: identifier => (identifier.startsWith('/us/') ? `/documents${identifier}` : null),
    searchHref: query => `/search?q=${query}`,
  };
}

/** @param root an empty element @param plain the document's plain text @returns for people; null where nothing is wrong */
export async function problemOf(
  root: HTMLElement,
  document: ReadDocument,
  plain: string,
  sanitise: Sanitiser,
): Promise<string | null> {
  const setting = settingOf(document);
  await setText(root, document.body, setting, {
    sanitise,
    pause: async () => {},
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return (
    wordsProblem(plain, textOf(root), setting.heading) ??
    footnoteProblem(root) ??
    (root.querySelector('.literal') ? 'a part is shown as it is written' : null)
  );
}

const BLOCKS = 'p, h2, h3, h4, h5, li, td, th, pre, div, summary';

/** The words of a page, each block on a line of its own. */
function textOf(root: HTMLElement): string {
  const walker = root.ownerDocument.createTreeWalker(root, 4);
  const parts: string[] = [];
  let block: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own: Element | null = node.parentElement?.closest(BLOCKS) ?? null;
    if (own !== block) parts.push('\n');
    block = own;
    parts.push(node.textContent ?? '');
  }
  return parts.join('');
}

/** Marks lead to a note where their label has one, and notes back to a mark. */
export function footnoteProblem(root: HTMLElement): string | null {
  const ids = Array.from(root.querySelectorAll('[id]'), ({ id }) => id);
  if (new Set(ids).size < ids.length) return 'an identifier is there twice';
  const known = new Set(ids.map(id => HERE + id));
  const dead = Array.from(root.querySelectorAll('a'), link => link.getAttribute('href') ?? '').find(
    href => href.startsWith(HERE) && !known.has(href),
  );
  if (dead) return `leads nowhere: ${dead}`;
  const labels = new Set(Array.from(root.querySelectorAll('.footnote-label'), label => label.textContent));
  const loose = Array.from(root.querySelectorAll('.mark')).find(
    mark => mark.querySelector('a') === null && labels.has(mark.textContent),
  );
  return loose ? `has a note and is no link: ${loose.textContent}` : null;
}

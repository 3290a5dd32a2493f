import { ownerOf } from './dom.ts';

const LABEL = /^[\s“"]*\(?[\w–-]{1,12}\)?[.\s]*$/;

/**
 * Makes paragraphs of numbered lists, as statutes set them. The Markdown nests such lists, with the number in bold at the front
 * of each item. Further blocks of an item are indented like its level.
 */
export function flattenLevels(fragment: DocumentFragment): void {
  for (const list of Array.from(fragment.children)) {
    if (isOfLevels(list)) list.replaceWith(...blocksOf(list, 1));
  }
}

const isOfLevels = (list: Element): boolean =>
  list.localName === 'ul' &&
  Array.from(list.children).every(
    item =>
      isNumber(firstIn(item)) && (isLoose(item) || item.querySelector('ul, table, blockquote') === null),
  );

/** Whether the list's items hold paragraphs. Items of one paragraph may hold bare words. */
const isLoose = (item: Element): boolean => item.firstElementChild?.localName === 'p';

const firstIn = (item: Element): Element => (isLoose(item) ? item.firstElementChild! : item);

function isNumber(words: Element): boolean {
  const [first] = Array.from(words.childNodes).filter(node => (node.textContent ?? '').trim() !== '');
  return first?.nodeName.toLowerCase() === 'strong' && LABEL.test(first.textContent ?? '');
}

function blocksOf(list: Element, depth: number): Element[] {
  return Array.from(list.children).flatMap(item => {
    const blocks = isLoose(item) ? Array.from(item.children) : [paragraphOf(item)];
    return blocks.flatMap((block, i) => {
      if (isOfLevels(block)) return blocksOf(block, depth + 1);
      if (i > 0) block.classList.add('numbered', `level-${Math.min(depth, 6)}`);
      return [block];
    });
  });
}

/** A paragraph of the bare words of an item. */
function paragraphOf(item: Element): Element {
  const paragraph = ownerOf(item).createElement('p');
  paragraph.append(...item.childNodes);
  return paragraph;
}

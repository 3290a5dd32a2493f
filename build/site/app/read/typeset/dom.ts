/** The words of an element and the text nodes that they stand in. */
export interface Words {
  text: string;
  /** In order; `start` is the place of a node's first character in the text. */
  nodes: { node: Text; start: number }[];
}

const SHOW_TEXT = 4;

export function wordsOf(element: Node): Words {
  const walker = ownerOf(element).createTreeWalker(element, SHOW_TEXT);
  const nodes: Words['nodes'] = [];
  const parts: string[] = [];
  let start = 0;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    nodes.push({ node, start });
    parts.push(node.data);
    start += node.length;
  }
  return { text: parts.join(''), nodes };
}

export const ownerOf = (node: Node): Document => node.ownerDocument ?? (node as Document);

/** The text node that a character stands in. */
export function nodeAt({ nodes }: Words, at: number): { node: Text; start: number } | null {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nodes[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  const found = nodes[low - 1];
  return found && at < found.start + found.node.length ? found : null;
}

/**
 * Puts an element around characters that stand in one text node. What comes before them in the text keeps its nodes, so that
 * several places are wrapped from the last to the first.
 *
 * @returns false where they stand in more than one, and nothing is changed
 */
export function wrapWords(words: Words, from: number, to: number, wrapper: Element): boolean {
  const found = nodeAt(words, from);
  if (!found || to > found.start + found.node.length || to <= from) return false;
  const { node, start } = found;
  const inner = from > start ? node.splitText(from - start) : node;
  if (inner.length > to - from) inner.splitText(to - from);
  inner.replaceWith(wrapper);
  wrapper.append(inner);
  return true;
}

/** Puts an element around characters, whatever they stand in. @returns false where that would cut another element in two */
export function wrapRange(words: Words, from: number, to: number, wrapper: Element): boolean {
  const first = nodeAt(words, from);
  const last = nodeAt(words, to - 1);
  if (!first || !last) return false;
  const range = ownerOf(first.node).createRange();
  range.setStart(first.node, from - first.start);
  range.setEnd(last.node, to - last.start);
  try {
    range.surroundContents(wrapper);
    return true;
  } catch {
    return false;
  }
}

/** The same content in another element. */
export function renamed<Name extends keyof HTMLElementTagNameMap>(
  element: Element,
  name: Name,
): HTMLElementTagNameMap[Name] {
  const other = ownerOf(element).createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** The content stays, the element goes. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

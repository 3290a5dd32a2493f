export interface Words {
  text: string;
  /** Nodes in order; `start` is the offset in the text of a node's first character. */
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

/** The text node that holds a character. */
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
 * Wraps characters of one text node in an element. The nodes before them stay valid, so several ranges are wrapped from last to
 * first.
 * @returns false, without a change, where the characters lie in more than one node
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

/** Wraps characters in an element, across text nodes. @returns false where that would cut another element in two */
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

/** Moves the content into an element with another name. */
export function renamed<Name extends keyof HTMLElementTagNameMap>(
  element: Element,
  name: Name,
): HTMLElementTagNameMap[Name] {
  const other = ownerOf(element).createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

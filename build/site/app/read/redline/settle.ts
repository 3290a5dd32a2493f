import { MARK } from './marked.ts';

/** Turns the marks of a text on the page into elements: `ins`, `del`, and lines about moved paragraphs. */

const SIGNS = new RegExp(`[${Object.values(MARK).join('')}]`);
const BLOCK = 'p, h1, h2, h3, h4, h5, h6, li, td, th, pre';

/** Which text the words at the marks' place belong to. It goes on from one piece of a document to the next. */
export interface Settling {
  within: 'ins' | 'del' | null;
  /** In words, by number: `moved here from (c)`. */
  moved: readonly string[];
}

/** Settles all marks below an element. Called after each piece. */
export function settleMarks(root: HTMLElement, settling: Settling): void {
  const { ownerDocument: page } = root;
  const walker = page.createTreeWalker(root, 4 /* text */);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  for (const node of nodes) {
    if (settling.within === null && !SIGNS.test(node.data)) continue;
    if (node.parentElement?.closest('ins, del')) continue;
    settleNode(node, settling, page);
  }
}

function settleNode(node: Text, settling: Settling, page: Document): void {
  const block = node.parentElement?.closest<HTMLElement>(BLOCK) ?? node.parentElement;
  const parts = node.data.split(new RegExp(`(${SIGNS.source})`));
  const made: Node[] = [];
  const later: (() => void)[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string;
    if (part === MARK.insertion) settling.within = 'ins';
    else if (part === MARK.deletion) settling.within = 'del';
    else if (part === MARK.end) settling.within = null;
    else if (part === MARK.inserted) later.push(() => wrapAll(block, 'ins', page));
    else if (part === MARK.deleted) later.push(() => wrapAll(block, 'del', page));
    else if (part === MARK.label || part === MARK.moved) {
      const text = parts[i + 1] as string;
      i += 2;
      later.push(() =>
        part === MARK.label ? relabel(block, text, page) : tellMoved(block, settling, text, page),
      );
    } else if (part !== '')
      made.push(settling.within === null ? page.createTextNode(part) : wrapped(part, settling.within, page));
  }
  node.replaceWith(...made);
  for (const step of later) step();
}

function wrapped(text: string, name: 'ins' | 'del', page: Document): Element {
  const element = page.createElement(name);
  element.textContent = text;
  return element;
}

/** Wraps all words of a block, once. */
function wrapAll(block: HTMLElement | null, name: 'ins' | 'del', page: Document): void {
  if (!block || block.classList.contains(`all-${name}`)) return;
  const element = page.createElement(name);
  element.append(...block.childNodes);
  block.append(element);
  block.classList.add(`all-${name}`);
}

/** Puts the former label in front of the new one. */
function relabel(block: HTMLElement | null, former: string, page: Document): void {
  const label = block?.querySelector('a.label');
  if (label) {
    const element = page.createElement('ins');
    element.append(...label.childNodes);
    label.append(element);
  }
  if (block && former !== '') block.prepend(wrapped(former, 'del', page), ' ');
}

function tellMoved(block: HTMLElement | null, { moved }: Settling, number: string, page: Document): void {
  const line = page.createElement('p');
  line.className = 'moved';
  line.textContent = moved[Number(number)] ?? '';
  if (block?.matches('li')) block.prepend(line);
  else (block?.closest('table') ?? block)?.before(line);
}

/** Folds what did not change, and finds what did. */

const CHANGE = 'ins, del, .moved';
/** Shorter stretches stay: a fold would take as much room. */
const SHORTEST = 3;

const isChanged = (block: Element): boolean => block.matches(CHANGE) || block.querySelector(CHANGE) !== null;

/** Folds long stretches without changes, but for the paragraph on each side of a change. Opens the notes that have changes. */
export function foldUnchanged(root: Element): void {
  for (const notes of root.querySelectorAll<HTMLDetailsElement>('details.notes'))
    notes.open = isChanged(notes);
  const containers = [root, ...root.querySelectorAll('.run, details.notes > div')];
  for (const container of containers) {
    const blocks = Array.from(container.children).filter(block => !block.matches('.run'));
    let stretch: Element[] = [];
    const flush = (isLast: boolean): void => {
      const isFirst = stretch[0] === blocks[0];
      const inner = stretch.slice(isFirst ? 0 : 1, isLast ? undefined : -1);
      if (inner.length >= SHORTEST) fold(inner);
      stretch = [];
    };
    for (const block of blocks) {
      if (!isChanged(block) && !block.matches('details')) stretch.push(block);
      else flush(false);
    }
    flush(true);
  }
}

function fold(blocks: readonly Element[]): void {
  const [first] = blocks;
  if (!first) return;
  const page = first.ownerDocument;
  const details = page.createElement('details');
  details.className = 'unchanged';
  const summary = page.createElement('summary');
  summary.textContent = `${blocks.length} unchanged paragraphs`;
  first.before(details);
  details.append(summary, ...blocks);
}

/** The changes in order: what is deleted and inserted side by side, or a stretch of paragraphs that one text has, is one. */
export function changesIn(root: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  let last: Element | null = null;
  for (const element of root.querySelectorAll<HTMLElement>('ins, del')) {
    if (!(last && isBeside(last, element))) found.push(element);
    last = element;
  }
  return found;
}

function isBeside(before: Element, element: Element): boolean {
  if (before.nextSibling === element) return true;
  const [one, other] = [before.parentElement, element.parentElement];
  const isWhole = (block: Element | null): boolean => block?.matches('.all-ins, .all-del') ?? false;
  return isWhole(one) && isWhole(other) && one?.nextElementSibling === other;
}

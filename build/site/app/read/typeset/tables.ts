import { ownerOf, renamed } from './dom.ts';

/** Puts a table into a box that scrolls within the page, and marks its headings. @param name for screen readers */
export function boxTable(table: Element, name: string): HTMLElement {
  const head = table.querySelector('thead');
  const headings = Array.from(table.querySelectorAll('th'));
  if (headings.every(isEmpty)) head?.remove();
  for (const heading of headings) {
    if (isEmpty(heading)) emptied(heading);
    else heading.setAttribute('scope', heading.closest('thead') ? 'col' : 'row');
  }
  const box = ownerOf(table).createElement('div');
  box.className = 'table-box';
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', name);
  box.tabIndex = 0;
  table.replaceWith(box);
  box.append(table);
  return box;
}

/** Turns a heading without words into a cell with the same spans. */
function emptied(heading: Element): void {
  const cell = renamed(heading, 'td');
  for (const { name, value } of Array.from(heading.attributes)) cell.setAttribute(name, value);
}

const isEmpty = (cell: Element): boolean => (cell.textContent ?? '').trim() === '';

import { ownerOf, renamed } from './dom.ts';

/** Puts a table into a box that scrolls within the page, and says which cells are headings. @param name for those who hear it */
export function boxTable(table: Element, name: string): HTMLElement {
  const head = table.querySelector('thead');
  const headings = Array.from(table.querySelectorAll('th'));
  if (headings.every(isEmpty)) head?.remove();
  for (const heading of headings) {
    if (isEmpty(heading)) renamed(heading, 'td');
    else heading.setAttribute('scope', 'col');
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

const isEmpty = (cell: Element): boolean => (cell.textContent ?? '').trim() === '';

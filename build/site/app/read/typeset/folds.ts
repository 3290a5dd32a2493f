import { ownerOf, renamed } from './dom.ts';

/** Notes that follow the law's own text, folded under their headings. */

/** @returns where the notes under a heading go */
export function fold(
  container: Element,
  heading: Element,
  id: string,
): { details: HTMLDetailsElement; body: HTMLElement } {
  const owner = ownerOf(container);
  const details = owner.createElement('details');
  details.className = 'notes';
  details.id = id;
  const summary = owner.createElement('summary');
  const body = owner.createElement('div');
  details.append(summary, body);
  container.append(details);
  summary.append(heading);
  renamed(heading, 'h2');
  return { details, body };
}

/** `**Source Credit**: (Pub. L. …)`: takes the words away that become the heading. @returns whether it is one */
export function takeCreditHeading(paragraph: Element): boolean {
  const first = paragraph.firstElementChild;
  if (first?.localName !== 'strong' || first.previousSibling !== null) return false;
  if (!/^source credits?$/i.test((first.textContent ?? '').trim())) return false;
  const rest = first.nextSibling;
  first.remove();
  if (rest?.nodeType === 3) (rest as Text).data = (rest as Text).data.replace(/^\s*:?\s*/, '');
  return true;
}

/** `[37 FR 23603, Nov. 4, 1972]`: where a section of regulations comes from, at its end. */
export const isCredit = (text: string): boolean => /^\[\d{1,3} FR \d+.*\]$/s.test(text.trim());

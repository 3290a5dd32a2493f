import { ownerOf, renamed } from './dom.ts';

/** Folds the notes after the law's text under their headings. */

/** @returns the fold, and its body for the notes */
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

/** Removes the words of `**Source Credit**: (Pub. L. …)` that become the heading. @returns whether the paragraph has them */
export function takeCreditHeading(paragraph: Element): boolean {
  const first = paragraph.firstElementChild;
  if (first?.localName !== 'strong' || first.previousSibling !== null) return false;
  if (!/^source credits?$/i.test((first.textContent ?? '').trim())) return false;
  const rest = first.nextSibling;
  first.remove();
  if (rest?.nodeType === 3) (rest as Text).data = (rest as Text).data.replace(/^\s*:?\s*/, '');
  return true;
}

/** `[37 FR 23603, Nov. 4, 1972]`: the source of a section of regulations, at its end. */
export const isCredit = (text: string): boolean => /^\[\d{1,3} FR \d+.*\]$/s.test(text.trim());

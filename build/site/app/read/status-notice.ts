import { label } from '../format.ts';
import { fieldOf, isReserved, type ReadDocument } from './document.ts';

/** A notice above a text that is not the law, or no longer. */
export interface StatusNotice {
  label: string;
  text: string;
}

const TEXTS: Readonly<Record<string, string>> = {
  repealed:
    'This section is not in force any more. What is left of it here says by which law it was repealed.',
  omitted:
    'This section has been left out of the code; it may have been carried out, or belong to another law.',
  transferred: 'The text of this section stands elsewhere in the code now; the notes say where.',
  renumbered: 'This section has another number now; the notes say which.',
  reserved: 'This number is kept for later use; there is no text under it.',
};

/** @returns null for documents in force, and for kinds that do not come into force */
export function statusNoticeOf(document: ReadDocument): StatusNotice | null {
  const written = fieldOf(document, 'status') ?? 'in_force';
  const status = written === 'in_force' && isReserved(document) ? 'reserved' : written;
  return status === 'in_force' ? null : { label: label(status), text: TEXTS[status] ?? '' };
}

import { fieldOf, isReserved, type ReadDocument } from './document.ts';

/** A notice above a text that is not the law, or no longer. */
export interface StatusNotice {
  label: string;
  text: string;
}

const NOTICES: Readonly<Record<string, StatusNotice>> = {
  repealed: {
    label: 'Repealed',
    text: 'This section is not in force any more. What is left of it here says by which law it was repealed.',
  },
  omitted: {
    label: 'Omitted',
    text: 'This section has been left out of the code; it may have been carried out, or belong to another law.',
  },
  transferred: {
    label: 'Transferred',
    text: 'The text of this section stands elsewhere in the code now; the notes say where.',
  },
  renumbered: {
    label: 'Renumbered',
    text: 'This section has another number now; the notes say which.',
  },
  reserved: {
    label: 'Reserved',
    text: 'This number is kept for later use; there is no text under it.',
  },
};

/** @returns null for documents in force, and for kinds that do not come into force */
export function statusNoticeOf(document: ReadDocument): StatusNotice | null {
  const status = fieldOf(document, 'status') ?? 'in_force';
  if (status === 'in_force') return isReserved(document) ? NOTICES.reserved! : null;
  const words = status.replaceAll('_', ' ');
  return NOTICES[status] ?? { label: words.charAt(0).toUpperCase() + words.slice(1), text: '' };
}

import type { CorpusEntry } from './entry.ts';
import { fromPath, isText, SECTIONS } from './shared.ts';

const PART_FOLDER = /\/part-0*([^/]+)\//;

export const ecfr: CorpusEntry = {
  mappings: {
    ...SECTIONS,
    // Of several sections the sign is written twice, and blanks come between.
    display_title: { ...SECTIONS.display_title, amend: title => title.replace(/§\s+(?=§)/g, '§') },
    part_number: { otherwise: fromPath(PART_FOLDER) },
    // A chapter of the Code of Federal Regulations is an agency's.
    agency: { otherwise: ({ chapter_name }) => (isText(chapter_name) ? chapter_name : undefined) },
  },
};

import type { CorpusEntry } from './entry.ts';
import { fromPath, isText, SECTIONS } from './shared.ts';

const PART_FOLDER = /\/part-0*([^/]+)\//;

export const ecfr: CorpusEntry = {
  mappings: {
    ...SECTIONS,
    // Headings of several sections have the sign twice, with blanks between.
    display_title: { ...SECTIONS.display_title, amend: title => title.replace(/§\s+(?=§)/g, '§') },
    part_number: { otherwise: fromPath(PART_FOLDER) },
    // Each chapter of the Code of Federal Regulations belongs to an agency.
    agency: { otherwise: ({ chapter_name }) => (isText(chapter_name) ? chapter_name : undefined) },
  },
};

import { ECFR_TITLES } from './ecfr-titles.ts';
import { ALL_PAGES, type PathWord, type SourceEntry } from './entry.ts';
import {
  COMMON,
  equals,
  HAS_CHAPTER,
  keyword,
  LISTING_OF_SECTIONS,
  level,
  OF_SECTIONS,
  OF_UNITS,
  REQUIRED_OF_SECTIONS,
  SECTION_SORTS,
  titleLevel,
  WITHIN,
} from './shared.ts';

/** Appendices and similar documents, by the first word of the heading. */
const APPENDICES: readonly PathWord[] = [
  ['appendix', 'app'],
  ...['table', 'figure', 'supplement', 'exhibit', 'attachment', 'schedule'].map(
    (word): PathWord => [word, word],
  ),
];

const APPENDICES_OF: readonly (readonly PathWord[])[] = [
  [['section', 's']],
  [
    ['part', 'p'],
    ['subpart', 'sp'],
  ],
  [['part', 'p']],
  [
    ['chapter', 'ch'],
    ['subchapter', 'sch'],
  ],
  [['chapter', 'ch']],
];

export const ecfr: SourceEntry<'ecfr'> = {
  id: 'ecfr',
  name: 'Electronic Code of Federal Regulations',
  shortName: 'eCFR',
  description: 'Continuously updated federal regulations',
  namespace: '/us/cfr/',
  levels: [
    titleLevel(ECFR_TITLES),
    level('chapter'),
    level('subchapter', { shown: 'fact' }),
    level('part'),
    level('section', { prefix: 's' }),
  ],
  unitPaths: APPENDICES_OF.map(above => ({ above, kinds: APPENDICES })),
  granularity: 'section',
  citation: {
    by: 'section',
    abbreviation: 'CFR',
    name: String.raw`c\.? ?f\.? ?r\.?|code of federal regulations|code (?:of )?fed\. ?regs?\.?`,
    // `165.T11-157`, `100.35T09-0208`: temporary sections of the Coast Guard.
    section: String.raw`\d+[a-z]*(?:[.-](?:\d*t\d+|\d+[a-z]*))*`,
    titles: [
      { title: '26', name: String.raw`(?<!prop\. |proposed )treas(?:ury|\.)? ?reg(?:ulation|\.)?s?\.?` },
    ],
    hasAppendixes: false,
    keys: { section: 'cfr', part: 'part' },
  },
  metadata: {
    ...COMMON,
    ...OF_SECTIONS,
    subchapter_number: 'string',
    subchapter_name: 'string',
    part_number: 'string',
    part_name: 'string',
    agency: 'string',
    authority: 'string',
    regulatory_source: 'string',
    cfr_part: 'string',
    cfr_subpart: 'string',
    ...OF_UNITS,
    subpart_number: 'string',
    subpart_name: 'string',
    subject_group: 'string',
    source_credit: 'string',
    currency: 'date',
  },
  required: REQUIRED_OF_SECTIONS,
  listing: [...LISTING_OF_SECTIONS, 'part_number', 'part_name', 'agency', 'legal_status', 'status'],
  monthListing: [],
  filters: [
    equals('title_number', 'integer'),
    equals('chapter_number'),
    equals('part_number'),
    keyword('agency'),
    equals('status'),
    equals('legal_status'),
    HAS_CHAPTER,
    WITHIN,
  ],
  sorts: SECTION_SORTS,
  defaultSort: 'identifier',
  precomputed: {
    unfilteredPages: ALL_PAGES,
    pagesOf: {
      title_number: ALL_PAGES,
      chapter_number: ALL_PAGES,
      part_number: ALL_PAGES,
      agency: ALL_PAGES,
      status: ALL_PAGES,
      legal_status: ALL_PAGES,
      within: 1,
    },
    cursorsOf: ['title_number'],
    levels: ['part'],
  },
};

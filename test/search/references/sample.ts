import type { SearchDocument } from '../../../build/search/documents/search-document.ts';

const KEYS = {
  usc: ['id:/us/usc/t17/s106', 'usc:17:106'],
  ecfr: ['id:/us/cfr/t36/s70.2', 'cfr:36:70.2', 'part:36:70'],
  fr: ['id:/us/fr/2018-00001', 'fr:2018-00001', 'frp:83:100'],
};

/** A document as the search index has it, with a text. */
export const documentWith = (
  source: keyof typeof KEYS,
  body: string,
  citations: string[] = KEYS[source],
): SearchDocument => ({
  id: 'sample',
  source,
  identifier: String(citations[0]).slice('id:'.length),
  heading: 'Sample',
  title_number: source === 'fr' ? null : 1,
  title_name: null,
  status: 'in_force',
  url: '/sample',
  document_type: null,
  publication_date: null,
  hierarchy: [],
  cited_by_count: 0,
  agencies: [],
  filtered: {
    source,
    title_number: source === 'fr' ? null : 1,
    document_type: null,
    status: 'in_force',
  },
  granularity: 'section',
  levels: [],
  citations,
  about: [],
  sortKeys: { identifier: 'sample', document_number: null },
  body,
});

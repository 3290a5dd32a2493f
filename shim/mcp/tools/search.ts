import { searchUrl } from '../../../build/contract/paths.ts';
import { FACETS, SEARCH_SORTS, type SearchHit } from '../../../build/contract/search.ts';
import { DOCUMENT_TYPES } from '../../../build/contract/sources.ts';
import { inputSchema } from '../arguments.ts';
import { HITS } from '../bounds.ts';
import { shownHit } from '../documents/citations.ts';
import { integer, listOf, next, object, outputSchema, SHOWN, text } from '../output.ts';
import type { Tool } from '../tool.ts';
import { ascendingAndDescending, limitArgument, numberOf, offsetArgument, sourceArgument } from './shared.ts';

interface SearchBody {
  data: { hits: SearchHit[]; query: string; estimated_total_hits: number };
  facets: Record<string, Record<string, number>>;
}

/** Full text, as `/api/search` (build/contract/README.md, Search). */
export const search: Tool = {
  name: 'search',
  title: 'Search',
  description:
    'Full-text search over U.S. federal law. The answer has for each hit its identifier (which read_document takes), heading, citation, and the passage that matched. Use this to find law by topic; where the citation is known already, resolve_citation and read_document are exact.',
  input: inputSchema(
    {
      q: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description:
          'What to search for: words, a "quoted phrase" that has to occur, -excluded words, or a citation. A few telling words find more than a sentence.',
      },
      source: sourceArgument('Only this source.'),
      title_number: { type: 'integer', minimum: 0, description: 'Only this title of a code, as 17.' },
      document_type: { type: 'string', enum: DOCUMENT_TYPES, description: 'Only documents of this type.' },
      agency: { type: 'string', description: 'Only documents of this agency, by its full name.' },
      status: { type: 'string', description: 'Only documents of this status, as in_force or repealed.' },
      date_from: {
        type: 'string',
        format: 'date',
        description: 'Only what was published on this day or later, YYYY-MM-DD; finds no codes.',
      },
      date_to: {
        type: 'string',
        format: 'date',
        description: 'Only what was published on this day or earlier, YYYY-MM-DD; finds no codes.',
      },
      sort: {
        type: 'string',
        enum: ['relevance', ...ascendingAndDescending(SEARCH_SORTS)],
        default: 'relevance',
        description: 'The order; - for descending.',
      },
      limit: limitArgument(HITS, 'How many hits.'),
      offset: offsetArgument('How many hits to skip: next_offset of the answer before.'),
      facets: {
        type: 'array',
        items: { type: 'string', enum: FACETS },
        description: 'Counts all hits by these, for narrowing a search down. None if not given.',
      },
    },
    ['q'],
  ),
  output: outputSchema(
    {
      query: text,
      total: integer,
      hits: listOf(outputSchema({ ...SHOWN, passage: text }, { publication_date: text }), 'The best first.'),
      next_offset: next,
    },
    { facets: object },
  ),
  async run(values, api) {
    const { data, facets } = await api.get<SearchBody>(searchUrl, {
      ...values,
      facets: values.facets ?? [],
      highlight: true,
    });
    const { hits, query, estimated_total_hits: total } = data;
    const next = numberOf(values, 'offset') + hits.length;
    return {
      structured: {
        query,
        total,
        hits: hits.map(hit => ({ ...shownHit(hit), passage: plainPassage(hit.highlights?.body ?? '') })),
        next_offset: hits.length > 0 && next < total ? next : null,
        ...(values.facets !== undefined && { facets: firstValues(facets) }),
      },
    };
  },
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Highlights are HTML: escaped, with what matched in `<mark>`. */
const plainPassage = (html: string): string =>
  html.replace(/<\/?mark>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] ?? entity);

/** A facet may have thousands of values. */
const FACET_VALUES = 20;

const firstValues = (facets: SearchBody['facets']): SearchBody['facets'] =>
  Object.fromEntries(
    Object.entries(facets).map(([name, counts]) => [
      name,
      Object.fromEntries(
        Object.entries(counts)
          .sort(([, a], [, b]) => b - a)
          .slice(0, FACET_VALUES),
      ),
    ]),
  );

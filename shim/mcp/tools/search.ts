import type { DidYouMean } from '../../../build/contract/envelope.ts';
import { searchUrl } from '../../../build/contract/paths.ts';
import {
  CITATION_KINDS,
  FACETS,
  SEARCH_SORTS,
  type SearchCitation,
  type SearchHit,
} from '../../../build/contract/search.ts';
import { SEARCH_FILTER_NAMES, type SearchFilterName } from '../../../build/contract/search-filter-names.ts';
import { SEARCH_FILTERS } from '../../../build/contract/search-filters.ts';
import { type ArgumentSchema, inputSchema } from '../arguments.ts';
import { HITS } from '../bounds.ts';
import { shownHit } from '../documents/citations.ts';
import {
  DID_YOU_MEAN,
  integer,
  listOf,
  next,
  object,
  outputSchema,
  SHOWN,
  text,
  textOrNull,
} from '../schemas.ts';
import type { Tool } from '../tool.ts';
import { ascendingAndDescending, limitArgument, numberOf, offsetArgument, sourceArgument } from './inputs.ts';

interface SearchBody {
  data: { hits: SearchHit[]; query: string; estimated_total_hits: number };
  facets: Record<string, Record<string, number>>;
  meta: { citation?: SearchCitation; did_you_mean?: DidYouMean };
}

const citation = outputSchema({
  text,
  kind: { type: 'string', enum: CITATION_KINDS },
  identifier: textOrNull,
  exists: { type: 'boolean' },
  display_title: textOrNull,
});

function filterArgument(name: SearchFilterName): ArgumentSchema {
  const { type, values, description } = SEARCH_FILTERS[name];
  if (name === 'source') return sourceArgument(description);
  if (type === 'integer') return { type, minimum: 0, description };
  return {
    type: 'string',
    ...(type === 'date' && { format: 'date' }),
    ...(values && { enum: values }),
    description,
  };
}

/** Full-text search, as in `/api/search` (build/contract/README.md, Search). */
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
      ...Object.fromEntries(SEARCH_FILTER_NAMES.map(name => [name, filterArgument(name)])),
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
    {
      facets: object,
      citation: {
        ...citation,
        description:
          'Where q is one citation: what it cites. If exists is false it is not held here, and the hits only refer to it.',
      },
      did_you_mean: DID_YOU_MEAN,
    },
  ),
  async run(values, api) {
    const { data, facets, meta } = await api.get<SearchBody>(searchUrl, {
      ...values,
      // An empty list: without the parameter the API counts default facets.
      facets: String(values.facets ?? '') || ',',
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
        ...(meta.citation && { citation: meta.citation }),
        ...(meta.did_you_mean && { did_you_mean: meta.did_you_mean }),
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

/** Turns highlights into plain text; they are escaped HTML with `<mark>`. */
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

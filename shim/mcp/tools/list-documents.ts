import type { DidYouMean, Document } from '../../../build/contract/envelope.ts';
import { documentsUrl } from '../../../build/contract/paths.ts';
import { SOURCES, type Source, sourceOf } from '../../../build/contract/sources.ts';
import { ToolError } from '../api.ts';
import { type ArgumentSchema, inputSchema, type Values } from '../arguments.ts';
import { clipped, ITEMS } from '../bounds.ts';
import { shownOf } from '../documents/shown-fields.ts';
import { DID_YOU_MEAN, integer, listOf, outputSchema, shownDocument, text, textOrNull } from '../schemas.ts';
import type { Tool } from '../tool.ts';
import { ascendingAndDescending, limitArgument, sourceArgument, sourceIdOf, textOf } from './inputs.ts';

type Filter = Source['filters'][number];

const MATCHES: Readonly<Record<Filter['match'], string>> = {
  equals: 'Only with this',
  from: 'Only from this day on by',
  to: 'Only up to this day by',
  keyword: 'Only with this, whatever its case, by',
  present: 'Only with, or where it is false only without,',
  within: 'Only in the level with this identifier (a title, chapter, part …), which is one of their',
};

/** Returns the filters of all sources; each names its sources. */
function filterArguments(): Record<string, ArgumentSchema> {
  const all = SOURCES.flatMap(({ filters }) => filters);
  return Object.fromEntries(
    all.map(filter => {
      const { param, field, match, type, values } = filter;
      const having = SOURCES.filter(({ filters }) => filters.some(other => other.param === param));
      const description = `${MATCHES[match]} ${field}. Of ${having.map(({ id }) => id).join(', ')}.`;
      const schema: ArgumentSchema =
        type === 'date' ? { type: 'string', format: 'date', description } : { type, description };
      return [param, values ? { ...schema, enum: values } : schema];
    }),
  );
}

const FILTERS = filterArguments();

const SORTS = [...new Set(SOURCES.flatMap(({ sorts }) => sorts))];

interface ListBody {
  data: Pick<Document, 'source' | 'identifier' | 'metadata'>[];
  meta: { did_you_mean?: DidYouMean };
  pagination: { total: number | null; next: string | null };
}

/** Lists with filters, as in `/api/<source>/documents` (build/contract/README.md, Lists). */
export const listDocuments: Tool = {
  name: 'list_documents',
  title: 'List documents',
  description:
    'Lists all documents of a source that have certain properties, in an exact order, page by page: what an agency published in a month, the sections of a chapter, what refers to a part of the CFR. For words in the text use search.',
  input: inputSchema(
    {
      source: sourceArgument('The source.'),
      ...FILTERS,
      sort: {
        type: 'string',
        enum: ascendingAndDescending(SORTS),
        description: `The order; - for descending. ${SOURCES.map(({ id, sorts, defaultSort }) => `${id}: ${sorts.join(', ')}; if not given ${defaultSort}`).join('. ')}.`,
      },
      limit: limitArgument(ITEMS, 'How many documents.'),
      cursor: {
        type: 'string',
        maxLength: 1000,
        description: 'next_cursor of the answer before, to go on; with the same filters and the same order.',
      },
    },
    ['source'],
  ),
  output: outputSchema(
    { source: text, documents: listOf(shownDocument), next_cursor: textOrNull },
    { total: integer, did_you_mean: DID_YOU_MEAN },
  ),
  async run(values, api) {
    const source = sourceOf(sourceIdOf(values) ?? 'usc');
    const filters = filtersOf(source, values);
    const query = { ...filters, sort: values.sort };
    const cursor = textOf(values, 'cursor') ?? '';
    const url = documentsUrl(source);
    // Pages by cursor have no total, so it is counted apart.
    const [{ data, meta, pagination }, counted] = await Promise.all([
      api.get<ListBody>(url, { ...query, limit: values.limit, cursor }),
      cursor === '' ? api.get<ListBody>(url, { ...query, limit: 1 }) : null,
    ]);
    return {
      structured: {
        source: source.id,
        ...(counted && { total: counted.pagination.total }),
        documents: data.map(document => ({ ...shownOf(document), ...detailsOf(document) })),
        next_cursor: cursorIn(pagination.next),
        ...(meta.did_you_mean && { did_you_mean: meta.did_you_mean }),
      },
    };
  },
};

/** Unlike the API, refuses filters that the source lacks. @throws ToolError */
function filtersOf(source: Source, values: Values): Values {
  const given = Object.keys(FILTERS).filter(param => values[param] !== undefined);
  const own = source.filters.map(({ param }) => param);
  const foreign = given.find(param => !own.includes(param));
  if (foreign !== undefined)
    throw new ToolError(`The source ${source.id} has no filter ${foreign}. It has ${own.join(', ')}.`);
  return Object.fromEntries(given.map(param => [param, values[param]]));
}

/** Returns the listing's fields that `Shown` lacks, without nulls. */
function detailsOf({ metadata }: Pick<Document, 'metadata'>): Record<string, unknown> {
  const { display_title, status, publication_date, ...others } = metadata;
  return Object.fromEntries(
    Object.entries(others)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, clipped(value)]),
  );
}

const cursorIn = (next: string | null): string | null =>
  next === null ? null : new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor');

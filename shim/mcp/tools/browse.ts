import {
  monthUrl,
  sourcesUrl,
  titlesUrl,
  titleUrl,
  yearsUrl,
  yearUrl,
} from '../../../build/contract/paths.ts';
import { SOURCES, type Source, sourceOf } from '../../../build/contract/sources.ts';
import { type Api, ToolError } from '../api.ts';
import { inputSchema, type Values } from '../arguments.ts';
import { clipped, PLACES, pageOf } from '../bounds.ts';
import { listOf, object, outputSchema, PAGE, text } from '../output.ts';
import type { Tool } from '../tool.ts';
import { limitArgument, numberOf, offsetArgument, sourceArgument, sourceIdOf } from './shared.ts';

type Level = 'title_number' | 'year' | 'month';

const idsOf = (isMeant: (source: Source) => boolean): string =>
  SOURCES.filter(isMeant)
    .map(({ id }) => id)
    .join(', ');

/** Down the hierarchy, as the API has it (build/contract/README.md, Hierarchy). */
export const browse: Tool = {
  name: 'browse',
  title: 'Browse',
  description:
    'Shows what there is: without parameters the sources; of a source its titles or years; of a title its chapters; of a year its months; of a month its documents. The documents of a title or chapter are told by list_documents with title_number and chapter_number, those that stand in no chapter (documents_without_chapter) with has_chapter false.',
  input: inputSchema({
    source: sourceArgument('The source.'),
    title_number: {
      type: 'integer',
      minimum: 1,
      description: `A title, whose chapters are shown. Of ${idsOf(({ hasTitles }) => hasTitles)}.`,
    },
    year: {
      type: 'integer',
      minimum: 1,
      maximum: 9999,
      description: `A year, whose months are shown. Of ${idsOf(({ hasTitles }) => !hasTitles)}.`,
    },
    month: {
      type: 'integer',
      minimum: 1,
      maximum: 12,
      description: 'A month of the year, whose documents are shown.',
    },
    limit: limitArgument(PLACES, 'How many titles, chapters, years or documents.'),
    offset: offsetArgument('How many of them to skip: next_offset of the answer before.'),
  }),
  output: outputSchema(
    {},
    {
      source: text,
      sources: listOf(object),
      titles: listOf(object),
      chapters: listOf(object),
      years: listOf(object),
      months: listOf(object),
      documents: listOf(object),
      ...PAGE,
    },
  ),
  async run(values, api) {
    const id = sourceIdOf(values);
    const levels = (['title_number', 'year', 'month'] as const).filter(level => values[level] !== undefined);
    if (id === undefined) {
      if (levels.length > 0) throw new ToolError(`The parameter source is missing: ${levels[0]} is of one.`);
      return { structured: await sources(api) };
    }
    const source = sourceOf(id);
    checkLevels(source, levels);
    return {
      structured: source.hasTitles ? await titles(api, source, values) : await years(api, source, values),
    };
  },
};

/** @throws ToolError */
function checkLevels({ id, hasTitles }: Source, levels: readonly Level[]): void {
  const foreign = levels.find(level => (level === 'title_number') !== hasTitles);
  if (foreign !== undefined)
    throw new ToolError(
      `The source ${id} has no ${foreign}: it is browsed by ${hasTitles ? 'title_number' : 'year and month'}.`,
    );
  if (levels.includes('month') && !levels.includes('year'))
    throw new ToolError('The parameter year is missing: a month is of a year.');
}

type Shown = Record<string, unknown>;

async function sources(api: Api): Promise<Shown> {
  const { data } = await api.get<{ data: Record<string, unknown>[] }>(sourcesUrl);
  const shown = ['id', 'name', 'description', 'document_count', 'has_titles', 'filterable_fields'];
  return {
    sources: data.map(source => Object.fromEntries(shown.map(field => [field, source[field]]))),
  };
}

const sliceOf = (values: Values) => ({
  offset: numberOf(values, 'offset'),
  limit: numberOf(values, 'limit'),
});

async function titles(api: Api, source: Source, values: Values): Promise<Shown> {
  if (values.title_number === undefined) {
    const { data } = await api.get<{ data: Shown[] }>(titlesUrl(source));
    const { items, ...page } = pageOf(data, sliceOf(values));
    return { source: source.id, titles: items.map(({ url, ...title }) => title), ...page };
  }
  const url = titleUrl(source, numberOf(values, 'title_number'));
  const { data } = await api.get<{ data: Shown & { chapters: Shown[] } }>(url);
  const { chapters, ...title } = data;
  const { items, ...page } = pageOf(chapters, sliceOf(values));
  const inChapters = chapters.reduce((sum, { document_count }) => sum + Number(document_count), 0);
  return {
    source: source.id,
    ...title,
    documents_without_chapter: Number(title.document_count) - inChapters,
    chapters: items,
    ...page,
  };
}

async function years(api: Api, source: Source, values: Values): Promise<Shown> {
  const slice = sliceOf(values);
  if (values.year === undefined) {
    const { data } = await api.get<{ data: Shown[] }>(yearsUrl(source));
    const { items, ...page } = pageOf(data, slice);
    return { source: source.id, years: items.map(({ url, ...year }) => year), ...page };
  }
  const year = numberOf(values, 'year');
  if (values.month === undefined) {
    const { data } = await api.get<{ data: Shown & { months: Shown[] } }>(yearUrl(source, year));
    const { months, ...of } = data;
    return { source: source.id, ...of, months: months.map(({ url, ...month }) => month) };
  }
  const { data, pagination } = await api.get<{
    data: Shown & { documents: Shown[] };
    pagination: { total: number };
  }>(monthUrl(source, year, numberOf(values, 'month')), slice);
  const { total } = pagination;
  const next = slice.offset + data.documents.length;
  return {
    source: source.id,
    year,
    month: values.month,
    documents: data.documents.map(({ id, ...document }) => clipped(document)),
    total,
    offset: slice.offset,
    next_offset: data.documents.length > 0 && next < total ? next : null,
  };
}

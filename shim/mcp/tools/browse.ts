import {
  apiLevels,
  innerLevels,
  isDated,
  isDateLevel,
  levelUrl,
  outerLevel,
} from '../../../build/contract/levels.ts';
import { sourcesUrl, twoDigits } from '../../../build/contract/paths.ts';
import type { Level } from '../../../build/contract/sources/entry.ts';
import { SOURCES, type Source, sourceOf } from '../../../build/contract/sources.ts';
import { type Api, ToolError } from '../api.ts';
import { inputSchema, type Values } from '../arguments.ts';
import { clipped, PLACES, pageOf } from '../bounds.ts';
import { listOf, object, outputSchema, PAGE, text } from '../schemas.ts';
import type { Tool } from '../tool.ts';
import { limitArgument, numberOf, offsetArgument, sourceArgument, sourceIdOf } from './inputs.ts';

/** Returns the argument for a level: `title_number`, `year`, `month`. */
const paramOf = (level: Level): string => (isDateLevel(level) ? level.name : level.field);

const idsWith = (param: string): string =>
  SOURCES.filter(source => apiLevels(source).some(level => paramOf(level) === param))
    .map(({ id }) => id)
    .join(', ');

/** Returns the level or field that a page shows: chapters, months, documents. */
function shownIn(source: Source, level: Level): string | null {
  if (level.numbering === 'month') return 'documents';
  return innerLevels(source)[0]?.plural ?? null;
}

const BOUNDS = { year: { maximum: 9999 }, month: { maximum: 12 }, integer: {}, label: {} };

/** Describes the argument: `A title, whose chapters are shown.` */
function levelArgument(source: Source, level: Level): Record<string, unknown> {
  const shown = shownIn(source, level);
  const what = shown === null ? '' : `, whose ${shown} are shown`;
  const named = `A ${level.name}${level.numbering === 'month' ? ' of the year' : ''}${what}.`;
  const sources = level === outerLevel(source) ? ` Of ${idsWith(paramOf(level))}.` : '';
  return { type: 'integer', minimum: 1, ...BOUNDS[level.numbering], description: named + sources };
}

const LEVEL_ARGUMENTS: Readonly<Record<string, Record<string, unknown>>> = Object.fromEntries(
  SOURCES.flatMap(source => apiLevels(source).map(level => [paramOf(level), levelArgument(source, level)])),
);

/** Members of answers that list levels. */
const LISTS = SOURCES.flatMap(source => [outerLevel(source), ...innerLevels(source).slice(0, 1)]).map(
  ({ plural }) => plural,
);

/** `of a title its chapters`, for each level with a page. */
const WAYS_DOWN = SOURCES.flatMap(source =>
  apiLevels(source).flatMap(level => {
    const shown = shownIn(source, level);
    return shown === null ? [] : [`of a ${level.name} its ${shown}`];
  }),
);

/** Hints how to list documents that no level's page shows. */
const LISTED = SOURCES.flatMap(source => {
  const [inner] = innerLevels(source);
  if (!inner || isDated(source)) return [];
  const outer = outerLevel(source);
  const presence = source.filters.find(({ match, field }) => match === 'present' && field === inner.field);
  const without = presence
    ? `, those that stand in no ${inner.name} (documents_without_${inner.name}) with ${presence.param} false`
    : '';
  return [
    `The documents of a ${outer.name} or ${inner.name} are told by list_documents with ${outer.field} and ${inner.field}${without}.`,
  ];
});

const distinct = (words: readonly string[]): string[] => [...new Set(words)];
const OUTER_LEVELS = distinct(SOURCES.map(source => outerLevel(source).plural)).join(' or ');

/** Browses the hierarchy of the API (build/contract/README.md, Hierarchy). */
export const browse: Tool = {
  name: 'browse',
  title: 'Browse',
  description: `Shows what there is: without parameters the sources; of a source its ${OUTER_LEVELS}; ${distinct(WAYS_DOWN).join('; ')}. ${distinct(LISTED).join(' ')}`,
  input: inputSchema({
    source: sourceArgument('The source.'),
    ...LEVEL_ARGUMENTS,
    limit: limitArgument(PLACES, 'How many titles, chapters, years or documents.'),
    offset: offsetArgument('How many of them to skip: next_offset of the answer before.'),
  }),
  output: outputSchema(
    {},
    {
      source: text,
      sources: listOf(object),
      ...Object.fromEntries(LISTS.map(name => [name, listOf(object)])),
      documents: listOf(object),
      ...PAGE,
    },
  ),
  async run(values, api) {
    const id = sourceIdOf(values);
    const given = Object.keys(LEVEL_ARGUMENTS).filter(param => values[param] !== undefined);
    if (id === undefined) {
      if (given.length > 0) throw new ToolError(`The parameter source is missing: ${given[0]} is of one.`);
      return { structured: await sources(api) };
    }
    const source = sourceOf(id);
    const params = apiLevels(source).map(paramOf);
    checkLevels(source, params, given);
    const numbers = params.flatMap(param => (values[param] === undefined ? [] : [numberOf(values, param)]));
    const show = numbers.length === 0 ? outerLevels : isDated(source) ? ofDate : ofNumber;
    return { structured: await show(api, source, numbers, values) };
  },
};

/** @throws ToolError */
function checkLevels({ id }: Source, params: readonly string[], given: readonly string[]): void {
  const foreign = given.find(param => !params.includes(param));
  if (foreign !== undefined)
    throw new ToolError(`The source ${id} has no ${foreign}: it is browsed by ${params.join(' and ')}.`);
  const missing = params.slice(0, given.length).find(param => !given.includes(param));
  if (missing !== undefined)
    throw new ToolError(`The parameter ${missing} is missing: a ${given.at(-1)} is of a ${missing}.`);
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

type Show = (api: Api, source: Source, numbers: readonly number[], values: Values) => Promise<Shown>;

const outerLevels: Show = async (api, source, _, values) => {
  const { data } = await api.get<{ data: Shown[] }>(levelUrl(source));
  const { items, ...page } = pageOf(data, sliceOf(values));
  return { source: source.id, [outerLevel(source).plural]: items.map(({ url, ...item }) => item), ...page };
};

const ofNumber: Show = async (api, source, numbers, values) => {
  const [inner] = innerLevels(source);
  const { data } = await api.get<{ data: Shown }>(levelUrl(source, ...numbers));
  if (!inner) return { source: source.id, ...data };
  const { [inner.plural]: all, ...outer } = data;
  const { items, ...page } = pageOf(all as Shown[], sliceOf(values));
  const within = (all as Shown[]).reduce((sum, { document_count }) => sum + Number(document_count), 0);
  return {
    source: source.id,
    ...outer,
    [`documents_without_${inner.name}`]: Number(outer.document_count) - within,
    [inner.plural]: items,
    ...page,
  };
};

/** Shows a year with its months, or a month with its documents. */
const ofDate: Show = async (api, source, [year = 0, month], values) => {
  if (month === undefined) {
    const { data } = await api.get<{ data: Shown & { months: Shown[] } }>(levelUrl(source, year));
    const { months, ...of } = data;
    return { source: source.id, ...of, months: months.map(({ url, ...month }) => month) };
  }
  const slice = sliceOf(values);
  const { data, pagination } = await api.get<{
    data: Shown & { documents: Shown[] };
    pagination: { total: number };
  }>(levelUrl(source, year, twoDigits(month)), slice);
  const { total } = pagination;
  const next = slice.offset + data.documents.length;
  return {
    source: source.id,
    year,
    month,
    documents: data.documents.map(({ id, ...document }) => clipped(document)),
    total,
    offset: slice.offset,
    next_offset: data.documents.length > 0 && next < total ? next : null,
  };
};

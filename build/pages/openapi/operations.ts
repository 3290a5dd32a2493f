import { innerLevels, isDated, outerLevel } from '../../contract/levels.ts';
import { kindOfWord } from '../../contract/path-words.ts';
import { contentTypeOf } from '../../contract/paths.ts';
import { MEDIA_TYPES, representationOfMediaType } from '../../contract/representation.ts';
import type { Resource } from '../../contract/resource.ts';
import { fileOfResource, RESOURCE_NAMES, RESOURCES, type ResourceName } from '../../contract/resources.ts';
import { addressesOf } from '../../contract/routing/match.ts';
import { SOURCES, type Source } from '../../contract/sources.ts';
import { ANSWERS } from './answers.ts';
import { documentEnvelope, listEnvelope, pagedEnvelope, resourceEnvelope } from './envelope.ts';
import type { ErrorResponseName } from './errors.ts';
import { DOCUMENT_HEADERS, PLAIN_HEADERS, VALIDATED_HEADERS } from './headers.ts';
import { ALL_ERRORS, COMMON_ERRORS, CONTENT_ERRORS, get } from './operation.ts';
import { documentKey, filterParameter, pathParameters, SHARED, shared } from './parameters.ts';
import { pascal, type Schema, string } from './schema.ts';

/** Every row of the table of resources: those of each source, then the global ones. */

export const API_TAG = 'api';

type DescribedName = keyof typeof ANSWERS;

const ENVELOPES: Readonly<Record<NonNullable<Resource['envelope']>, (data: Schema) => Schema>> = {
  resource: resourceEnvelope,
  document: documentEnvelope,
  list: listEnvelope,
  paged: pagedEnvelope,
  maybePaged: data => ({ anyOf: [resourceEnvelope(data), pagedEnvelope(data)] }),
};

/** Of the formats of differences. */
const DIFF_TYPES = ['application/json', 'text/markdown', 'text/html'];

function contentOf(name: DescribedName, source: Source): Readonly<Record<string, Schema>> {
  const { answered, envelope } = RESOURCES[name];
  const data = ANSWERS[name].data(source);
  const json = envelope ? ENVELOPES[envelope](data) : data;
  if (answered === 'document')
    return Object.fromEntries(
      MEDIA_TYPES.map(type => [type, representationOfMediaType(type) === 'json' ? json : string]),
    );
  if (answered === 'diff')
    return Object.fromEntries(DIFF_TYPES.map(type => [type, type === 'application/json' ? json : string]));
  const [type = ''] = contentTypeOf(fileOfResource(name)).split(';');
  return { [type]: json };
}

function queryParameters(name: DescribedName, source: Source): Schema[] {
  const own = ANSWERS[name].query?.(source) ?? {};
  return (RESOURCES[name].query ?? []).flatMap(param => {
    if (param === 'filters') return source.filters.map(filterParameter);
    // Documents of issues keep their text: their lists refuse it.
    if (param === 'on' && name === 'list' && isDated(source)) return [];
    const known = SHARED[param];
    const schema = own[param] ?? (known && shared(known));
    if (!schema) throw new Error(`The parameter ${param} of ${name} is not described`);
    return [schema];
  });
}

/** Health and searches have no validators: each of their answers has its own time. */
const isOfContent = ({ answered, envelope }: Resource): boolean =>
  answered !== 'shim' || envelope !== undefined;

function headersOf(row: Resource): Readonly<Record<string, Schema>> {
  if (!isOfContent(row)) return PLAIN_HEADERS;
  return row.ranges ? DOCUMENT_HEADERS : VALIDATED_HEADERS;
}

function errorsOf(row: Resource): readonly ErrorResponseName[] {
  const { counts, errors = [] } = row;
  if (counts === false) return [...ALL_ERRORS, ...errors];
  return [...(isOfContent(row) ? CONTENT_ERRORS : COMMON_ERRORS), ...errors];
}

/** Fills in the names of a source and its levels. */
export function withNames(text: string, source: Source): string {
  const { name, plural } = outerLevel(source);
  const [inner] = innerLevels(source);
  return text
    .replace('{name}', source.name)
    .replace('{levels}', plural)
    .replace('{level}', name)
    .replace(/( with its )[{]inner[}]/, inner ? `$1${inner.plural}` : '');
}

function operationOf(name: DescribedName, source: Source): Schema {
  const row = RESOURCES[name];
  const isOfSource = row.path.includes(':source');
  const [verb, noun] = row.operation ?? ['get', pascal(name)];
  return get({
    tag: isOfSource ? source.id : API_TAG,
    id: `${verb}${isOfSource ? pascal(source.id) : ''}${pascal(withNames(noun, source))}`,
    summary: withNames(row.summary ?? '', source),
    parameters: [
      ...pathParameters(row.path, source),
      ...queryParameters(name, source),
      ...(isOfContent(row) ? [shared('IfNoneMatch')] : []),
    ],
    content: contentOf(name, source),
    headers: headersOf(row),
    ...(row.ranges && { ranges: true }),
    errors: errorsOf(row),
  });
}

/** A path in OpenAPI's syntax: `/api/usc/titles/{number}`. */
const templateOf = (path: string, source: Source): string =>
  path
    .replace('*', `{${documentKey(source)}}`)
    .replace(/:(\w+)/g, (_, word: string) => `{${kindOfWord(word)?.name ?? word}}`);

function pathsOf(name: ResourceName, sources: readonly Source[]): [string, Schema][] {
  const [first] = SOURCES as [Source, ...Source[]];
  if (name === 'mcp') return [];
  return addressesOf(name, sources)
    .filter(({ isAlias }) => !isAlias)
    .map(({ path, source }) => {
      const of = sources.find(({ id }) => id === source?.id) ?? first;
      return [templateOf(path, of), operationOf(name, of)];
    });
}

export function allPaths(): Record<string, Schema> {
  const isOfSource = (name: ResourceName): boolean => RESOURCES[name].path.includes(':source');
  const ofSources = RESOURCE_NAMES.filter(isOfSource);
  const others = RESOURCE_NAMES.filter(name => !isOfSource(name));
  return Object.fromEntries([
    ...SOURCES.flatMap(source => ofSources.flatMap(name => pathsOf(name, [source]))),
    ...others.flatMap(name => pathsOf(name, SOURCES)),
  ]);
}

import { innerLevels, isDated, levelUrl, outerLevel } from '../../contract/levels.ts';
import {
  bulkUrl,
  changesUrl,
  documentsUrl,
  healthUrl,
  openapiUrl,
  searchUrl,
  sourcesUrl,
  statsUrl,
} from '../../contract/paths.ts';
import { MEDIA_TYPES, representationOfMediaType } from '../../contract/representation.ts';
import { SOURCES, type Source } from '../../contract/sources.ts';
import { documentOrProjection, listItemName } from './documents.ts';
import { documentEnvelope, listEnvelope, pagedEnvelope, resourceEnvelope } from './envelope.ts';
import { DOCUMENT_HEADERS, PLAIN_HEADERS, VALIDATED_HEADERS } from './headers.ts';
import { ALL_ERRORS, COMMON_ERRORS, CONTENT_ERRORS, get, json, validated } from './operation.ts';
import {
  changesNumberParameter,
  documentKey,
  documentParameters,
  listParameters,
  monthParameters,
  numberParameter,
  searchParameters,
  shared,
  sinceParameter,
  yearParameter,
} from './parameters.ts';
import { monthDocuments, outerDetail, outerSummary, yearDetail, yearSummary } from './resources.ts';
import { array, pascal, type Schema, schemaRef, string } from './schema.ts';

/** Every endpoint (build/contract/README.md), source by source, then those of the whole. */

export const API_TAG = 'api';

function documentPaths(source: Source): Record<string, Schema> {
  const { id: tag, name } = source;
  const data = documentEnvelope(documentOrProjection(source));
  return {
    [documentsUrl(source)]: validated({
      tag,
      id: `list${pascal(tag)}Documents`,
      summary: `Documents of the ${name}, filtered, ordered and paged`,
      parameters: listParameters(source),
      content: json(listEnvelope(array(schemaRef(listItemName(source))))),
    }),
    [`${documentsUrl(source)}/{${documentKey(source)}}`]: get({
      tag,
      id: `get${pascal(tag)}Document`,
      summary: `One document of the ${name}, as JSON, Markdown or plain text`,
      parameters: documentParameters(source),
      content: Object.fromEntries(
        MEDIA_TYPES.map(type => [type, representationOfMediaType(type) === 'json' ? data : string]),
      ),
      headers: DOCUMENT_HEADERS,
      ranges: true,
      errors: [...CONTENT_ERRORS, 'DocumentNotFound', 'RangeNotSatisfiable'],
    }),
  };
}

function outerPaths(source: Source): Record<string, Schema> {
  const { name, plural } = outerLevel(source);
  const [inner] = innerLevels(source);
  return {
    [levelUrl(source)]: validated({
      tag: source.id,
      id: `list${pascal(source.id)}${pascal(plural)}`,
      summary: `All ${plural} of the ${source.name}`,
      content: json(resourceEnvelope(array(outerSummary(source)))),
    }),
    [`${levelUrl(source)}/{number}`]: validated(
      {
        tag: source.id,
        id: `get${pascal(source.id)}${pascal(name)}`,
        summary: inner ? `One ${name} with its ${inner.plural}` : `One ${name}`,
        parameters: [numberParameter(source), shared('IfNoneMatch')],
        content: json(resourceEnvelope(outerDetail(source))),
      },
      'NotFound',
    ),
  };
}

const yearPaths = (source: Source): Record<string, Schema> => ({
  [levelUrl(source)]: validated({
    tag: source.id,
    id: `list${pascal(source.id)}Years`,
    summary: `All years of the ${source.name}, newest first`,
    content: json(resourceEnvelope(array(yearSummary))),
  }),
  [`${levelUrl(source)}/{year}`]: validated(
    {
      tag: source.id,
      id: `get${pascal(source.id)}Year`,
      summary: 'One year with its months',
      parameters: [yearParameter, shared('IfNoneMatch')],
      content: json(resourceEnvelope(yearDetail)),
    },
    'NotFound',
  ),
  [`${levelUrl(source)}/{year}/{month}`]: validated(
    {
      tag: source.id,
      id: `get${pascal(source.id)}Month`,
      summary: 'The documents of one month',
      parameters: monthParameters(),
      content: json(pagedEnvelope(monthDocuments(source))),
    },
    'NotFound',
  ),
});

const changesPaths = (): Record<string, Schema> => ({
  [changesUrl]: get({
    tag: API_TAG,
    id: 'listChanges',
    summary: 'What the newest builds have changed, or what has changed since one of them',
    parameters: [sinceParameter, shared('IfNoneMatch')],
    content: json({ anyOf: [schemaRef('Builds'), schemaRef('Changes')] }),
    headers: VALIDATED_HEADERS,
    errors: [...CONTENT_ERRORS, 'ChangesNotFound', 'ChangesGone'],
  }),
  [`${changesUrl}/{number}`]: get({
    tag: API_TAG,
    id: 'getChanges',
    summary: 'The documents that one build has changed: a ChangedDocument or a ChangedEdition a line',
    parameters: [changesNumberParameter, shared('IfNoneMatch')],
    content: { 'application/x-ndjson': string },
    headers: VALIDATED_HEADERS,
    errors: [...CONTENT_ERRORS, 'ChangesNotFound'],
  }),
});

const wholePaths = (): Record<string, Schema> => ({
  [sourcesUrl]: validated({
    tag: API_TAG,
    id: 'listSources',
    summary: 'The sources and what their lists can be filtered and sorted by',
    content: json(resourceEnvelope(array(schemaRef('Source')))),
  }),
  [statsUrl]: validated({
    tag: API_TAG,
    id: 'getStats',
    summary: 'Statistics of the corpus',
    content: json(resourceEnvelope(schemaRef('Stats'))),
  }),
  [bulkUrl]: validated(
    {
      tag: API_TAG,
      id: 'listDumps',
      summary: 'The dumps: files of all documents of a title or month, one a line as JSON, compressed',
      content: json(resourceEnvelope(array(schemaRef('Dump')))),
    },
    'NotFound',
  ),
  ...changesPaths(),
  [healthUrl]: get({
    tag: API_TAG,
    id: 'getHealth',
    summary: 'Health of the service, always with status 200',
    content: json(schemaRef('Health')),
    headers: PLAIN_HEADERS,
    errors: ALL_ERRORS,
  }),
  [searchUrl]: get({
    tag: API_TAG,
    id: 'search',
    summary: 'Full-text search across all sources',
    parameters: searchParameters(),
    content: json(schemaRef('SearchResponse')),
    headers: PLAIN_HEADERS,
    errors: [...COMMON_ERRORS, 'SearchUnavailable', 'SearchTimedOut'],
  }),
  [openapiUrl]: validated({
    tag: API_TAG,
    id: 'getOpenapi',
    summary: 'This description',
    content: json({ type: 'object' }),
  }),
});

export const allPaths = (): Record<string, Schema> => ({
  ...Object.assign(
    {},
    ...SOURCES.map(source => ({
      ...documentPaths(source),
      ...(isDated(source) ? yearPaths(source) : outerPaths(source)),
    })),
  ),
  ...wholePaths(),
});

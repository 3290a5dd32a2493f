import { type ErrorResponseName, statusOf } from './errors.ts';
import { RANGE_HEADERS } from './headers.ts';
import { ref, type Schema } from './schema.ts';

export interface Operation {
  tag: string;
  id: string;
  summary: string;
  parameters: readonly Schema[];
  content: Readonly<Record<string, Schema>>;
  headers: Readonly<Record<string, Schema>>;
  ranges?: boolean;
  errors: readonly ErrorResponseName[];
}

/** Errors of any request. */
export const ALL_ERRORS = [
  'BadRequest',
  'MethodNotAllowed',
  'RequestTimeout',
  'UriTooLong',
  'HeadersTooLarge',
  'InternalError',
  'ServerBusy',
] as const;
export const COMMON_ERRORS = [...ALL_ERRORS, 'RateLimitExceeded'] as const;
export const CONTENT_ERRORS = [...COMMON_ERRORS, 'ContentUnavailable'] as const;

export function get({ tag, id, summary, parameters, content, headers, ranges, errors }: Operation): Schema {
  const media = Object.entries(content).map(([type, schema]) => [type, { schema }]);
  return {
    get: {
      tags: [tag],
      operationId: id,
      summary,
      ...(parameters.length > 0 && { parameters }),
      responses: {
        200: { description: 'OK', headers, content: Object.fromEntries(media) },
        ...(ranges && {
          // No content: a range has no type, and a type here would hide the whole answer's from generators.
          206: {
            description:
              'The bytes that the header Range asks for, of the representation that is in the tree, with its content type.',
            headers: { ...headers, ...RANGE_HEADERS },
          },
        }),
        ...('ETag' in headers && {
          304: { description: 'The client holds the current representation.', headers },
        }),
        ...Object.fromEntries(errors.map(name => [statusOf(name), ref('responses', name)])),
      },
    },
  };
}

import type { Document } from '../../build/contract/envelope.ts';
import type { Params } from '../../build/contract/params.ts';
import type { Representation } from '../../build/contract/paths.ts';
import { FORMATS } from '../../build/contract/representation.ts';

/** What a single-document request asks for (build/contract/README.md, Projections). */

/** The `format` parameter; null where the Accept header decides. @throws ApiError INVALID_PARAMETER */
export const parseFormat = (params: Params): Representation | null => params.oneOf('format', FORMATS);

/**
 * Field selection: the names asked for, sorted, without repeats. Null is everything. `metadata` is all
 * metadata, `body` the body, anything else one metadata field; unknown names select nothing.
 */
export type Projection = readonly string[] | null;

export function parseProjection(params: Params): Projection {
  const names = params.list('fields') ?? [];
  return names.length === 0 ? null : names.sort();
}

/** Identifier and source are always there (build/contract/README.md, Projections). */
const ALWAYS = ['identifier', 'source'];

export function project(document: Document, projection: readonly string[]): Document {
  const { body, metadata, ...rest } = document;
  const wanted = new Set([...projection, ...ALWAYS]);
  const selected = wanted.has('metadata')
    ? metadata
    : Object.fromEntries(Object.entries(metadata).filter(([field]) => wanted.has(field)));
  const projected: Document = { ...rest, metadata: selected };
  if (wanted.has('body') && body !== undefined) projected.body = body;
  return projected;
}

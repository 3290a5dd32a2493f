import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Document, documentBody } from '../../build/contract/envelope.ts';
import { derivedEtag } from '../../build/contract/etag.ts';
import type { TreeFile, TreeFiles } from '../content/tree-files.ts';
import { isNotModified } from './coding.ts';
import { sendJson } from './respond.ts';

/** What `fields` leaves of a document (build/contract/README.md, Projections). */

/** Identifier and source are always there (build/contract/README.md, Projections). */
const ALWAYS = ['identifier', 'source'];

/**
 * @param projection the names asked for: `metadata` is all metadata, `body` the body, anything else one metadata field;
 * unknown names select nothing
 */
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

/** @param content a document's JSON @returns the JSON of its projection */
export function projectedJson(content: Buffer, projection: readonly string[]): string {
  const { data, meta } = JSON.parse(content.toString()) as { data: Document; meta: { timestamp: string } };
  return documentBody(project(data, projection), meta.timestamp).json;
}

/** Sends a part of a document's JSON, with a validator of its own. */
export async function sendProjection(
  request: FastifyRequest,
  reply: FastifyReply,
  files: TreeFiles,
  file: TreeFile,
  projection: readonly string[],
): Promise<FastifyReply> {
  const etag = derivedEtag(file.etag, `fields=${projection.join(',')}`);
  const { tags } = file;
  if (isNotModified(request, reply, { etag, tags }, 'document')) return reply;
  // A large document is not held in memory, but its projection has to be cut from the whole.
  const content = file.content ?? (await files.read(file.path));
  const json = projectedJson(content, projection);
  return await sendJson(request, reply, { json, etag, tags }, 'document');
}

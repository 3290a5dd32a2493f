import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Document } from '../../build/contract/envelope.ts';
import { documentBody } from '../../build/contract/envelope.ts';
import { documentNotFound } from '../../build/contract/errors.ts';
import { derivedEtag } from '../../build/contract/etag.ts';
import { canonicalIdentifier, identifierProblem } from '../../build/contract/identifier.ts';
import { documentPath, REPRESENTATIONS, type Representation } from '../../build/contract/paths.ts';
import { representationOfMediaType } from '../../build/contract/representation.ts';
import type { Source } from '../../build/contract/sources.ts';
import type { ContentStore } from '../content/store.ts';
import type { TreeFile, TreeFiles } from '../content/tree-files.ts';
import { isNotModified } from './coding.ts';
import type { Handler } from './endpoint.ts';
import { parseFormat, parseProjection, project } from './projection.ts';
import { sendJson, sendRepresentation, withFile } from './respond.ts';

/** A single document: identifiers in both forms, content negotiation, field selection (build/contract/README.md, Representations). */
export function answerDocument(
  source: Source,
  files: TreeFiles,
  store: ContentStore,
): Handler<{ '*': string }> {
  return (request, reply, params) => {
    reply.header('vary', 'Accept');
    const representation = parseFormat(params) ?? acceptedRepresentation(request);
    const projection = parseProjection(params);
    const identifier = canonicalIdentifier(source, request.params['*']);
    return withFile(findDocument(files, source, identifier, representation), file => {
      if (!file) {
        store.requireContent();
        throw documentNotFound(identifier);
      }
      if (projection === null || representation !== 'json')
        return sendRepresentation(request, reply, files, file, 'document');
      return sendProjection(request, reply, files, file, projection);
    });
  };
}

/** With their parameter, so that `text/markdown; charset=utf-8` matches as well as `text/markdown`. */
const OFFERED = Object.values(REPRESENTATIONS).map(({ contentType }) => contentType);

/** Quality values count; `*` and unknown types give JSON (build/contract/README.md, Representations). */
function acceptedRepresentation(request: FastifyRequest): Representation {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*') return 'json';
  const preferred = new Negotiator(request.raw).mediaType(OFFERED);
  return representationOfMediaType(preferred?.split(';')[0]);
}

/** An identifier that no document can have is not even looked for. */
function findDocument(
  files: TreeFiles,
  source: Source,
  identifier: string,
  representation: Representation,
): TreeFile | undefined | Promise<TreeFile | undefined> {
  if (identifierProblem(source, identifier)) return undefined;
  return files.get(documentPath(source, identifier, representation));
}

async function sendProjection(
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
  const { data, meta } = JSON.parse(content.toString()) as { data: Document; meta: { timestamp: string } };
  const { json } = documentBody(project(data, projection), meta.timestamp);
  return await sendJson(request, reply, { json, etag, tags }, 'document');
}

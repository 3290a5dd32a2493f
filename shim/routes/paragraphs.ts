import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Document, documentBody } from '../../build/contract/envelope.ts';
import { contentUnavailable, documentNotFound, paragraphNotFound } from '../../build/contract/errors.ts';
import { derivedEtag } from '../../build/contract/etag.ts';
import { pinpointText } from '../../build/contract/paragraphs/pinpoint-param.ts';
import { documentPath, REPRESENTATIONS } from '../../build/contract/paths.ts';
import type { Requested } from '../../build/contract/routing/routes.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { excerptOf } from '../content/excerpts.ts';
import type { TreeFile } from '../content/tree-files.ts';
import type { WholeFiles } from '../content/whole-files.ts';
import { project } from './projection.ts';
import { sendBody } from './respond.ts';
import { isNotModified } from './send-coded.ts';

/** Paragraphs of documents: the parameter `pinpoint` (build/contract/README.md, Paragraphs). */

export type RequestedParagraph = Extract<Requested, { resource: 'document' }>;

interface Answered {
  /** With the paragraph in place of the body. */
  data: Document;
  /** The body of the document. */
  whole: string;
  meta: { timestamp: string };
}

/** @param content the document's JSON @throws ApiError NOT_FOUND */
function paragraphOf(content: Buffer, { source, identifier, pinpoint }: RequestedParagraph): Answered {
  const { data, meta } = JSON.parse(content.toString()) as Pick<Answered, 'data' | 'meta'>;
  const whole = data.body ?? '';
  const labels = pinpoint ?? [];
  // The paragraphs of other documents have no labels that count in the whole document.
  const isOfCode = sourceOf(source.id).citation?.by === 'section';
  const body = isOfCode ? excerptOf(whole, labels) : null;
  if (body === null) throw paragraphNotFound(identifier, pinpointText(labels));
  return { data: { ...data, body }, whole, meta };
}

/** @param content the document's JSON @throws ApiError NOT_FOUND */
export function paragraphJson(content: Buffer, requested: RequestedParagraph): string {
  const { data, meta } = paragraphOf(content, requested);
  const { projection, pinpoint } = requested;
  const document = projection ? project(data, projection) : data;
  return documentBody(document, meta.timestamp, { pinpoint }).json;
}

/** Sends a paragraph with a validator of its own. @param file the document in the wanted representation */
export async function sendParagraph(
  request: FastifyRequest,
  reply: FastifyReply,
  wholes: WholeFiles,
  file: TreeFile,
  requested: RequestedParagraph,
): Promise<FastifyReply> {
  const { source, identifier, representation, projection, pinpoint } = requested;
  const content = await wholes(documentPath(source, identifier, 'json'));
  if (!content) throw documentNotFound(identifier);
  const text = await paragraphText(content, wholes, requested);
  const fields = projection ? `&fields=${projection.join(',')}` : '';
  const etag = derivedEtag(file.etag, `pinpoint=${pinpointText(pinpoint ?? [])}${fields}`);
  if (isNotModified(request, reply, { etag, tags: file.tags }, 'document')) return reply;
  const { contentType } = REPRESENTATIONS[representation];
  return sendBody(request, reply, Buffer.from(text), { etag, contentType, isValidated: true });
}

async function paragraphText(
  content: Buffer,
  wholes: WholeFiles,
  requested: RequestedParagraph,
): Promise<string> {
  if (requested.representation === 'json') return paragraphJson(content, requested);
  const { data, whole } = paragraphOf(content, requested);
  const body = data.body ?? '';
  if (requested.representation === 'text') {
    // Loaded on demand: its parser of Markdown is large, and rarely needed here.
    const { plainText } = await import('../../build/text/plain.ts');
    return plainText(body);
  }
  const stored = (await wholes(requested.path))?.toString() ?? '';
  // A build has replaced one of the two files.
  if (!stored.endsWith(whole)) throw contentUnavailable();
  return stored.slice(0, stored.length - whole.length) + body;
}

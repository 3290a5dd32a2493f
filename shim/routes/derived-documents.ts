import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheTagHeaders } from '../../build/contract/cache-tags.ts';
import { project, type TextFiles, textFilesOn } from '../../build/contract/day-documents.ts';
import { type Document, documentBody, withRemarks } from '../../build/contract/envelope.ts';
import { contentUnavailable, documentNotFound, paragraphNotFound } from '../../build/contract/errors.ts';
import { derivedEtag, etagOf } from '../../build/contract/etag.ts';
import { pinpointText } from '../../build/contract/paragraphs/pinpoint-param.ts';
import { documentPath } from '../../build/contract/paths.ts';
import type { Requested } from '../../build/contract/routing/routes.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { AnswerHeads, FixedHeads } from '../content/answer-heads.ts';
import { excerptOf } from '../content/excerpts.ts';
import type { MadeFile } from '../content/tree-files.ts';
import { textsOf, type WholeFiles } from '../content/whole-files.ts';
import { dayOf } from '../keys/days-folder.ts';
import type { LookUps } from './look-ups.ts';
import { sendBody } from './respond.ts';
import { isNotModified } from './send-coded.ts';
import type { ServedTree } from './served-tree.ts';

/**
 * Paragraphs and former versions of documents: the parameters `pinpoint` and `on` (build/contract/README.md, Paragraphs, and Versions).
 */

export type RequestedDocument = Extract<Requested, { resource: 'document' }>;

interface Answered {
  /** With the paragraph, if one is asked for, in place of the body. */
  data: Document;
  /** The body of the document. */
  whole: string;
  meta: { timestamp: string };
}

const filesOf = (wholes: WholeFiles, { source, identifier, on }: RequestedDocument): Promise<TextFiles> =>
  textFilesOn(textsOf(wholes), { source, identifier }, on, dayOf(Date.now()));

/** @param content the text's JSON @throws ApiError NOT_FOUND */
function answered(content: Buffer, { source, identifier, pinpoint }: RequestedDocument): Answered {
  const { data, meta } = JSON.parse(content.toString()) as Pick<Answered, 'data' | 'meta'>;
  const whole = data.body ?? '';
  if (pinpoint === null) return { data, whole, meta };
  // The paragraphs of other documents have no labels that count in the whole document.
  const isOfCode = sourceOf(source.id).citation?.by === 'section';
  const body = isOfCode ? excerptOf(whole, pinpoint) : null;
  if (body === null) throw paragraphNotFound(identifier, pinpointText(pinpoint));
  return { data: { ...data, body }, whole, meta };
}

function jsonOf(content: Buffer, requested: RequestedDocument, { version }: TextFiles): string {
  const { projection, pinpoint } = requested;
  if (!projection && pinpoint === null) return withRemarks(content.toString(), { version });
  const { data, meta } = answered(content, requested);
  const document = projection ? project(data, projection) : data;
  return documentBody(document, meta.timestamp, { pinpoint, version }).json;
}

/** The JSON of a paragraph or a version; null for one without a file. @throws ApiError NOT_FOUND */
export async function derivedJson(wholes: WholeFiles, requested: RequestedDocument): Promise<string | null> {
  const files = await filesOf(wholes, requested);
  const content = await wholes(files.json);
  return content && jsonOf(content, requested, files);
}

/** Sends a paragraph, or the text of a day, with a validator of its own. @throws ApiError */
export async function sendDerived(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, wholes, lookUps }: Pick<ServedTree, 'files' | 'wholes'> & { lookUps: Pick<LookUps, 'remember'> },
  requested: RequestedDocument,
): Promise<FastifyReply> {
  const name = nameOf(requested);
  const made = await files.made(name, () => derivedFile(wholes, requested));
  lookUps.remember(request, name);
  if (isNotModified(request, reply, made, 'document')) return reply;
  const { etag, contentType, content } = made;
  return sendBody(request, reply, content, { etag, contentType, isValidated: true });
}

const nameOf = ({
  source,
  identifier,
  representation,
  on,
  pinpoint,
  projection,
}: RequestedDocument): string =>
  JSON.stringify([source.id, identifier, representation, on, pinpoint, projection]);

async function derivedFile(wholes: WholeFiles, requested: RequestedDocument): Promise<MadeFile> {
  const { source, identifier, representation, projection, pinpoint } = requested;
  const files = await filesOf(wholes, requested);
  const json = await wholes(files.json);
  if (!json) throw documentNotFound(identifier);
  const content = Buffer.from(await textOf(json, wholes, requested, files));
  const facts = files.version ? `&version=${JSON.stringify(files.version)}` : '';
  const fields = projection ? `&fields=${projection.join(',')}` : '';
  const derivation = `${representation}&pinpoint=${pinpointText(pinpoint ?? [])}${facts}${fields}`;
  // Of these bytes: the file may have been replaced since they were read.
  const etag = derivedEtag(etagOf(json), derivation);
  // Type and tags are those of the document: a version that is archived later may change what a day had.
  const path = documentPath(source, identifier, representation);
  const heads = new AnswerHeads(new FixedHeads(path, { isRanged: false }), etag);
  const { contentType } = heads;
  return { path, contentType, etag, tags: cacheTagHeaders(path), heads, bytes: content.length, content };
}

async function textOf(
  content: Buffer,
  wholes: WholeFiles,
  requested: RequestedDocument,
  files: TextFiles,
): Promise<string> {
  const { representation } = requested;
  if (representation === 'json') return jsonOf(content, requested, files);
  const { data, whole } = answered(content, requested);
  const body = data.body ?? '';
  if (representation === 'text') {
    // Loaded on demand: its parser of Markdown is large, and rarely needed here.
    const { plainText } = await import('../../build/text/plain.ts');
    return plainText(body);
  }
  const stored = (await wholes(files.markdown))?.toString() ?? '';
  // A build has replaced one of the two files.
  if (!stored.endsWith(whole)) throw contentUnavailable();
  return stored.slice(0, stored.length - whole.length) + body;
}

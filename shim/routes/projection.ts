import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { project } from '../../build/contract/day-documents.ts';
import { type Document, documentBody } from '../../build/contract/envelope.ts';
import { derivedEtag } from '../../build/contract/etag.ts';
import { REPRESENTATIONS } from '../../build/contract/paths.ts';
import { type DocumentParts, partsOf } from '../content/document-parts.ts';
import type { TreeFile, TreeFiles } from '../content/tree-files.ts';
import { Turns } from '../content/turns.ts';
import { sendJson } from './respond.ts';
import { isNotModified, sendCoded } from './send-coded.ts';

/** Projections of documents: the parameter `fields` (build/contract/README.md, Projections). */

/** JSON of a projection: the text before and after the body, whose bytes are copied from the document's own JSON. */
interface Projected {
  before: string;
  body: { start: number; end: number } | null;
  after: string;
}

const EMPTY_BODY = '"body":""';

function projected({ rest, body }: DocumentParts, projection: readonly string[]): Projected {
  const { data, meta } = JSON.parse(rest) as { data: Document; meta: { timestamp: string } };
  const selected = project(data, projection);
  const { json } = documentBody(selected, meta.timestamp);
  if (body === null || selected.body === undefined) return { before: json, body: null, after: '' };
  // The last match is the body, not a metadata field.
  const place = json.lastIndexOf(EMPTY_BODY) + EMPTY_BODY.length - 2;
  return { before: json.slice(0, place), body, after: json.slice(place + 2) };
}

function joined({ before, body, after }: Projected, content: Buffer): Buffer {
  const part = body ? content.subarray(body.start, body.end) : EMPTY;
  return Buffer.concat([Buffer.from(before), part, Buffer.from(after)]);
}

const EMPTY = Buffer.alloc(0);

export const projectedJson = (content: Buffer, projection: readonly string[]): Buffer =>
  joined(projected(partsOf(content), projection), content);

/** Sends a projection with its validator. The body of a large document is never held in memory. */
export async function sendProjection(
  request: FastifyRequest,
  reply: FastifyReply,
  files: TreeFiles,
  file: TreeFile,
  projection: readonly string[],
): Promise<FastifyReply> {
  const etag = derivedEtag(file.etag, `fields=${projection.join(',')}`);
  const { tags, content } = file;
  if (isNotModified(request, reply, { etag, tags }, 'document')) return reply;
  if (content) {
    const json = projectedJson(content, projection);
    return await sendJson(request, reply, { json, etag, tags }, 'document');
  }
  const document = await files.largeDocuments.get(file);
  const { before, body, after } = projected(document, projection);
  if (body === null) return await sendJson(request, reply, { json: before, etag, tags }, 'document');
  const bytes = Buffer.byteLength(before) + body.end - body.start + Buffer.byteLength(after);
  const open = async (): Promise<Readable> => {
    await turns.next();
    const part = await files.largeDocuments.open(document, body);
    // Also closes a stream that nobody reads.
    return Readable.from(inOrder(before, part, after), { objectMode: false }).once('close', () =>
      part.destroy(),
    );
  };
  const { contentType } = REPRESENTATIONS.json;
  return await sendCoded(request, reply, {
    etag,
    bytes,
    contentType,
    isValidated: true,
    read: async () => buffer(await open()),
    sendPlain: async () =>
      reply.headers({ 'content-type': contentType, 'content-length': bytes }).send(await open()),
  });
}

/** Chunks of 64 kB for each turn of the event loop: a millisecond or two of work. */
const turns = new Turns(4);

async function* inOrder(before: string, part: Readable, after: string): AsyncGenerator<Buffer> {
  yield Buffer.from(before);
  for await (const chunk of part) {
    await turns.next();
    yield chunk;
  }
  yield Buffer.from(after);
}

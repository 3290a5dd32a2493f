import { project, textFilesOn } from '../../../contract/day-documents.ts';
import type { RequestedDiff } from '../../../contract/diff-request.ts';
import { type Document, documentBody, withRemarks } from '../../../contract/envelope.ts';
import { ApiError, documentNotFound } from '../../../contract/errors.ts';
import { documentPath, type ReadFile } from '../../../contract/paths.ts';
import type { Requested } from '../../../contract/routing/routes.ts';
import { diffAnswer } from '../../../diff/answer.ts';
import { DIFF_POLICY } from '../../../diff/render.ts';
import { errorAnswer, wholeAnswer } from './answers.ts';
import { ForShim, readerOf } from './reader.ts';
import type { WorkerRequest } from './request.ts';
import { MAX_HELD_BYTES, type Tree } from './tree.ts';

/** Former versions of documents and their differences, as the shim makes them of the same files. */

type RequestedDocument = Extract<Requested, { resource: 'document' }>;

/** Differences of two versions, and the JSON or Markdown of a version. Paragraphs and plain text need parsers that only the shim has. */
export const isOfTimes = (requested: Requested): requested is RequestedDiff | RequestedDocument =>
  requested.resource === 'diff' ||
  (requested.resource === 'document' &&
    requested.on !== null &&
    requested.pinpoint === null &&
    requested.representation !== 'text');

/** The bound of work for a difference holds here, too; the largest texts take more memory and time than a Worker should. */
const MOST_COMPARED_BYTES = 256 * 1024;

/** @returns null where the shim has to answer */
export async function timesAnswer(
  request: WorkerRequest,
  requested: RequestedDiff | RequestedDocument,
  tree: Tree,
): Promise<Response | null> {
  const isDiff = requested.resource === 'diff';
  const read = readerOf(tree, 'document', isDiff ? MOST_COMPARED_BYTES : MAX_HELD_BYTES);
  const today = new Date().toISOString().slice(0, 10);
  const { source, identifier } = requested;
  const like = documentPath(source, identifier, 'json');
  try {
    if (isDiff) {
      const { text, contentType } = await diffAnswer(read, requested, today);
      const file = await tree.made(like, null, 'document', async () => text);
      const more = requested.format === 'html' ? { 'content-security-policy': DIFF_POLICY } : {};
      return await wholeAnswer(request, 'document', file, { 'content-type': contentType, ...more });
    }
    const { representation } = requested;
    const file = await tree.made(documentPath(source, identifier, representation), null, 'document', () =>
      textOnDay(read, requested, today),
    );
    return await wholeAnswer(request, 'document', file);
  } catch (error) {
    if (error instanceof ForShim) return null;
    if (error instanceof ApiError) return errorAnswer(error, requested.resource);
    throw error;
  }
}

async function textOnDay(
  read: ReadFile,
  { source, identifier, representation, projection, on }: RequestedDocument,
  today: string,
): Promise<string> {
  const files = await textFilesOn(read, { source, identifier }, on, today);
  const text = await read(representation === 'markdown' ? files.markdown : files.json);
  if (text === null) throw documentNotFound(identifier);
  if (representation === 'markdown') return text;
  const remarks = { version: files.version };
  if (!projection) return withRemarks(text, remarks);
  const { data, meta } = JSON.parse(text) as { data: Document; meta: { timestamp: string } };
  return documentBody(project(data, projection), meta.timestamp, remarks).json;
}

import type { Document } from '../../../build/contract/envelope.ts';
import { documentUrl } from '../../../build/contract/paths.ts';
import type { SourceId } from '../../../build/contract/sources.ts';
import { type Api, type Query, ToolError } from '../api.ts';
import { resolve } from './citations.ts';
import { type Named, ofSource, readingsOf } from './document-names.ts';

/** Most documents named for an ambiguous text. */
const NAMED = 5;

async function fetchDocument(
  api: Api,
  { source, identifier }: Named,
  query: Query = {},
): Promise<Document | null> {
  const answer = await api.find<{ data: Document }>(documentUrl(source, identifier), query);
  return answer?.data ?? null;
}

/**
 * Finds the one document that a text names or cites.
 * @param id restricts the answer to a source
 * @throws ToolError where there is none, or several
 */
export async function findDocument(api: Api, text: string, id: SourceId | undefined): Promise<Document> {
  const named = ofSource(readingsOf(text), id);
  const found = await Promise.all(named.map(reading => fetchDocument(api, reading)));
  const documents = found.filter(document => document !== null);
  const [only] = documents;
  if (only && documents.length === 1) return only;
  if (only) throw several(text, documents, documents.length);
  // Unknown identifiers are not searched for as words.
  if (named.length > 0) throw notFound(text, []);
  const { by, documents: cited, total, note } = await resolve(api, text, id, NAMED);
  const [first] = cited;
  if (!first || by === 'search') throw notFound(text, cited, note);
  if (total > 1) throw several(text, cited, total);
  const document = await fetchDocument(api, readingsOf(first.identifier)[0] as Named);
  if (document) return document;
  throw notFound(text, []);
}

type Identified = Pick<Named, 'identifier'>;
const listed = (found: readonly Identified[]): string => found.map(({ identifier }) => identifier).join(', ');

const several = (text: string, found: readonly Identified[], total: number): ToolError =>
  new ToolError(
    `${quoted(text)} names ${total} documents. Ask for one of them by its identifier: ${listed(found.slice(0, NAMED))}${total > NAMED ? ', …' : ''}.`,
  );

function notFound(text: string, similar: readonly Identified[], note?: string): ToolError {
  const found = similar.length > 0 ? `A search for it finds ${listed(similar)}.` : null;
  const advice = ` ${note ?? found ?? 'The tool search finds documents.'}`;
  return new ToolError(
    `No document was found with the identifier or citation ${quoted(text)}.${advice}`,
    404,
  );
}

const quoted = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);

import { keysOfIdentifier, keysOfPages } from '../../../contract/citations/document-keys.ts';
import { citationsIn } from '../../../contract/citations/recognize.ts';
import { wholeCitation } from '../../../contract/citations/whole-citation.ts';
import { documentUrl } from '../../../contract/paths.ts';
import type { SearchHit } from '../../../contract/search.ts';
import { sourceOf } from '../../../contract/sources.ts';
import type { Result } from '../api.ts';

/**
 * Tells whether the first hit is the document that a query cites. The engine puts that document first. Where there is none,
 * another is first, so the hit is compared with the query.
 */

type Hit = Pick<SearchHit, 'source' | 'identifier'>;
type Get = (target: string) => Promise<Result<{ metadata: Record<string, unknown> }>>;

/** Whether Enter may open a cited hit directly. */
export const isCitationAlone = (text: string): boolean => wholeCitation(text) !== null;

/** @param get asks for what only the document has: its page in a journal */
export async function isCited(query: string, hit: Hit, get: Get): Promise<boolean> {
  const cited = new Set(citationsIn(query));
  if (keysOfIdentifier(hit.source, hit.identifier).some(key => cited.has(key))) return true;
  const { citation } = sourceOf(hit.source);
  if (citation?.by !== 'page') return false;
  const kind = `${citation.keys.page}:`;
  if (![...cited].some(key => key.startsWith(kind))) return false;
  const fields = `${citation.field},${citation.lastPage}`;
  const answer = await get(`${documentUrl(sourceOf(hit.source), hit.identifier)}?fields=${fields}`);
  return answer.ok && keysOfPages(citation, answer.data.metadata).some(key => cited.has(key));
}

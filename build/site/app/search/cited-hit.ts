import type { SearchHit } from '../../../contract/search.ts';
import type { Answer } from '../api.ts';

/** Returns the first hit if the query is a citation of it and nothing else. Enter opens it directly. */
export function citedHit({
  data,
  meta,
}: Pick<Answer<{ hits: SearchHit[] }>, 'data' | 'meta'>): SearchHit | null {
  const [first] = data.hits;
  const citation = meta?.citation;
  return first && citation?.exists && citation.identifier === first.identifier ? first : null;
}

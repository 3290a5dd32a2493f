import type { SearchHit } from '../../../contract/search.ts';
import { type CitationLookup, lookUpCitation } from '../../query/citation-lookup.ts';
import type { TypesenseClient } from './client.ts';
import { citedSearch } from './request.ts';

export const lookUpQuery = (
  client: TypesenseClient,
  q: string,
  signal: AbortSignal,
): Promise<CitationLookup> =>
  lookUpCitation(q, async ({ keys, parts, proceedings }) => {
    const asked = [keys, parts, proceedings];
    const some = asked.filter(({ length }) => length > 0);
    const results =
      some.length === 0
        ? []
        : await client.searchAll(
            some.map(keys => citedSearch(keys)),
            signal,
          );
    const [documents, ofPart, ofProceeding] = asked.map(keys => results[some.indexOf(keys)]);
    return {
      documents: (documents?.hits ?? []).map(({ document }) => JSON.parse(document.hit) as SearchHit),
      hasPart: (ofPart?.found ?? 0) > 0,
      isProceeding: (ofProceeding?.found ?? 0) > 0,
    };
  });

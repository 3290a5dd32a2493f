import type { SearchHit } from '../../../contract/search.ts';
import { type CitationLookup, lookUpCitation } from '../../query/citation-lookup.ts';
import type { SearchIndex } from './open-index.ts';

export const lookUpQuery = (index: SearchIndex, q: string): Promise<CitationLookup> =>
  lookUpCitation(q, async ({ keys, parts, proceedings }) => {
    const [documents, hasPart, isProceeding] = await index.json<[SearchHit[], 0 | 1, 0 | 1]>({
      sql: `SELECT json_array(
        (SELECT json_group_array(json(hit)) FROM documents WHERE id IN (
          SELECT DISTINCT id FROM citations WHERE key IN (SELECT value FROM json_each($keys)) LIMIT 2)),
        EXISTS (SELECT 1 FROM citations WHERE key IN (SELECT value FROM json_each($parts))),
        EXISTS (SELECT 1 FROM citations WHERE key IN (SELECT value FROM json_each($proceedings))))`,
      parameters: {
        keys: JSON.stringify(keys),
        parts: JSON.stringify(parts),
        proceedings: JSON.stringify(proceedings),
      },
    });
    return { documents, hasPart: hasPart === 1, isProceeding: isProceeding === 1 };
  });

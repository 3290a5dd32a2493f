import { nearestAmong } from '../query/typos.ts';
import type { SearchIndex } from './index.ts';

/** The word of the headings and names that was meant by one that no document holds; null where none is near. */
export const nearestWord = (index: SearchIndex, word: string): Promise<string | null> =>
  nearestAmong(word, initial =>
    index.json<string[]>({
      sql: `SELECT json_group_array(term) FROM (
              SELECT term FROM label_terms WHERE term >= $initial AND term < $initial || char(0x10ffff)
              ORDER BY doc DESC, term)`,
      parameters: { initial },
    }),
  );

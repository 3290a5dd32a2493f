import type { Lexicon } from '../query/terms.ts';
import { anyOf, beginningOf, quote } from './fts-query.ts';
import type { SearchIndex } from './index.ts';
import { nearestWord } from './typos.ts';

/** What the index knows of words. */
export async function lexiconOf(index: SearchIndex): Promise<Lexicon> {
  return {
    documents: await index.documents(),
    async documentsWith(texts) {
      const counts = await index.holding(texts.map(quote));
      return new Map(texts.map((text, i) => [text, counts[i]!]));
    },
    inLabels: stems =>
      index.json<string[]>({
        sql: `SELECT json_group_array(term) FROM (
                SELECT term FROM json_each($stems) AS wanted CROSS JOIN label_terms ON term = wanted.value
                ORDER BY doc DESC, term)`,
        parameters: { stems: JSON.stringify(stems) },
      }),
    async spelledOut(abbreviations) {
      const found = await index.json<[string, string][]>({
        sql: `SELECT json_group_array(json_array(short, long)) FROM (
                SELECT short, long FROM json_each($short) AS wanted CROSS JOIN abbreviations ON short = wanted.value
                GROUP BY short, long ORDER BY count(*) DESC, long)`,
        parameters: { short: JSON.stringify(abbreviations) },
      });
      const byShort = new Map<string, string[]>();
      for (const [short, long] of found) byShort.set(short, [...(byShort.get(short) ?? []), long]);
      return byShort;
    },
    startingWith: (beginning, most) =>
      index.json<string[]>({
        sql: `SELECT json_group_array(term) FROM (
                SELECT term FROM label_terms WHERE term >= $beginning AND term < $beginning || char(0x10ffff)
                ORDER BY doc DESC, term LIMIT $most)`,
        parameters: { beginning, most },
      }),
    async nearest(word, isBeginning) {
      const [holding] = isBeginning ? await index.holding([anyOf(beginningOf(word))]) : [0];
      return holding === 0 ? nearestWord(index, word) : null;
    },
  };
}

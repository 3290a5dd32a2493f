import { countMembers, intersect, isEmpty } from '../../../formats/bitmap.ts';
import type { Lexicon } from '../../query/query-terms.ts';
import { nearestAmong } from '../../query/typos.ts';
import { completionsOf, stem } from '../../text/tokens.ts';
import type { SearchIndex } from './open-index.ts';
import type { Words } from './word-rows.ts';

export function lexiconOf(index: SearchIndex, words: Words): Lexicon {
  const { columns } = index;
  return {
    documents: columns.documents,
    /** A text of several words counts the documents that hold all of them. */
    async documentsWith(texts) {
      const stems = texts.map(text => text.split(' ').map(stem));
      await words.load(stems.flat());
      return new Map(
        texts.map((text, i) => {
          const bits = columns.alive.slice();
          for (const stem of stems[i]!) intersect(bits, words.bits(stem, 'text'));
          return [text, countMembers(bits)];
        }),
      );
    },
    async inLabels(stems) {
      if (stems.length === 0) return [];
      return index.json<string[]>({
        sql: `SELECT json_group_array(stem) FROM (
                SELECT DISTINCT stem, documents FROM json_each($stems) AS wanted CROSS JOIN label_stems ON stem = wanted.value
                ORDER BY documents DESC, stem)`,
        parameters: { stems: JSON.stringify(stems) },
      });
    },
    async spelledOut(abbreviations) {
      const byShort = new Map<string, string[]>();
      if (abbreviations.length === 0) return byShort;
      const found = await index.json<[string, string][]>({
        sql: `SELECT json_group_array(json_array(short, long)) FROM (
                SELECT short, long FROM json_each($short) AS wanted CROSS JOIN abbreviation_counts ON short = wanted.value
                ORDER BY documents DESC, long)`,
        parameters: { short: JSON.stringify(abbreviations) },
      });
      for (const [short, long] of found) byShort.set(short, [...(byShort.get(short) ?? []), long]);
      return byShort;
    },
    startingWith: (beginning, most) =>
      index.json<string[]>({
        sql: `SELECT json_group_array(stem) FROM (
                SELECT stem FROM label_stems WHERE stem >= $beginning AND stem < $beginning || char(0x10ffff)
                ORDER BY documents DESC, stem LIMIT $most)`,
        parameters: { beginning, most },
      }),
    async nearest(word, isBeginning) {
      if (isBeginning && (await isBeginningOfSome(index, words, word))) return null;
      return nearestWord(index, word);
    },
  };
}

/** Returns the closest label word for a word that no document holds; null if none is close. */
const nearestWord = (index: SearchIndex, word: string): Promise<string | null> =>
  nearestAmong(word, initial =>
    index.json<string[]>({
      sql: `SELECT json_group_array(stem) FROM (
              SELECT stem FROM label_stems WHERE stem >= $initial AND stem < $initial || char(0x10ffff)
              ORDER BY documents DESC, stem)`,
      parameters: { initial },
    }),
  );

async function isBeginningOfSome(index: SearchIndex, words: Words, text: string): Promise<boolean> {
  const bits = index.columns.none();
  await words.addBeginning(stem(text), bits, index.columns.none());
  const shorter = completionsOf(text).map(stem);
  await words.load(shorter);
  for (const other of shorter) words.add(other, bits, index.columns.none());
  intersect(bits, index.columns.alive);
  return !isEmpty(bits);
}

import { type Bitmap, countMembers, insert, intersect, isEmpty } from '../../../formats/bitmap.ts';
import { frequentNumber, pairTerm } from '../../text/frequent-words.ts';
import { stem } from '../../text/tokens.ts';
import { quote } from './fts-query.ts';
import type { SearchIndex } from './open-index.ts';
import type { SearchedFields, Words } from './word-rows.ts';

/** Documents with the rarest word of a phrase that are checked one by one. */
const SCANNED = 20_000;

const TABLES: Readonly<Record<SearchedFields, [table: 'texts' | 'labels', columns: string]>> = {
  text: ['texts', ''],
  labels: ['labels', ''],
  phrases: ['texts', '{heading body} : '],
  heading: ['labels', 'heading : '],
};

/**
 * Returns the documents that hold a phrase. Two adjacent frequent words are indexed as a pair. A longer phrase of only frequent
 * words matches where all of its pairs occur: scanning the full text would take seconds.
 * @param phrase words, folded
 */
export async function phraseBits(
  index: SearchIndex,
  words: Words,
  phrase: readonly string[],
  where: SearchedFields,
): Promise<Bitmap> {
  const stems = phrase.map(stem);
  const pairs = stems.slice(1).flatMap((second, i) => {
    const areFrequent = frequentNumber(stems[i]!) > 0 && frequentNumber(second) > 0;
    return areFrequent ? [pairTerm(stems[i]!, second)] : [];
  });
  await words.load([...stems, ...pairs]);
  if (stems.length === 0) return index.columns.none();
  const bits = words.bits(stems[0]!, where).slice();
  for (const term of [...stems.slice(1), ...pairs]) intersect(bits, words.bits(term, where));
  const isKnown = stems.length === 1 || (stems.length === 2 && pairs.length === 1);
  if (isKnown || isEmpty(bits)) return bits;
  const rarest = Math.min(...stems.map(term => countMembers(words.bits(term, 'text'))));
  if (pairs.length === stems.length - 1 && rarest > SCANNED) return bits;
  const [table, columns] = TABLES[where];
  const rows = await index.json<number[]>({
    sql: `SELECT json_group_array(rowid) FROM ${table} WHERE ${table} MATCH $phrase`,
    parameters: { phrase: columns + quote(phrase.join(' ')) },
  });
  const found = index.columns.none();
  for (const row of rows) insert(found, row);
  return found;
}

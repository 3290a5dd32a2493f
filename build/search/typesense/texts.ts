import { foldedWords } from '../../contract/search/tokens.ts';
import { separate, type TypesenseRecord, undotted } from '../../contract/search/typesense.ts';
import { chunksOf } from './chunks.ts';

/** A snippet has about 200 characters. */
const OPENING_LENGTH = 400;
const ENDING_LENGTH = 40;

export type Texts = Pick<TypesenseRecord, 'body' | 'also' | 'opening' | 'ending'>;

/** The text fields of a document's records, one for each part of its text. */
export function textsOf(text: string): Texts[] {
  const chunks = chunksOf(text);
  const elsewhere = wordsElsewhere(chunks);
  return chunks.map((chunk, i) => {
    const also = [...(elsewhere[i] ?? []), ...abbreviationsOf(chunk)].join(' ');
    return {
      body: separate(chunk),
      ...(also ? { also } : {}),
      opening: chunk.slice(0, OPENING_LENGTH).replace(/[\uD800-\uDBFF]$/, ''),
      ending: chunk.slice(-ENDING_LENGTH).replace(/^[\uDC00-\uDFFF]/, ''),
    };
  });
}

/** For each part, the words that only the other parts hold. */
function wordsElsewhere(chunks: readonly string[]): string[][] {
  if (chunks.length === 1) return [];
  const wordsByChunk = chunks.map(chunk => new Set(foldedWords(chunk)));
  const all = new Set(wordsByChunk.flatMap(words => [...words]));
  return wordsByChunk.map(words => [...all].filter(word => !words.has(word)));
}

/** `17 U.S.C. 106` is found by `17 USC 106`. */
function abbreviationsOf(text: string): Set<string> {
  const dotted = text.match(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu) ?? [];
  return new Set(dotted.flatMap(word => undotted(word)?.toLowerCase() ?? []));
}

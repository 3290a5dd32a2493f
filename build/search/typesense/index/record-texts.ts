import { foldedWords } from '../../text/tokens.ts';
import { separate, type TypesenseRecord, undotted } from '../record.ts';
import { chunksOf } from './chunks.ts';

export type Texts = Pick<TypesenseRecord, 'body' | 'also'>;

/** Returns the text fields of a document's records, one for each part of its text. */
export function textsOf(text: string): Texts[] {
  const chunks = chunksOf(text);
  const elsewhere = wordsElsewhere(chunks);
  return chunks.map((chunk, i) => {
    const also = [...(elsewhere[i] ?? []), ...abbreviationsOf(chunk)].join(' ');
    return {
      body: separate(chunk),
      ...(also ? { also } : {}),
    };
  });
}

/** Returns for each part the words that only other parts hold. */
function wordsElsewhere(chunks: readonly string[]): string[][] {
  if (chunks.length === 1) return [];
  const wordsByChunk = chunks.map(chunk => new Set(foldedWords(chunk)));
  const all = new Set(wordsByChunk.flatMap(words => [...words]));
  return wordsByChunk.map(words => [...all].filter(word => !words.has(word)));
}

/** `17 USC 106` finds `17 U.S.C. 106`: words of dotted letters without their dots, in lower case. */
export function abbreviationsOf(text: string): Set<string> {
  const dotted = text.match(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu) ?? [];
  return new Set(dotted.flatMap(word => undotted(word)?.toLowerCase() ?? []));
}

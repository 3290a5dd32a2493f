import { hash } from 'node:crypto';
import type { WordsDigests } from '../archive/noted-documents.ts';
import { markdownWords } from '../contract/citations/markdown-words.ts';
import { passagesOf } from '../references/passages.ts';

/** Digests that are equal for bodies which differ only in links, emphasis, dashes and white space. */
export function wordsDigests(body: string): WordsDigests {
  const words: WordsDigests = { text: '', notes: '' };
  for (const { place, markdown } of passagesOf(body, 'text'))
    words[place === 'text' ? 'text' : 'notes'] += ` ${markdownWords(markdown)}`;
  return { text: digestOf(words.text), notes: digestOf(words.notes) };
}

const digestOf = (words: string): string => hash('sha256', words.replace(/\s+/g, ' ').trim()).slice(0, 16);

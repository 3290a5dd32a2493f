import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../helpers/random.ts';
import type { CorpusFile } from './documents.ts';

/** Deliberate damages of a corpus. The oracle and the importer's own check have to notice each. */
export const DAMAGES = [
  'a word is gone',
  'a paragraph is gone',
  'the words of a cell are gone',
  'two words are swapped',
  'two paragraphs are swapped',
  'words are added',
] as const;
export type Damage = (typeof DAMAGES)[number];

/** A paragraph of plain prose, without bullet, heading or table at its front. */
const isProse = (block: string): boolean =>
  /^[A-Z“(][^|<>[\]*\\_]{40,}$/.test(block) && !block.includes('\n');

const CELL = /(<td[^>]*>)([^<[]*[A-Za-z]{3,}[^<[]*)(<\/td>)/;
const PIPE_CELL = /(\n\| )([^|[\n]*[A-Za-z]{3,}[^|[\n]*)( \|)/;

/**
 * Damages one document of a corpus.
 * @returns a function that repairs it, and the document; null if none can be damaged in this way
 */
export function damage(
  kind: Damage,
  corpus: string,
  files: readonly CorpusFile[],
  random: Random,
): { path: string; repair: () => void } | null {
  const shuffled = [...files].sort((a, b) => a.path.localeCompare(b.path));
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random.next() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
  }
  for (const { path, body } of shuffled) {
    const damaged = damagedBody(kind, body, random);
    if (damaged === null || damaged === body) continue;
    const file = join(corpus, path);
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.slice(0, before.length - body.length) + damaged);
    return { path, repair: () => writeFileSync(file, before) };
  }
  return null;
}

function damagedBody(kind: Damage, body: string, random: Random): string | null {
  if (kind === 'the words of a cell are gone') {
    const cell = CELL.test(body) ? CELL : PIPE_CELL;
    return cell.test(body) ? body.replace(cell, '$1$3') : null;
  }
  const blocks = body.trimEnd().split('\n\n');
  const prose = blocks.flatMap((block, i) => (isProse(block) ? [i] : []));
  if (prose.length < 2) return null;
  const at = prose[Math.floor(random.next() * prose.length)]!;
  const words = blocks[at]!.split(' ');
  const place = 1 + Math.floor(random.next() * (words.length - 2));
  const letters = (word: string | undefined) => word?.replace(/[^\p{L}\p{N}]/gu, '') ?? '';
  switch (kind) {
    case 'a word is gone':
      if (letters(words[place]) === '') return null;
      blocks[at] = words.toSpliced(place, 1).join(' ');
      break;
    case 'two words are swapped':
      if (letters(words[place]) === letters(words[place + 1])) return null;
      blocks[at] = words.toSpliced(place, 2, words[place + 1]!, words[place]!).join(' ');
      break;
    case 'a paragraph is gone':
      blocks.splice(at, 1);
      break;
    case 'two paragraphs are swapped': {
      const next = prose.find(other => other > at && blocks[other] !== blocks[at]);
      if (next === undefined || blocks.filter(block => block === blocks[at]).length > 1) return null;
      [blocks[at], blocks[next]] = [blocks[next]!, blocks[at]!];
      break;
    }
    case 'words are added':
      blocks.splice(at, 0, 'Nobody ever enacted these words.');
  }
  return `${blocks.join('\n\n')}\n`;
}

import fs from 'node:fs';
import path from 'node:path';
import { parseFrontmatter } from '../../corpus/frontmatter.ts';
import { plainText } from '../../text/plain.ts';
import { convertPassage } from '../convert-passage.ts';
import type { Passage } from '../passage.ts';
import type { Edition, Schema } from '../schema.ts';
import { type Comparison, compareWords } from '../words/compare.ts';

/** Keys of a file. A level is found by its place if it has no identifier, or shares it, as the volumes of a title do. */
const keysOf = (identifier: string, filePath: string, isUnit: boolean): string[] =>
  isUnit ? [identifier] : [...(identifier ? [`_level ${identifier}`] : []), `_level ${filePath}`];

/** The documents of a title in a corpus by identifier, regardless of the program that wrote them. */
export class PresentDocuments {
  /** Null where several files share a key. */
  readonly #files = new Map<string, string | null>();

  constructor(corpus: string, { folder }: Edition) {
    const directory = path.join(corpus, folder);
    if (!fs.existsSync(directory)) return;
    for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.md') || entry.name === 'README.md') continue;
      const file = path.join(entry.parentPath, entry.name);
      const read = parseFrontmatter(fs.readFileSync(file));
      if ('reason' in read) continue;
      const filePath = path.relative(directory, file).replace(/\.md$/, '');
      const isUnit = !entry.name.startsWith('_');
      for (const key of keysOf(String(read.data.identifier ?? ''), filePath, isUnit))
        this.#files.set(key, isUnit || !this.#files.has(key) ? file : null);
    }
  }

  /**
   * Compares the words of a unit with those of its document. Without a document all words are lost. Only words that the writer
   * adds may be added.
   */
  compare(passage: Passage, schema: Schema): Comparison {
    const { outline, account, isUnit } = passage;
    const file = keysOf(outline.identifier, outline.path.join('/'), isUnit)
      .map(key => this.#files.get(key))
      .find(found => typeof found === 'string');
    const read = file === undefined ? null : parseFrontmatter(fs.readFileSync(file));
    const comparison = compareWords(account, read && 'body' in read ? plainText(read.body) : '');
    if (comparison.added === 0 || comparison.differences.length > 0) return comparison;
    const others = comparison.added - convertPassage(passage, schema).comparison.added;
    if (others > 0)
      comparison.differences.push({ kind: 'added', element: outline.path.at(-1)!, words: `${others} words` });
    return comparison;
  }
}

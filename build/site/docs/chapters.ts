import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

const GUIDE = fileURLToPath(new URL('./guide/', import.meta.url));

const parser = remark().use(remarkGfm);

export interface Chapter {
  /** The file's name. */
  name: string;
  /** Markdown. */
  text: string;
  tree: Root;
}

/** The guide as it is written, in the order of its files' names. */
export const readChapters = (): Chapter[] =>
  fs
    .readdirSync(GUIDE)
    .filter(name => name.endsWith('.md'))
    .sort()
    .map(name => {
      const text = fs.readFileSync(path.join(GUIDE, name), 'utf8');
      return { name, text, tree: parser.parse(text) };
    });

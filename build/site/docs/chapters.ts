import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

const GUIDE = fileURLToPath(new URL('./guide/', import.meta.url));

const parser = remark().use(remarkGfm);

export interface Chapter {
  name: string;
  text: string;
  tree: Root;
}

/** Reads the guide's chapters, ordered by file name. */
export const readChapters = (): Chapter[] =>
  fs
    .readdirSync(GUIDE)
    .filter(name => name.endsWith('.md'))
    .sort()
    .map(name => {
      const text = fs.readFileSync(path.join(GUIDE, name), 'utf8');
      return { name, text, tree: parser.parse(text) };
    });

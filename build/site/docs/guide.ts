import type { Root } from 'hast';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import rehypeHighlight from 'rehype-highlight';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { readChapters } from './chapters.ts';
import { codeFigures } from './code.ts';
import { OUTPUT } from './languages.ts';
import { type Heading, type Places, placed } from './placed.ts';

export interface Guide {
  html: string;
  /** Of chapters and what they are divided into, in order. */
  headings: readonly Heading[];
}

const GRAMMARS = { bash, javascript, json, python, r, sql, typescript };

const toHtml = unified()
  .use(codeFigures)
  .use(remarkRehype)
  .use(rehypeSlug)
  .use(rehypeHighlight, { languages: GRAMMARS, plainText: [OUTPUT] });
const printer = unified().use(rehypeStringify);

/** The guide as HTML, without the page around it. */
export function renderGuide(places: Places): Guide {
  const children = readChapters().flatMap(({ tree }) => tree.children);
  const tree = toHtml.runSync({ type: 'root', children }) as Root;
  const headings = placed(tree, places);
  return { html: printer.stringify(tree), headings };
}

import type { Root } from 'hast';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { readChapters } from './chapters.ts';
import { codeFigures } from './code.ts';
import { codeColors } from './code-colors.ts';
import { fitIntoPage, type Heading } from './fit-page.ts';

export interface Guide {
  html: string;
  /** Headings of chapters and their sections, in order. */
  headings: readonly Heading[];
}

const toHtml = unified().use(codeFigures).use(remarkRehype).use(rehypeSlug).use(codeColors);
const printer = unified().use(rehypeStringify);

/** Renders the guide as HTML, without the page around it. @param origin see `fitIntoPage` */
export function renderGuide(origin: string | null): Guide {
  const children = readChapters().flatMap(({ tree }) => tree.children);
  const tree = toHtml.runSync({ type: 'root', children }) as Root;
  const headings = fitIntoPage(tree, origin);
  return { html: printer.stringify(tree), headings };
}

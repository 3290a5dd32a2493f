import type { Root } from 'hast';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { readChapters } from './chapters.ts';
import { codeFigures } from './code.ts';
import { highlighted } from './highlighted.ts';
import { type Heading, placed } from './placed.ts';

export interface Guide {
  html: string;
  /** Headings of chapters and their sections, in order. */
  headings: readonly Heading[];
}

const toHtml = unified().use(codeFigures).use(remarkRehype).use(rehypeSlug).use(highlighted);
const printer = unified().use(rehypeStringify);

/** Renders the guide as HTML, without the page around it. @param origin see `placed` */
export function renderGuide(origin: string | null): Guide {
  const children = readChapters().flatMap(({ tree }) => tree.children);
  const tree = toHtml.runSync({ type: 'root', children }) as Root;
  const headings = placed(tree, origin);
  return { html: printer.stringify(tree), headings };
}

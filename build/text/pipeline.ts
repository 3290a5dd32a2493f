import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import stripMarkdown from 'strip-markdown';
import type { Processor } from 'unified';
import { compile } from './compile.ts';
import { stripOptions, wrapLiteralBlocks } from './strip.ts';

/**
 * Constructs of GitHub's Markdown that only decorate, and cost words or the independence of blocks where prose is
 * not escaped: bare addresses (`*http://a.gov/x*See` would lose its emphasis to the address), check boxes, and calls
 * of footnotes (the same `[^1]` would read differently with and without its definition).
 */
const UNWANTED = [
  'wwwAutolink',
  'protocolAutolink',
  'emailAutolink',
  'tasklistCheck',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
];

const processor = remark()
  .use(remarkGfm, { singleTilde: false })
  .use(withoutUnwanted)
  .use(() => wrapLiteralBlocks)
  .use(stripMarkdown, stripOptions)
  .use(asText)
  .freeze();

/**
 * remark, strip-markdown and our layout over one piece of Markdown.
 *
 * @param markdown normalised (see source.ts) and of bounded work (see work.ts)
 * @returns blocks separated by one blank line, without a newline at the end
 */
export function parsedText(markdown: string): string {
  return String(processor.processSync(markdown));
}

function withoutUnwanted(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: UNWANTED } }];
  // mdast's own search for addresses would take quadratic time.
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map(extension => ({ ...extension, transforms: [] }));
}

function asText(this: Processor): void {
  this.compiler = (tree, file) => compile(tree as Parameters<typeof compile>[0], String(file));
}

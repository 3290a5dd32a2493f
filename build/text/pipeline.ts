import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import stripMarkdown from 'strip-markdown';
import type { Processor } from 'unified';
import { compile } from './compile.ts';
import { stripOptions, wrapLiteralBlocks } from './strip.ts';
import { UNWANTED } from './unwanted-constructs.ts';

const processor = remark()
  .use(remarkGfm, { singleTilde: false })
  .use(withoutUnwanted)
  .use(() => wrapLiteralBlocks)
  .use(stripMarkdown, stripOptions)
  .use(asText)
  .freeze();

/**
 * Runs remark, strip-markdown and our layout on one block or section of Markdown.
 * @param markdown normalised (see normalise.ts) and of bounded work (see parser-work.ts)
 * @returns blocks separated by one blank line, without a newline at the end
 */
export function parsedText(markdown: string): string {
  return String(processor.processSync(markdown));
}

function withoutUnwanted(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: [...UNWANTED] } }];
  // mdast's own search for addresses would take quadratic time.
  data.fromMarkdownExtensions = (data.fromMarkdownExtensions ?? [])
    .flat()
    .map(extension => ({ ...extension, transforms: [] }));
}

function asText(this: Processor): void {
  this.compiler = (tree, file) => compile(tree as Parameters<typeof compile>[0], String(file));
}

import { plainText } from '../text/plain.ts';
import { TreeConverter } from './convert/convert.ts';
import { markdownOf } from './markdown/write.ts';
import type { Passage } from './passage.ts';
import type { Schema } from './schema.ts';
import { type Comparison, compareWords } from './words/compare.ts';

export interface ConvertedPassage {
  /** The Markdown after the frontmatter. */
  body: string;
  comparison: Comparison;
}

/** Converts a unit or a container to Markdown, and compares the words of the result with those of the XML. */
export function convertPassage({ tree, account }: Passage, schema: Schema): ConvertedPassage {
  const converter = new TreeConverter(schema.rules);
  const blocks = converter.document(tree);
  const body = markdownOf(blocks, converter.footnotes);
  return { body, comparison: compareWords(account, plainText(body)) };
}

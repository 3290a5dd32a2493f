import type { Block } from '../convert/blocks.ts';
import { emphasised } from '../convert/sink.ts';
import type { Converter, Rule } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';

/** Conversions beyond a rule, for the tables of all of GPO's forms. */

/** A heading of a fixed rank, wherever it occurs. */
export const heading = (rank: number): Rule => ({
  as: 'blocks',
  make: (node, convert) => {
    const words = convert.wordsOf(node);
    return words.length === 0 ? [] : [{ type: 'heading', rank, words }];
  },
});

/** The label does not run into the text after it. */
export const group = (node: XmlNode, convert: Converter): Block[] => convert.blocksOf(node.children, node);

/** Sets an agency's amendatory instruction apart from the words of the law. */
export const amendment = (node: XmlNode, convert: Converter): Block[] =>
  group(node, convert).map(block =>
    block.type === 'paragraph' ? { ...block, words: emphasised(block.words) } : block,
  );

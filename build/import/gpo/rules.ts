import type { Block } from '../convert/blocks.ts';
import { emphasised } from '../convert/sink.ts';
import type { Converter, Rule } from '../schema.ts';
import type { XmlNode } from '../xml/node.ts';

/** What tables of what GPO prints make of an element beyond a rule. */

/** A heading of a rank, wherever it stands. */
export const heading = (rank: number): Rule => ({
  as: 'blocks',
  make: (node, convert) => {
    const words = convert.wordsOf(node);
    return words.length === 0 ? [] : [{ type: 'heading', rank, words }];
  },
});

/** Its label does not run on into what follows it. */
export const group = (node: XmlNode, convert: Converter): Block[] => convert.blocksOf(node.children, node);

/** What an agency orders to be done with the law's words stands out from them. */
export const amendment = (node: XmlNode, convert: Converter): Block[] =>
  group(node, convert).map(block =>
    block.type === 'paragraph' ? { ...block, words: emphasised(block.words) } : block,
  );

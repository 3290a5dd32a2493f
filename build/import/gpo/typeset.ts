import type { Rule, RuleOf } from '../schema.ts';
import { tableBlocks } from './gpotable.ts';

/** Typesetting in all of GPO's forms: tables, images, fractions, marks of pages. */

const PARAGRAPH: Rule = { as: 'paragraph' };
const FLOW: Rule = { as: 'flow' };

export const each = (names: string, rule: RuleOf): Record<string, RuleOf> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map(name => [name, rule]),
  );

export const out = (category: string, attribute?: string): Rule => ({
  as: 'out',
  category,
  ...(attribute ? { attribute } : {}),
});

export const RUNNING_HEADS = out('running heads');
export const CONTENTS = out('tables of contents');

/** The address of an image with a GPO number, such as `EC14NO91.003`. */
export const imageAddress = (name: string): string =>
  `https://img.federalregister.gov/${encodeURIComponent(name)}/${encodeURIComponent(name)}_original_size.png`;

/** An image is given by its number, which is text in the file. */
const IMAGE: Rule = {
  as: 'words',
  make: node => {
    const name = node.children
      .filter(child => typeof child === 'string')
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    return name === '' ? [] : [{ image: name, address: imageAddress(name) }];
  },
};

export const TYPESET: Readonly<Record<string, RuleOf>> = {
  PRTPAGE: out('page marks', 'P'),
  FR: { as: 'apart' },
  LI: { as: 'apart', isLine: true },
  GPH: FLOW,
  MATH: FLOW,
  GID: IMAGE,
  MID: IMAGE,
  GPOTABLE: { as: 'blocks', make: tableBlocks },
  BOXHD: { as: 'rows', head: true },
  ROW: { as: 'row' },
  CHED: ({ H = '1' }) => ({ as: 'cell', head: true, headRow: Number.parseInt(H, 10) || 1 }),
  ENT: { as: 'cell' },
  ...each('TTITLE TDESC TNOTE', PARAGRAPH),
};

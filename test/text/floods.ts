import type { Random } from '../helpers/random.ts';

/** Fragments of Markdown that, repeated, have made some parser slow. */
export const TOKENS: readonly string[] = [
  ...'= - * _ ` ~ > # 1. [ ] ]( < <a <!-- <![CDATA[ <? & \\ | |-| [^a] [^a]: [a]: ![ http:// www. a@b.c $'.split(
    ' ',
  ),
  ...'<div> </div> <b> <pre> ``` ~~ ** &amp; ( ) " a \u0301'.split(' '),
  ...['\t', '\n', '\n\n', '\n  ', '    ', ' ', '- ', '+ ', '* ', '> ', '1. ', '# '],
];

/** Beginnings before a flood, which put it into a container, a table or a fence, or below a definition. */
const BEGINNINGS: readonly string[] = [
  ...['', '', '', 'a\n', '> a\n', '> > > > a\n', '- a\n', '- - - - a\n', '[^a]: '],
  ...['|a|\n|-|\n', '[a]: b\n\n', '<!--', '<div>\n', '<pre>\n', '```\n', '    '],
];

/** Repeats a fragment of one to three tokens. @param length of the flood, in UTF-16 units, about */
export function randomFlood(random: Random, length: number): string {
  const fragment = Array.from({ length: 1 + random.below(3) }, () => random.pick(TOKENS)).join('');
  return flood(fragment, length, random.pick(BEGINNINGS));
}

export const flood = (fragment: string, length: number, beginning = ''): string =>
  beginning + fragment.repeat(Math.ceil(length / fragment.length));

/**
 * Floods that once took a parser, or our own code, quadratic time: up to a minute for 32 kB. The beginning before the fragment
 * is second.
 */
export const QUADRATIC: readonly (readonly [fragment: string, beginning?: string])[] = [
  ['=\n'],
  ['a\n', '> a\n'],
  ['a\n', '- a\n'],
  ['- 1. > a\n'],
  ['- a\n  b\n'],
  ['- a\n\n  b\n\n'],
  ['1. a\n   > b\nc\n'],
  ['- >'],
  ['+ - '],
  ['>1. '],
  ['> '],
  ['[^a]: - '],
  ['[a]: b\n'],
  ['[^a]: b\n'],
  ['$<?'],
  ['![<!--'],
  ['![<![CDATA['],
  ['*_'],
  ['*a _b '],
  ['_* a\n'],
  ['![['],
  ['[a](<?'],
  ['`a'],
  ['<a "\n', '<pre>\n'],
  ['<a "\n\n', '<pre>\n'],
  ['|a', '|a|\n|-|\n'],
  ['|a\\||\n', '|a|\n|-|\n'],
  ['```\n\n', '- a\n'],
];

/** Floods of blocks that are harmless one by one. 1 MB of one of them took the parser a minute and more. */
export const MANY: readonly string[] = [
  '- a\n  b\n\nc\n\n',
  '<div>\nx\n</div>\n\n',
  '<a\n\n',
  '<!-- a -->\n\n',
];

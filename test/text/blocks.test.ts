import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { quickBlock } from '../../build/text/blocks.ts';

test('blocks of usual shapes are read without a parser', () => {
  for (const [block, text] of [
    ['Plain prose, with “quotes” — and § signs.', 'Plain prose, with “quotes” — and § signs.'],
    ["a `loan' or the `loan amount'", "a loan' or the loan amount'"],
    ['R&D; at <normal rates', 'R&D; at <normal rates'],
    ['codes[^8](NAICS 522110 and 522120)', 'codes[8](NAICS 522110 and 522120)'],
    ['# § 7.  Title', '§ 7.  Title'],
    ['#1 of them', '#1 of them'],
    ['* * *', ''],
    ['**“(1)** **Heading.—** *Agency* means—', '“(1) Heading.— Agency means—'],
    ['**Source Credit**: \n(Pub. L. 94–553)', 'Source Credit:\n(Pub. L. 94–553)'],
    ['24. Amend *§ 555.125* as follows:', '24. Amend § 555.125 as follows:'],
    ['[^9]*Id.* at 3.[^10](2)', '[9] Id. at 3.[10](2)'],
    ['[^9]: *Id.*', '[9] Id.'],
    ['See [section 1](/us/usc/t1/s1) of NO<sub>X</sub>', 'See section 1 of NOX'],
    [' Under a paragraph,\n      in a cell', 'Under a paragraph,\nin a cell'],
    ['\u2001\u2001“(I) the Secretary; or', '“(I) the Secretary; or'],
    ['foo_bar_ and _foo_bar, a_b _c_ d_e', 'foo_bar_ and _foo_bar, a_b c d_e'],
    ['2. * * *', '2.'],
    ['3.', '3.'],
    ['-', ''],
    ['- # § 7', '§ 7'],
    ['* * * it is not', 'it is not'],
    ['| A | *B* |\n| --- | --- |\n|  | 2 |', 'A\tB\n\t2'],
  ] as const)
    assert.is(quickBlock(block), text);
});

test('blocks that only a parser can read are undefined', () => {
  for (const block of [
    '    x',
    ' - x',
    'a\tb',
    'a &amp; b',
    '``a`` b',
    '` a ` b',
    '`a\nb` c',
    '~~a~~',
    'a <b>b</b>',
    '<a@b.c>',
    '[a *b*](c)',
    '[a](b "c")',
    '[x](/a`b) c` d',
    '![a](b)',
    '# a #',
    'a\n---',
    'a\n- b',
    '- # a #',
    '- a\n- b',
    '<div>',
    '|a|',
    '| a | b |\n| --- |',
    'a | b\n--- | ---',
  ])
    assert.is(quickBlock(block), undefined, JSON.stringify(block));
});

test.run();

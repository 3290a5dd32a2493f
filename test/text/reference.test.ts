import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { plainText } from '../../build/text/plain.ts';
import { referenceText } from './reference-text.ts';

/** Markdown and its text, without the newline at the end. Every example holds for both ways to the text. */
function examples(title: string, cases: readonly (readonly [string, string])[]): void {
  const test = suite(title);
  for (const [markdown, text] of cases) {
    test(JSON.stringify(markdown), () => {
      const expected = text && `${text}\n`;
      assert.is(referenceText(markdown), expected);
      assert.is(plainText(markdown), expected);
    });
  }
  test.run();
}

examples('blocks', [
  ['', ''],
  ['\n \n', ''],
  ['# § 106. Exclusive  rights\n\nSubject to', '§ 106. Exclusive  rights\n\nSubject to'],
  ['#  Estates.\n\n# \n\n## Two ##', 'Estates.\n\nTwo'],
  ['Title\n===\nSubtitle\n---', 'Title\n\nSubtitle'],
  ['a\n\n---\n\n* * *\n\nb', 'a\n\nb'],
  ['a  \nb\\\nc\n  d', 'a\nb\nc\nd'],
  ['> a\n> b\n>\n> > c\nlazy\n\nd', 'a\nb\n\nc\nlazy\n\nd'],
  ['a\r\nb\r\n\r\nc\r\n', 'a\nb\n\nc'],
  ['\uFEFF# a', 'a'],
]);

examples('inline markup', [
  ['**(1)** to reproduce', '(1) to reproduce'],
  ['*Agency* means ***any*** __one__ _two_', 'Agency means any one two'],
  ['**[(a)** Repealed.]', '[(a) Repealed.]'],
  ['in the*Federal Register*on', 'in theFederal Registeron'],
  ['[section 107](/us/usc/t17/s107) and <https://a.gov/b_c>', 'section 107 and https://a.gov/b_c'],
  ['![a seal](seal.png "The seal") ![](x.png "Only a title")', 'a seal Only a title'],
  ['[Reserved], see [the Act][act]\n\n[act]: https://a.gov "Act"', '[Reserved], see the Act'],
  ['~~gone~~ ~5~', 'gone ~5~'],
  ['fish &amp; chips &sect; &#167; &nosuch;', 'fish & chips § § &nosuch;'],
]);

examples('words that look like markup stay', [
  ['5 \\* 3 \\[x\\] \\| \\\\', '5 * 3 [x] | \\'],
  ['foo_bar_ and _foo_bar, a_b _c_ d_e', 'foo_bar_ and _foo_bar, a_b c d_e'],
  ['$5 * 3 * 2 = $30 and snake_case_name', '$5 * 3 * 2 = $30 and snake_case_name'],
  ['(b) * * *', '(b) * * *'],
  ['a < b, 3 > 2 & c, ND<1.3, US&R;', 'a < b, 3 > 2 & c, ND<1.3, US&R;'],
  ["the `new section'", "the `new section'"],
  ['R&D; and PS&E; <normal amount', 'R&D; and PS&E; <normal amount'],
  ['[Amended] [x] [] (see) ! [y]', '[Amended] [x] [] (see) ! [y]'],
  ['codes[^208](NAICS 522110 and 522120)', 'codes[208](NAICS 522110 and 522120)'],
  ['[^138](350*486) = $170,000 * 1', '[138](350*486) = $170,000 * 1'],
  ['the Act[^158](HMDA) and [103(bb)](1)(B)', 'the Act[158](HMDA) and [103(bb)](1)(B)'],
  ['![^3](2) so', '![3](2) so'],
  ['[sic]: text', '[sic]: text'],
  ['*http://a.gov/x*See www.a.gov/b*c', 'http://a.gov/xSee www.a.gov/b*c'],
  ['I, <name of carrier>, of <place>', 'I, <name of carrier>, of <place>'],
]);

examples('lists', [
  ['3) a\n4) b', '3) a\n4) b'],
  ['7. a\n\n9. b', '7. a\n\n9. b'],
  ['1986. The year', '1986. The year'],
  ['- a\n- b\n  1. c\n\n     d\n* e', 'a\nb\n1. c\n\nd\n\ne'],
  ['1. - a\n2. > b\n3. # c\n   d\n4.', '1. a\n2. b\n3. c\nd\n4.'],
  ['- [x] done\n- [ ] open', '[x] done\n[ ] open'],
  ['> 2. a\n> 3. b', '2. a\n3. b'],
]);

examples('tables', [
  ['| A | B |\n| --- | :-: |\n| 1 | **2** |\n|  |  |\n|  | `x` |', 'A\tB\n1\t2\n\tx'],
  ['|  |  |\n|---|---|\n| a | b | more |\n| c |', 'a\tb\tmore\nc'],
  ['a \\| b\n\n| a \\| b | c<br>d |\n|---|---|', 'a | b\n\na | b\tc d'],
  ['> | A |\n> | --- |\n> | 1 |', 'A\n1'],
]);

examples('footnotes', [
  [
    'See.[^1] Also [^a-2]\n\n[^1]: The *note*.\n\n    Its second paragraph.',
    'See.[1] Also [a-2]\n\n[1] The note.\n\nIts second paragraph.',
  ],
  ['[^1]*Id.* at 5.\n\n[^2] See [^1].', '[1] Id. at 5.\n\n[2] See [1].'],
  ['[^1].', '[1].'],
]);

examples('code', [
  ['the `code *span*` and ``a ` b``', 'the code *span* and a ` b'],
  ["a `loan' or *the `loan* amount'*", "a loan' or *the loan* amount'*"],
  ['`a` `<sub>` ` b` ` c `*[d](/e)*', 'a <sub>  b cd'],
  [
    '```text\nfirst  *x*\n\n    indented | x |\n```\n\n~~~\nsecond\n~~~',
    'first  *x*\n\n    indented | x |\n\nsecond',
  ],
  ['a\n\n    code\n\n\n    more\n\nb', 'a\n\ncode\n\n\nmore\n\nb'],
]);

examples('HTML', [
  ['CO<sub>2</sub>, 35 μg/m<sup>3</sup>, 10<sup>6</sup>', 'CO2, 35 μg/m3, 10^6'],
  ['<sup>1</sup> See <b class="x">note</B>.', '1 See note.'],
  ['<div>\n<p>Smith &amp; Co</p><p>*x*</p>\n</div>\n\n<div>b</div>', 'Smith & Co\n*x*\n\nb'],
  ['a<br>b<br/>\nc <!-- hidden --> d <?php x ?>', 'a\nb\nc  d'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a\tb'],
  [
    '<table>\n<thead>\n<tr>\n  <th>A</th>\n  <th>B<br>C</th>\n</tr>\n</thead>\n<tbody><tr><td></td><td colspan="2">1<sup>2</sup> <td>3\n</table>',
    'A\tB C\n1^2\t3',
  ],
  ['<tr><td>a<table><tr><td>b</td></tr></table>c</td><td>d</td></tr>', 'a\nb\nc\nd'],
  ['<td>a</td><td>b</td>', 'a\nb'],
  ['<div>\n<img src="x.png" alt="a &amp; b">\n</div>', 'a & b'],
  ['a <b unclosed', 'a <b unclosed'],
  ['<div', '<div'],
]);

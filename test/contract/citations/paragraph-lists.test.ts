import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { paragraphListsIn } from '../../../build/contract/citations/paragraph-lists.ts';

const lists = (text: string): string[] =>
  Array.from(
    paragraphListsIn(text),
    ({ at, end, pinpoints }) =>
      `${text.slice(at, end)}: ${pinpoints.map(labels => labels.join('.')).join(' ')}`,
  );

const only = (text: string): string => {
  const [first = '', ...others] = lists(text);
  assert.equal(others, [], text);
  return first.slice(first.indexOf(': ') + 2);
};

test('a list has its paragraphs with all their labels', () => {
  for (const [text, expected] of [
    ['paragraph (a)', 'a'],
    ['Paragraphs (a) and (b)', 'a b'],
    ['paragraphs (a), (b)(1), and (c)', 'a b.1 c'],
    ['paragraphs (a) or (b); and (c) & (d)', 'a b c d'],
    ['paragraphs (a)(1) through (3)', 'a.1 a.3'],
    ['paragraphs (k)(1) through (3), and (4)(i)', 'k.1 k.3 k.4.i'],
    ['paragraphs (c), (e)(1) and (2), (f)', 'c e.1 e.2 f'],
    ['paragraphs (a)(6)(iii) through (v), (b)', 'a.6.iii a.6.v b'],
    ['paragraphs (a)(2)(iv) and (v)', 'a.2.iv a.2.v'],
    [
      'paragraphs (b)(2)(iii)(A) through (D) and (b)(2)(iv)(A) and (B)',
      'b.2.iii.A b.2.iii.D b.2.iv.A b.2.iv.B',
    ],
    ['paragraphs (a)(2)(ii)(B)(3) through (5)', 'a.2.ii.B.3 a.2.ii.B.5'],
    ['paragraphs (i)(1)(vi)(C) and (C)(1)', 'i.1.vi.C i.1.vi.C.1'],
    ['paragraphs (a)(1)(ii), (d), and (i)', 'a.1.ii d i'],
    ['paragraphs (a)(1)(iv), (c)', 'a.1.iv c'],
    ['paragraphs (a)(1)(iv), (i)', 'a.1.iv i'],
    ['paragraphs (a)(1)(iv), (ii)', 'a.1.iv a.1.ii'],
    ['paragraphs (a)(1)(v), (v)', 'a.1.v v'],
    ['paragraphs (i) and (ii)', 'i ii'],
    ['paragraph (1)(iii) and (1)(v)', '1.iii 1.v'],
    ['paragraphs (a) introductory text, (b) introductory text, and (c) heading', 'a b c'],
    ['paragraphs (a) introductory text and (b)', 'a b'],
    ['paragraphs (a) (1) and (b)', 'a.1 b'],
  ] as const)
    assert.is(only(text), expected, text);
});

test('a list ends before other words, and its place is that of its words', () => {
  assert.equal(lists('revise paragraphs (a) and (b), remove paragraph (c) (see there).'), [
    'paragraphs (a) and (b): a b',
    'paragraph (c): c',
  ]);
  assert.equal(lists('paragraph 1 and the paragraph; subparagraph (a)'), []);
  assert.equal(lists('paragraphs (a) and § 4.5(b)'), ['paragraphs (a): a']);
});

test('a list has 100 paragraphs at most', () => {
  const text = `paragraphs ${Array.from({ length: 300 }, (_, i) => `(${i})`).join(', ')}`;
  assert.is([...paragraphListsIn(text)][0]?.pinpoints.length, 100);
});

test.run();

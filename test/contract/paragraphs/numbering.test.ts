import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { labelsOf } from '../../../build/contract/paragraphs/labels.ts';
import { Numbering } from '../../../build/contract/paragraphs/numbering.ts';

/** The paths of paragraphs that begin with these labels; `(b)(1)` is one paragraph. */
function paths(written: string): string[] {
  const paragraphs = written.split(' ').map(each => labelsOf(each)!.labels);
  const numbering = new Numbering();
  return paragraphs.map((labels, i) =>
    numbering
      .add(
        labels,
        paragraphs.slice(i + 1).map(([first]) => first!),
      )
      .join('-'),
  );
}

test('statutes nest (a)(1)(A)(i)(I)', () => {
  assert.equal(paths('(a) (1) (A) (i) (I) (II) (ii) (B) (2) (b) (1)'), [
    'a',
    'a-1',
    'a-1-A',
    'a-1-A-i',
    'a-1-A-i-I',
    'a-1-A-i-II',
    'a-1-A-ii',
    'a-1-B',
    'a-2',
    'b',
    'b-1',
  ]);
});

test('doubled letters continue the alphabet', () => {
  assert.equal(paths('(y) (z) (aa) (bb)'), ['y', 'z', 'aa', 'bb']);
});

test('a heading of 160 characters may stand between two labels', () => {
  const labels = (length: number) =>
    labelsOf(`(a) ${'x'.repeat(length)} (1) y`, at => (at === 4 ? { end: 4 + length, isItalic: true } : null))
      ?.labels;
  assert.equal([labels(160), labels(161)], [['a', '1'], ['a']]);
});

test('regulations nest (a)(1)(i)(A)', () => {
  assert.equal(paths('(a) (1) (i) (A) (B) (ii) (2) (b)'), [
    'a',
    'a-1',
    'a-1-i',
    'a-1-i-A',
    'a-1-i-B',
    'a-1-ii',
    'a-2',
    'b',
  ]);
});

test('a paragraph may begin several levels', () => {
  assert.equal(paths('(a)(1) (2) (b)(1)(i) (ii) (2)'), ['a-1', 'a-2', 'b-1-i', 'b-1-ii', 'b-2']);
  assert.equal(paths('(1)(a) (b) (2)(a)'), ['1-a', '1-b', '2-a']);
});

test('(i) after (h) is a letter if (j) follows, and a numeral if (ii) follows', () => {
  assert.equal(paths('(g) (h) (i) (j)'), ['g', 'h', 'i', 'j']);
  assert.equal(paths('(g) (h) (i) (ii) (i)').slice(0, 4), ['g', 'h', 'h-i', 'h-ii']);
  assert.equal(paths('(h) (1) (A) (i) (ii) (B) (i) (j)'), [
    'h',
    'h-1',
    'h-1-A',
    'h-1-A-i',
    'h-1-A-ii',
    'h-1-B',
    'i',
    'j',
  ]);
  assert.equal(
    paths('(h) (i) (1) (i) (ii) (j)'),
    ['h', 'i', 'i-1', 'i-1-i', 'i-1-ii', 'j'],
    'a letter with a list of its own',
  );
});

test('(v) and (x) go on with the innermost list', () => {
  assert.equal(paths('(u) (v) (w) (x)'), ['u', 'v', 'w', 'x']);
  assert.equal(paths('(a) (1) (i) (ii) (iii) (iv) (v) (vi)').at(-2), 'a-1-v');
  assert.equal(paths('(H) (I) (J)'), ['H', 'I', 'J']);
});

test('doubled letters follow (z), and are a separate level below (I)', () => {
  assert.equal(paths('(y) (z) (aa) (bb)'), ['y', 'z', 'aa', 'bb']);
  assert.equal(paths('(a) (1) (A) (i) (I) (aa) (bb) (II)').slice(-3), [
    'a-1-A-i-I-aa',
    'a-1-A-i-I-bb',
    'a-1-A-i-II',
  ]);
});

test('a gap stays in its list, and a list may begin again', () => {
  assert.equal(paths('(a) (b) (e)'), ['a', 'b', 'e']);
  assert.equal(paths('(a) (1) (2) (1)'), ['a', 'a-1', 'a-2', 'a-1']);
  const numbering = new Numbering();
  numbering.add(['a']);
  numbering.add(['1']);
  numbering.reset();
  assert.equal(numbering.add(['1']), ['1'], 'after a heading');
});

test('the depth of levels is bounded', () => {
  const numbering = new Numbering();
  const labels = ['a', '1', 'A', 'i', 'I', 'aa', 'AA', '*1', '*i', '*a', '*A'];
  const deepest = labels.map(label => numbering.add([label]).length);
  assert.is(Math.max(...deepest), 9);
});

test('labels are read at the beginning of a paragraph, and after a short heading', () => {
  assert.equal(labelsOf('(a) Words (b) more')?.labels, ['a']);
  assert.equal(labelsOf('(b) Methods—(1) General. The agency')?.labels, ['b', '1']);
  assert.equal(labelsOf('(b) Methods—(2) Other')?.labels, ['b'], 'a list begins with its first');
  assert.equal(labelsOf('“(c) quoted')?.labels, ['c']);
  assert.equal(labelsOf('“(c) quoted'), { labels: ['c'], starts: [1], end: 4 });
  assert.is(labelsOf('Words (a)'), null);
  const heading = (words: string) => (at: number) =>
    at === 4 ? { end: 4 + words.length, isItalic: true } : null;
  for (const between of [' - ', '—', '. ', ' '])
    assert.equal(
      labelsOf(`(b) Methods${between}(1) General`, heading('Methods'))?.labels,
      ['b', '1'],
      between,
    );
  assert.equal(labelsOf('(b) Methods - (1) General')?.labels, ['b'], 'a heading is emphasised');
  for (const word of ['(the)', '(or)', '(mix)', '(NEPA)', '(1998)'])
    assert.is(labelsOf(`${word} x`), null, word);
});

test('numbers in italics are a separate level', () => {
  assert.equal(labelsOf('(1) x', at => (at === 1 ? { end: 2, isItalic: true } : null))?.labels, ['*1']);
  const numbering = new Numbering();
  for (const label of ['a', '1', 'i', 'A']) numbering.add([label]);
  assert.equal(numbering.add(['*1']), ['a', '1', 'i', 'A', '1']);
});

test.run();

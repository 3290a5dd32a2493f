import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codePointsBefore } from '../../build/diff/code-points.ts';
import { commonWords } from '../../build/diff/common-words.ts';
import { type Diff, diffOf } from '../../build/diff/diff.ts';
import { countedWords, likeness, likenessOf } from '../../build/diff/paragraphs.ts';
import { fewestEdits, MOST_WORK, Work } from '../../build/diff/work.ts';
import { Random } from '../helpers/random.ts';

/** The work of a difference, in comparisons of words: what is counted, and what is given up when it is used up. */

const random = new Random(35);
/** Paragraphs of so many words, out of few, so that unlike ones share some. */
const paragraph = (words: number): string =>
  Array.from({ length: words }, () => `w${random.below(40)}`).join(' ');
const textOf = (paragraphs: readonly string[]): string => paragraphs.map(each => `${each}\n\n`).join('');

const side = ({ body }: Diff, not: string): string =>
  body.flatMap(([op, text]) => (op === not ? [] : text)).join('');

function diff(old: string, next: string, work: Work): Diff {
  const found = diffOf({ metadata: {}, body: old }, { metadata: {}, body: next }, work);
  assert.is(side(found, '+'), old);
  assert.is(side(found, '-'), next);
  return found;
}

/** The work of a difference that no bound hinders. */
function workOf(old: string, next: string): number {
  const work = new Work(Number.MAX_SAFE_INTEGER);
  diff(old, next, work);
  return Number.MAX_SAFE_INTEGER - work.left;
}

test('words in common are those that a comparison of each pair finds', () => {
  const lists = [7, 11].map(count =>
    Array.from({ length: count }, () => countedWords(paragraph(random.below(30)))),
  );
  const [old, next] = [lists[0]!, lists[1]!];
  const rows = commonWords(old, next, new Work());
  for (const [i, a] of old.entries())
    for (const [j, b] of next.entries()) assert.is(likenessOf(a, b, rows![i]![j]!), likeness(a, b));
});

test('a comparison of two lists takes its pairs and the words that they share, or nothing', () => {
  const old = ['lamp lamp gull', 'rail sea', ''].map(countedWords);
  const next = ['lamp gull lamp rail', 'gull sea fog'].map(countedWords);
  // Pairs: 6; lamp: 1, gull: 2, rail: 1, sea: 1.
  const enough = new Work(11);
  assert.equal(
    commonWords(old, next, enough)?.map(row => [...row]),
    [
      [3, 1],
      [1, 1],
      [0, 0],
    ],
  );
  assert.is(enough.left, 0);
  for (const less of [10, 5]) {
    const work = new Work(less);
    assert.is(commonWords(old, next, work), null);
    assert.is(work.left, less);
  }
});

test('lists with too many pairs are not read', () => {
  const unread = {
    text: '',
    length: 1,
    get words(): never {
      throw new Error('read');
    },
  };
  assert.is(commonWords([unread, unread], [unread, unread], new Work(3)), null);
});

test('edits are found with just as much work as they take, not with less', () => {
  const [old, next] = [paragraph(60).split(' '), paragraph(60).split(' ')];
  const much = new Work();
  const found = fewestEdits(old, next, 1000, much);
  const taken = MOST_WORK - much.left;
  // A comparison of two words is work of 20; there are at least as many as edits, at most as many as pairs on the way.
  assert.is(taken % 20, 0);
  assert.ok(taken > 20 * 60 && taken < 20 * 120 * 120, `${taken}`);
  const enough = new Work(taken);
  assert.equal(fewestEdits(old, next, 1000, enough), found);
  assert.is(enough.left, 0);
  const less = new Work(taken - 1);
  assert.is(fewestEdits(old, next, 1000, less), null);
  assert.ok(less.left < 20);
});

test('more edits than may be are not found, and are counted', () => {
  const work = new Work();
  assert.is(fewestEdits(['a', 'b', 'c'], ['d', 'e', 'f'], 5, work), null);
  assert.ok(work.left < MOST_WORK);
  assert.is(fewestEdits(['a', 'b', 'c'], ['d', 'e', 'f'], 6, work)?.length, 2);
});

test('with any work the two texts are given back; with all that it takes the difference is whole', () => {
  const stay = ['Two gulls sit on the rail.', 'Three boats went out to sea.'];
  const old = [...Array.from({ length: 12 }, () => paragraph(12)), ...stay];
  const next = [...stay, ...old.slice(0, 12).map((each, i) => (i % 2 ? each : `${each} w1 fog`))];
  const [a, b] = [textOf(old), textOf(next)];
  const all = workOf(a, b);
  const whole = diff(a, b, new Work(all));
  assert.equal(diff(a, b, new Work(all * 10)), whole);
  assert.ok(whole.body.length > 10, `${whole.body.length}`);
  for (let i = 0; i < 25; i++) diff(a, b, new Work(Math.floor((all * i) / 25)));
  // What stays once in both texts needs no work.
  const none = diff(a, b, new Work(0));
  assert.ok(none.body.some(([op]) => op === '='));
  assert.equal(none.moved, []);
});

test('a moved paragraph is told as far as the work is left', () => {
  const [moves, ...stay] = [
    'One lamp shall burn all night.',
    'Two gulls sit on the rail.',
    'Three boats went out to sea.',
  ];
  const [old, next] = [textOf([moves!, ...stay]), textOf([...stay, moves!])];
  // Nothing is aligned by likeness: one pair, and six words.
  assert.is(workOf(old, next), 7);
  assert.is(diff(old, next, new Work(7)).moved.length, 1);
  const without = diff(old, next, new Work(6));
  assert.equal(without.moved, []);
  assert.equal(without.body, diff(old, next, new Work(7)).body);
});

test('alignment is counted: equal paragraphs, and words in common', () => {
  // One comparison of two paragraphs; a pair in the alignment, one among moves.
  assert.is(workOf('lamp gull rail sea', 'fog dew mist rain'), 20 + 2);
  assert.is(workOf('lamp gull rail sea', 'lamp dew mist rain'), 20 + 4);
});

test('words within a pair are counted', () => {
  const [old, changed] = [paragraph(100).split(' '), paragraph(40).split(' ')];
  const next = old.map((word, i) => (i < 40 ? changed[i] : word));
  // What alignment takes is less than 500.
  assert.ok(workOf(textOf([old.join(' ')]), textOf([next.join(' ')])) > 5000);
});

test('alignment, words within pairs and moves share one work', () => {
  const changes = (count: number): [string, string] => {
    const old = Array.from({ length: count }, (_, i) => `${paragraph(30)} end${i}`);
    return [textOf(old), textOf(old.map(each => `${each} fog`))];
  };
  // A list that leaves no work for the one behind it.
  const [first, second] = [changes(20), changes(3)];
  const both: [string, string] = [`${first[0]}Stay.\n\n${second[0]}`, `${first[1]}Stay.\n\n${second[1]}`];
  const all = workOf(...both);
  const pairs = workOf(...second);
  assert.ok(all > workOf(...first) + pairs - 100);
  const kept = ({ body }: Diff): number => body.filter(([op]) => op === '=').length;
  const [whole, coarse] = [diff(...both, new Work(all)), diff(...both, new Work(all - pairs))];
  assert.ok(kept(coarse) < kept(whole), `${kept(coarse)} of ${kept(whole)}`);
});

test('long lists of alike paragraphs: five hundred that have other numbers are told, more words than the work allows are not', () => {
  const numbered = (words: number, by: number, count = 500): string =>
    textOf(
      Array.from(
        { length: count },
        (_, i) =>
          `(${i + 1 + by}) ${Array.from({ length: words }, (_, k) => `w${(i * 131 + k * k * 7) % 2003}`).join(' ')}`,
      ),
    );
  const work = new Work();
  assert.is(diff(numbered(150, 0), numbered(150, 1), work).moved.length, 500);
  assert.ok(work.left > MOST_WORK / 2, `${work.left}`);
  for (const [words, count] of [
    [1500, 500],
    // Few words, and too many pairs for memory.
    [5, 560],
  ] as const) {
    const { body, moved } = diff(numbered(words, 0, count), numbered(words, 1, count), new Work());
    assert.equal(
      body.map(([op]) => op),
      ['-', '+'],
    );
    assert.equal(moved, []);
  }
});

test('places are counted in one pass, in any order', () => {
  // The first and the last of all second halves.
  const text = '🌊a\u{10000}\u{103ff}bc';
  let reads = 0;
  const reader = {
    charCodeAt(at: number) {
      reads += 1;
      return text.charCodeAt(at);
    },
  };
  const found = codePointsBefore(reader, [7, 2, 0, 7, 3]);
  assert.equal(Object.fromEntries(found), { 0: 0, 2: 1, 3: 2, 7: 4 });
  assert.is(reads, 7);
});

test.run();

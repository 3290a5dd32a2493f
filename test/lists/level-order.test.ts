import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sortLevels } from '../../build/lists/level-order.ts';
import { Random } from '../helpers/random.ts';

const EMPTY = Number.POSITIVE_INFINITY;

/** A level: `chapter 3 @7` has its first document at 7, `chapter 4` has none, `rules ~b #2` has a position and no number. */
function placed(text: string): Parameters<typeof sortLevels>[0][number] {
  const [, level = '', number = '', first, position] =
    /^(\S+) ?(\S*?)(?: ?@(\d+))?(?: ?#(\d+))?$/.exec(text) ?? [];
  const isNumbered = !number.startsWith('~') && number !== '';
  return {
    identifier: `/us/usc/t1/${level}${number}`,
    ...{ level, number: isNumbered ? number : null },
    position: position === undefined ? null : Number(position),
    first: first === undefined ? EMPTY : Number(first),
  };
}

const nameOf = ({ level, number, identifier }: ReturnType<typeof placed>): string =>
  `${level} ${number ?? identifier.slice(`/us/usc/t1/${level}`.length)}`;

const sorted = (texts: readonly string[]): string[] => sortLevels(texts.map(placed)).map(nameOf);

/** Asserts an order of levels, in whatever order they are given. */
function assertOrder(texts: readonly string[]): void {
  const random = new Random(3);
  const expected = texts.map(text => nameOf(placed(text)));
  for (let i = 0; i < 20; i++) {
    const given = texts
      .map(text => ({ text, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ text }) => text);
    assert.equal(sorted(given), expected, String(given));
  }
}

const numbered = (level: string, numbers: string): string[] =>
  numbers.split(' ').map(number => `${level} ${number}`);

test('levels with documents are in the order of these, whatever their numbers', () => {
  assertOrder(['chapter 9 @0', 'chapter 2 @3', 'part A @5', 'chapter 1 @40', 'part B @300']);
});

test('the given list stays as it is', () => {
  const levels = ['part 2', 'part 1'].map(placed);
  sortLevels(levels);
  assert.equal(levels.map(nameOf), ['part 2', 'part 1']);
});

test('empty levels are behind the last one whose number is not above theirs', () => {
  assertOrder(['part 1 @0', 'part 2', 'part 3', 'part 4 @5', 'part 10', 'part 11 @9', 'part 12']);
});

test('an empty level that has the lowest number is first of its kind, behind other kinds', () => {
  assertOrder(['subtitle A @0', 'chapter 1', 'chapter 2', 'chapter 3 @4', 'subtitle B @6']);
});

test('an empty level stays beside its own kind', () => {
  assertOrder(['part 1 @0', 'part 3', 'chapter 2 @5', 'chapter 4']);
});

test('an empty level without others of its kind is last', () => {
  assertOrder(['part 7 @0', 'part 8 @5', 'chapter 1']);
});

test('empty levels of several kinds without others are by kind, the one with the lowest number first', () => {
  assertOrder(['part 7 @0', 'chapter 1', 'chapter 2', 'chapter 4', 'section 1', 'section 3']);
});

test('where documents have an unusual order, an empty level follows the last lower number', () => {
  assertOrder(['part 5 @0', 'part 2 @1', 'part 3', 'part 9 @2']);
});

test('numbers are compared by value', () => {
  assertOrder(numbered('part', '1 2 2a 9 10 10-12 100'));
});

test('Roman numerals are compared by value where all of a kind are Roman', () => {
  assertOrder(numbered('chapter', 'I II IV V VI IX X XIV XL C D M'));
});

test('the same letters are no Roman numerals beside others', () => {
  assertOrder(numbered('subchapter', 'A B C D E I L M V X'));
});

test('another kind with other letters leaves Roman numerals alone', () => {
  assertOrder(['chapter I @0', 'chapter V', 'chapter IX', 'subchapter A @1', 'subchapter C', 'chapter X @9']);
});

test('letters are followed by double letters', () => {
  assertOrder(numbered('subpart', 'A B C Y Z AA BB ZZ AAA'));
});

test('levels without numbers are compared by their identifiers', () => {
  assertOrder(numbered('rules', '~a2 ~a10 ~b1'));
});

test('levels with positions and without numbers are in the order of their positions, with documents or without', () => {
  assertOrder(['rules ~c #1', 'forms ~b #2', 'rules ~a #10']);
  assertOrder(['act ~c @7 #1', 'act ~a @0 #2', 'rules ~b #3']);
});

test('other levels stay where numbers and documents have them', () => {
  assertOrder(['part 1 @0', 'group ~b @8 #1', 'part 2 @3 #9', 'group ~a @2 #2', 'part 3 @9 #1']);
  assertOrder(['group ~b @0 #1', 'group ~z @1', 'group ~a @2 #2', 'group ~y']);
});

test('equal numbers are in the order of their identifiers', () => {
  const level = (identifier: string, first = EMPTY) => ({
    ...{ identifier, level: 'chapter', number: '3', position: null, first },
  });
  const order = (...levels: ReturnType<typeof level>[]) =>
    sortLevels(levels).map(({ identifier }) => identifier);
  assert.equal(order(level('/ch3~10'), level('/ch3~2'), level('/ch3', 5)), ['/ch3', '/ch3~2', '/ch3~10']);
});

test.run();

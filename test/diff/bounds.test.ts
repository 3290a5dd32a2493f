import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Diff, diffOf } from '../../build/diff/diff.ts';

/** What counts as the same paragraph, as moved, and as words that stay: both sides of each bound. */

const diff = (old: readonly string[], next: readonly string[]): Diff =>
  diffOf({ metadata: {}, body: textOf(old) }, { metadata: {}, body: textOf(next) });

const textOf = (paragraphs: readonly string[]): string => paragraphs.map(each => `${each}\n\n`).join('');

/** Two that stay, so that what moves past them is elsewhere. */
const STAY = ['Two gulls sit on the rail.', 'Three boats went out to sea.'];

/** `(a) (b) 0 17` for each moved paragraph: its labels and places. */
const moved = (old: readonly string[], next: readonly string[]): string[] =>
  diff(old, next).moved.map(({ from_label, to_label, from_start, to_start }) =>
    [from_label, to_label, from_start, to_start].join(' ').trim(),
  );

/** Whether a paragraph that stands at the other end is told as moved. */
const isMoved = (text: string, other = text): boolean => moved([text, ...STAY], [...STAY, other]).length > 0;

test('a moved paragraph has at least four words besides its labels', () => {
  assert.ok(isMoved('One lamp burns bright.'));
  assert.not(isMoved('One lamp burns.'));
  assert.ok(isMoved('(a)(1) One lamp burns bright.'));
  assert.not(isMoved('(a)(1) One lamp burns.'));
});

test('a moved paragraph keeps four fifths of its words', () => {
  const words = 'one two three four five six seven eight';
  assert.ok(isMoved(`${words} nine ten`, `${words} fog dew`));
  assert.not(isMoved(`${words} nine ten`, 'one two three four five six seven fog dew mist'));
});

test('of several equal paragraphs each is moved once, the first to the first place', () => {
  const lamp = 'One lamp burns all night.';
  const behind = textOf(STAY).length;
  assert.equal(moved([lamp, lamp, ...STAY], [...STAY, lamp]), [`0 ${behind}`]);
  const first = textOf(STAY.slice(0, 1)).length;
  assert.equal(moved([lamp, ...STAY], [STAY[0] as string, lamp, STAY[1] as string, lamp]), [`0 ${first}`]);
});

test('moved and renumbered paragraphs are told in the order of the new text', () => {
  const log = 'The keeper writes the hour of each lighting into the log.';
  const lamp = 'One lamp burns all night.';
  const from = textOf([`(a) ${log}`, ...STAY]).length;
  assert.equal(moved([`(a) ${log}`, ...STAY, lamp], [lamp, `(b) ${log}`, ...STAY]), [
    `${from} 0`,
    `(a) (b) 0 ${textOf([lamp]).length}`,
  ]);
});

test('paragraphs are versions of one if they share half of their words, or a quarter and the label', () => {
  const isOne = (old: string, next: string): boolean => diff([old], [next]).body[0]?.[0] === '=';
  assert.ok(isOne('lamp gull rail sea', 'lamp gull fog dew'));
  assert.not(isOne('lamp gull rail sea log bell', 'lamp gull fog dew mist rain'));
  assert.ok(isOne('(a) lamp gull rail sea', '(a) lamp fog dew mist'));
  assert.not(isOne('(a) lamp gull rail sea', '(b) lamp fog dew mist'));
  assert.not(isOne('(a) lamp gull rail sea log', '(a) lamp fog dew mist rain'));
});

test('of equally like paragraphs the one with the same label is the same', () => {
  const { body } = diff(['(a) lamp gull rail sea'], ['(b) lamp gull rail fog', '(a) lamp gull rail dew']);
  assert.equal(body[0], ['+', '(b) lamp gull rail fog\n\n']);
});

/** Whether words stay between two deletions of so many words each. */
function stays(common: string, changed: number): boolean {
  const words = (of: string, count: number) => Array.from({ length: count }, (_, i) => `${of}${i}`).join(' ');
  const same = words('same', 20);
  const { body } = diff(
    [`${same} ${words('a', changed)} ${common} ${words('b', changed)} ${same}`],
    [`${same} ${common} ${same}`],
  );
  return body.some(([op, text]) => op === '=' && text.trim() === common);
}

test('one or two words between two long deletions are no words that stay', () => {
  assert.not(stays('lamp', 3));
  assert.ok(stays('lamp', 2));
  assert.not(stays('lamp gull', 5));
  assert.ok(stays('lamp gull', 4));
  assert.ok(stays('lamp gull rail', 9));
});

test('a word is compared with its apostrophes and hyphens', () => {
  const { body } = diff(['the keeper’s well-kept lamp burns on'], ['the keeper’ll well-lit lamp burns on']);
  assert.equal(body, [
    ['=', 'the '],
    ['-', 'keeper’s well-kept'],
    ['+', 'keeper’ll well-lit'],
    ['=', ' lamp burns on\n\n'],
  ]);
});

test('paragraphs are compared as long as all pairs together are not too many', () => {
  // 250,000 pairs before the log, and as many behind it.
  const paragraphs = (place: string, word: string): string[] =>
    Array.from({ length: 500 }, (_, i) => `${place}${i} lamp rail sea ${word}`);
  const text = (word: string): string[] => [
    ...paragraphs('a', word),
    'The keeper writes into the log.',
    ...paragraphs('b', word),
  ];
  const { body } = diff(text('gull'), text('tern'));
  const staying = body.flatMap(([op, words]) => (op === '=' ? [words] : [])).join('');
  assert.match(staying, /a499 lamp/);
  assert.match(staying, /The keeper/);
  assert.not.match(staying, /b\d/);
});

test('places are counted in code points, at both ends of what is no code point of its own', () => {
  const lamp = 'One lamp burns bright.';
  for (const sign of ['\u{10000}', '\u{103ff}', '\ue000', '\ud7ff']) {
    const behind = [...textOf([`${sign} ${STAY[0]}`, STAY[1] as string])].length;
    assert.equal(
      moved([lamp, `${sign} ${STAY[0]}`, STAY[1] as string], [`${sign} ${STAY[0]}`, STAY[1] as string, lamp]),
      [`0 ${behind}`],
    );
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  nameNumber,
  packNumbers,
  readNumbers,
  readSignature,
  wordNumber,
  wordNumbers,
} from '../../../build/search/text/signature.ts';
import { Random } from '../../helpers/random.ts';
import { writeSignature } from '../../helpers/signature.ts';

const EVERY = Number.POSITIVE_INFINITY;

const words = (count: number, first = 0): string =>
  Array.from({ length: count }, (_, i) => `w${first + i}`).join(' ');

const read = (heading: string, names: string, text: string) => {
  const signature = readSignature(writeSignature(heading, names, text));
  return Object.fromEntries(Object.entries(signature).map(([part, numbers]) => [part, [...numbers]]));
};

test('a written signature is read back equal', () => {
  const [lamp, oil, wick, harbor] = ['lamp', 'oil', 'wick', 'harbor'].map(wordNumber);
  assert.equal(read('Lamps', 'Oil wicks', 'Oil harbors, lamps, oil'), {
    heading: [lamp],
    names: [oil, wick],
    text: [oil, harbor, lamp, oil],
  });
  for (const [heading, names, text] of [
    ['', '', ''],
    ['lamp', '', ''],
    ['', 'lamp', ''],
    ['', '', 'lamp'],
  ] as const)
    assert.equal(read(heading, names, text), {
      heading: wordNumbers(heading, EVERY),
      names: wordNumbers(names, EVERY),
      text: wordNumbers(text, EVERY),
    });
});

test('every 16-bit number is read back equal', () => {
  const numbers = wordNumbers(words(300), EVERY);
  assert.ok(Math.max(...numbers) > 0xff00, 'high bytes');
  assert.equal(read('', '', words(300)).text, numbers);
});

test('forms of a word share a number of 16 bits that is not 0', () => {
  const numbers = Array.from({ length: 200_000 }, (_, i) => wordNumber(`w${i}`));
  for (const number of numbers) if (!(number >= 1 && number <= 0xffff)) assert.unreachable(`${number}`);
  assert.ok(new Set(numbers).size > 60_000, 'they spread');
  assert.equal(wordNumbers('Lamps LAMP lamp', EVERY), wordNumbers('lamp lamp lamp', EVERY));
  assert.equal(wordNumbers('Résumés', EVERY), wordNumbers('resume', EVERY));
  assert.is.not(wordNumber('lamp'), wordNumber('oil'));
});

test('function words have no number, in capitals or when repeated', () => {
  for (let time = 0; time < 2; time++) {
    assert.equal(wordNumbers('The oil of the lamp, WHICH may not be', EVERY), wordNumbers('oil lamp', EVERY));
    assert.equal(wordNumbers('of the', EVERY), []);
  }
});

test('a signature holds 80 words of heading and names and 300 of the text, without function words', () => {
  const { heading, names, text } = read(words(81), words(90, 100), words(301, 200));
  assert.equal(heading, wordNumbers(words(80), EVERY));
  assert.equal(names, wordNumbers(words(80, 100), EVERY));
  assert.equal(text, wordNumbers(words(300, 200), EVERY));
  const spaced = words(301).replaceAll(' ', ' of the ');
  assert.equal(read(spaced, '', spaced), {
    heading: wordNumbers(words(80), EVERY),
    names: [],
    text: wordNumbers(words(300), EVERY),
  });
});

test('only the beginning of a text of megabytes is read', () => {
  const padded = `${' '.repeat(7992)}lamp`;
  assert.equal(
    read('', '', `${padded} oil ${'wick '.repeat(1_000_000)}`).text,
    wordNumbers('lamp oil', EVERY),
  );
  assert.equal(read('', '', `${'of the '.repeat(500_000)}lamp`).text, []);
});

test('a signature at an odd address is read', () => {
  const bytes = writeSignature('lamp', 'oil', 'wick harbor');
  for (const offset of [0, 1, 2, 3]) {
    const moved = Buffer.alloc(bytes.length + offset + 5, 0xff);
    bytes.copy(moved, offset);
    assert.equal(readSignature(moved.subarray(offset, offset + bytes.length)), readSignature(bytes));
  }
});

test('names that differ in case and punctuation have one number, names in another order another', () => {
  assert.is(nameNumber('Oil lamps; storage.'), nameNumber('OIL LAMPS—Storage'));
  assert.is.not(nameNumber('Oil lamps'), nameNumber('Lamps, oil'));
  assert.is.not(nameNumber('Payment'), nameNumber('Payments'));
});

test('a set of numbers is read back ascending, whatever their distances', () => {
  const random = new Random(7);
  const ends = [0, 1, 127, 128, 16_383, 16_384, 0xffff];
  const sets = [[], ...ends.map(end => [end]), ends, ends.toReversed()];
  for (let i = 0; i < 50; i++)
    sets.push(Array.from({ length: random.below(3000) }, () => random.below(0x1_0000)));
  for (const numbers of sets) {
    const distinct = [...new Set(numbers)].sort((a, b) => a - b);
    assert.equal([...readNumbers(packNumbers(new Set(numbers)))], distinct);
  }
  const dense = Array.from({ length: 3000 }, (_, i) => 20 * i);
  assert.is(packNumbers(dense).length, 3000, 'most take one byte');
});

test.run();

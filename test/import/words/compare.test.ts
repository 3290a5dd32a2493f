import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WordAccount } from '../../../build/import/words/account.ts';
import { compareWords } from '../../../build/import/words/compare.ts';

/** Words of the XML compared with those of the text; damage.test.ts does so with official law. */

function accountOf(blocks: readonly (string | readonly [text: string, headRow: number])[]): WordAccount {
  const account = new WordAccount();
  for (const block of blocks) {
    const [text, headRow] = typeof block === 'string' ? [block] : block;
    account.open('p', 'block', headRow);
    account.text(text);
    account.close('block', 'section');
  }
  account.finish();
  return account;
}

const LIGHT = 'The keeper lights the lamp.';
const TRIM = 'The keeper trims the wick.';

test('equal words in order have equal counts and no differences', () => {
  assert.equal(compareWords(accountOf([LIGHT, TRIM]), `${LIGHT}\n\n${TRIM}\n`), {
    ...{ wordsIn: 10, wordsOut: 10, added: 0, differences: [] },
  });
});

test('a longest text is compared to its end, and the next short one without leftovers', () => {
  const long = Array.from({ length: 30_000 }, (_, i) => `word${i}`);
  const whole = compareWords(accountOf([long.join(' ')]), `${long.join('\n')}\n`);
  assert.equal([whole.wordsIn, whole.wordsOut, whole.differences], [30_000, 30_000, []]);
  const short = compareWords(accountOf([long.slice(0, 3).join(' ')]), long.slice(0, 2).join(' '));
  assert.equal([short.wordsIn, short.wordsOut], [3, 0]);
  assert.equal(
    short.differences.map(({ kind }) => kind),
    ['lost'],
  );
});

test('words that blanks separate on one side only have different counts', () => {
  const { wordsIn, wordsOut } = compareWords(accountOf(['light house']), 'lighthouse');
  assert.equal([wordsIn, wordsOut], [2, 1]);
  const parted = compareWords(accountOf(['lighthouse']), 'light house');
  assert.equal([parted.wordsIn, parted.wordsOut], [1, 2]);
  const raised = compareWords(accountOf(['10 6']), '10^6');
  assert.equal([raised.wordsIn, raised.wordsOut], [2, 1]);
});

test('lost and moved blocks are reported with their element', () => {
  const lost = compareWords(accountOf([LIGHT, TRIM]), `${LIGHT}\n`);
  assert.equal([lost.wordsIn, lost.wordsOut], [10, 5]);
  assert.equal(lost.differences, [{ kind: 'lost', element: 'p', words: TRIM }]);
  const moved = compareWords(accountOf([LIGHT, TRIM]), `${TRIM}\n\n${LIGHT}\n`);
  assert.equal(
    moved.differences.map(({ kind }) => kind),
    ['moved'],
  );
  const changed = compareWords(accountOf([LIGHT]), LIGHT.replace('lamp', 'lump'));
  assert.equal(
    changed.differences.map(({ kind }) => kind),
    ['lost'],
  );
});

test('surplus words of the text are added words, at the end too', () => {
  const { added, differences } = compareWords(accountOf([LIGHT]), `${LIGHT}\n\nNobody wrote this.\n`);
  assert.equal([added, differences], [3, []]);
});

test('a table heading listed by columns is compared by rows', () => {
  const heading = accountOf([
    ['Lamp', 0],
    ['in oil', 1],
    ['Wick', 0],
    ['in wool', 1],
  ]);
  assert.equal(compareWords(heading, 'Lamp\tWick\nin oil\tin wool\n').differences, []);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { linesOf } from '../../build/common/lines.ts';

async function* pieces(...texts: string[]) {
  yield* texts;
}

async function linesIn(texts: string[], longest?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(pieces(...texts), longest)) lines.push(line);
  return lines;
}

test('lines are whole, however the text is cut into pieces', async () => {
  const text = 'one\ntwo\n\nfour';
  for (let i = 0; i <= text.length; i++)
    assert.equal(await linesIn([text.slice(0, i), text.slice(i)]), ['one', 'two', '', 'four']);
  assert.equal(await linesIn([...text]), ['one', 'two', '', 'four']);
});

test('an end of a line at the end begins no other', async () => {
  assert.equal(await linesIn(['one\n']), ['one']);
  assert.equal(await linesIn([]), []);
});

test('a line that has no end is refused before it fills the memory', async () => {
  const refused = await linesIn(['one\n', 'four', '5'], 4).catch((error: Error) => error.message);
  assert.is(refused, 'A line has more than 4 characters.');
  assert.equal(await linesIn(['one\n', 'four', '\n'], 4), ['one', 'four']);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { problemsOf } from './problems.ts';
import { type Mutation, mutate, readTable, TABLES } from './table.ts';

test('every fault of the tables can be made, once, and tests guard it', () => {
  const mutations = TABLES.flatMap(readTable);
  assert.ok(mutations.length > 2000, `${mutations.length} faults`);
  assert.is(problemsOf(mutations).join('\n'), '');
});

const SOUND: Mutation = {
  place: 'table.txt:5',
  file: 'test/runner/files/passes.ts',
  find: "from 'uvu';⏎⏎test('passes'",
  replace: "from 'uvu';⏎⏎test('fails'",
  tests: '^bench/mutations/tables',
  breaks: 'a fault',
};

const BROKEN: [Partial<Mutation>, problem: string][] = [
  [{ file: 'test/runner/files/away.ts' }, 'The file does not exist.'],
  [{ find: 'test⏎(' }, 'The text that it replaces is there 0 times.'],
  [{ find: 'process' }, 'The text that it replaces is there 2 times.'],
  [{ replace: SOUND.find }, 'It replaces a text by itself.'],
  [{ tests: '^bench/mutations/copy' }, 'No test file matches ^bench/mutations/copy.'],
];

for (const [broken, problem] of BROKEN)
  test(`a broken entry is named: ${problem}`, () => {
    const mutation = { ...SOUND, ...broken };
    assert.equal(problemsOf([mutation]), [`table.txt:5 ${mutation.file}: a fault: ${problem}`]);
  });

test('a fault that is there twice is named, in other words, too', () => {
  const again = { ...SOUND, place: 'rooms/sync.txt:5', breaks: 'the same fault' };
  assert.equal(problemsOf([SOUND, again]), [
    `rooms/sync.txt:5 ${SOUND.file}: the same fault: It is the same as table.txt:5.`,
  ]);
});

test('the end of a line stands for the spaces behind it, too', () => {
  const [find, replace] = ['{⏎(a);⏎}', '{⏎b;⏎}'];
  assert.is(mutate('if {\n  (a);\n}\n', { find, replace }), 'if {\nb;\n}\n');
});

test.run();

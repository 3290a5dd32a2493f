import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { repairRows } from '../../build/text/table-rows.ts';

test('rows broken inside a cell are joined', () => {
  const broken = [
    '| Time period',
    '(by examination date) | Minimum',
    'fee |',
    '| --- | --- |',
    '| 2018 | $6,000 |',
    '| NGOM (',
    '                            ',
    '        ) | (',
    '',
    '        ). |',
    '| 2019 | 7,000 |',
    '',
    'After | it.',
  ];
  const whole = [
    '| Time period (by examination date) | Minimum fee |',
    '| --- | --- |',
    '| 2018 | $6,000 |',
    '| NGOM ( ) | ( ). |',
    '| 2019 | 7,000 |',
    '',
    'After | it.',
  ];
  assert.is(repairRows(broken.join('\n')), whole.join('\n'));
});

test('lines that are no broken row are unchanged', () => {
  for (const markdown of [
    'no table',
    '|x| is a value\nnext |\n\nand so on',
    '| A | B |\n| --- | --- |\n| a | b |\n| only one\n\nA paragraph | that | ends so |',
    '| A | B |\n| --- | --- |\n| a | b\n| c | d |',
    '| A\nB | C | D |\n| --- | --- |',
    '| A \\| | B |\n| --- | --- |\n| a \\| b | c |\n| short |\n| x',
  ]) {
    assert.is(repairRows(markdown), markdown);
  }
});

test('a row over twenty lines is joined, a longer one is not', () => {
  const table = (lines: number) =>
    ['| A | B |', '| --- | --- |', '| a', ...Array.from({ length: lines - 2 }, () => 'b'), '| c |'].join(
      '\n',
    );
  const broken = (lines: number) => table(lines).replace('\n| c |', '\nb | c |');
  assert.is(repairRows(broken(20)).split('\n').length, 3);
  assert.is(repairRows(broken(21)), broken(21));
});

test.run();

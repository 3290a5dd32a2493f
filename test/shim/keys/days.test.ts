import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayOf, MAX_DAYS, newest, parseDays, printDays } from '../../../shim/keys/days.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

test('of what several shims know the newest day counts, in any order', () => {
  const one = new Map([
    ['a', '2026-02-01'],
    ['b', '2026-02-28'],
  ]);
  const other = new Map([
    ['a', '2026-02-03'],
    ['b', '2026-01-31'],
    ['c', '2025-12-31'],
  ]);
  const all = { a: '2026-02-03', b: '2026-02-28', c: '2025-12-31' };
  assert.equal(Object.fromEntries(newest(one, other)), all);
  assert.equal(Object.fromEntries(newest(other, one, other)), all);
});

test('what is printed is read again', () => {
  const days = new Map([['a', '2026-02-01']]);
  assert.equal(parseDays(printDays(days), NOW), days);
  assert.is(dayOf(NOW), '2026-03-01');
});

test('a day that has not come yet is nobody’s, but for clocks that differ by hours', () => {
  const text = printDays(
    new Map([
      ['a', '2026-03-01'],
      ['b', '2026-03-02'],
      ['c', '2026-03-03'],
    ]),
  );
  assert.equal([...parseDays(text, NOW).keys()].sort(), ['a', 'b']);
});

test('what is no such file tells nothing', () => {
  for (const text of ['', 'null', '[]', '{"version":2,"days":{"a":"2026-01-01"}}', '{"version":1}'])
    assert.is(parseDays(text, NOW).size, 0, text);
  const mixed = '{"version":1,"days":{"a":7,"b":"2026-02-30","c":"x","d":"2026-02-28"}}';
  assert.equal([...parseDays(mixed, NOW).keys()], ['d']);
});

test('a file has a bound: the days longest past are left out', () => {
  const days = new Map(Array.from({ length: MAX_DAYS }, (_, i) => [`k${i}`, '2026-02-01']));
  const text = printDays(new Map([['old', '2025-01-01'], ...days, ['new', '2026-02-28']]));
  const read = parseDays(text, NOW);
  assert.is(read.size, MAX_DAYS);
  assert.is(read.get('new'), '2026-02-28');
  assert.not.ok(read.has('old'));
});

test.run();

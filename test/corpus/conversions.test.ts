import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldType } from '../../build/contract/sources.ts';
import { CONVERSIONS, isBlank } from '../../build/corpus/conversions.ts';

const convert = (type: FieldType, raw: unknown) => CONVERSIONS[type].convert(raw);
const refuses = (type: FieldType, values: readonly unknown[]) => {
  for (const raw of values) assert.is(convert(type, raw), undefined, `${type} ${JSON.stringify(raw)}`);
};

test('null, blank texts and empty lists are missing values', () => {
  for (const raw of [null, undefined, '', ' \n', []]) assert.ok(isBlank(raw));
  for (const raw of ['0', 'null', [''], {}]) assert.not.ok(isBlank(raw));
});

test('texts stay as written except for their ends and line breaks', () => {
  assert.is(convert('string', '  a  b “c” 010 '), 'a  b “c” 010');
  assert.is(convert('string', '\n(Pub. L. 1,\n  2.)\r\n'), '(Pub. L. 1, 2.)');
  assert.is(convert('string', 'a\t\tb'), 'a b');
  assert.is(convert('string', 'e\u0301 §\u202f1'), 'e\u0301 §\u202f1');
  refuses('string', ['a\0b', 'a\u001b', '\ud800', ['a'], { a: 'b' }]);
});

test('a missing list is empty, another missing value is null', () => {
  for (const [type, { none }] of Object.entries(CONVERSIONS))
    assert.equal(none, type === 'strings' || type === 'cfr_references' ? [] : null, type);
});

test('an integer consists of digits', () => {
  assert.is(convert('integer', ' 17 '), 17);
  assert.is(convert('integer', '010'), 10);
  refuses('integer', ['', '-1', '1.0', '1e3', '0x10', '1_000', 'XVII', '1234567890', ['1']]);
});

test('a boolean is true or false', () => {
  assert.is(convert('boolean', 'true'), true);
  assert.is(convert('boolean', 'false'), false);
  refuses('boolean', ['True', 'yes', '1', '0', 'null', ['true']]);
});

test('a date is a calendar date', () => {
  assert.is(convert('date', '2026-03-01'), '2026-03-01');
  assert.is(convert('date', '2024-02-29'), '2024-02-29');
  refuses('date', ['2026-02-29', '2026-3-1', '2026-03-01T00:00:00Z', '03/01/2026', '117-80', '2026']);
});

test('lists hold texts, without the empty ones', () => {
  assert.equal(convert('strings', [' a ', '', null, 'b\nc']), ['a', 'b c']);
  assert.equal(convert('strings', ['', null]), []);
  refuses('strings', ['a', ['a', ['b']], [{ a: 'b' }], ['\0']]);
});

test('references stay separate and in order, and those without a title are removed', () => {
  assert.equal(
    convert('cfr_references', ['40 CFR Part 52', 'RIN 0648–XF326', '12 CFR Part 1', '40 CFR Part 70']),
    [
      { title: 40, parts: ['52'] },
      { title: 12, parts: ['1'] },
      { title: 40, parts: ['70'] },
    ],
  );
  assert.equal(convert('cfr_references', ['47 CFR Chapter I']), [{ title: 47, parts: [] }]);
  assert.equal(convert('cfr_references', ['RIN 0648–XF326']), []);
  refuses('cfr_references', ['40 CFR Part 52', [['40 CFR Part 52']]]);
});

test.run();

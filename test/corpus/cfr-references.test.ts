import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseCfrReference } from '../../build/corpus/cfr-references.ts';

const PARTS: readonly [string, number, string[]][] = [
  ['20 CFR Part 404', 20, ['404']],
  ['42 CFR 424', 42, ['424']],
  ['12 CFR Parts 1024 and 1026', 12, ['1024', '1026']],
  ['12 CFR Parts 1002, 1005, 1024, and 1026', 12, ['1002', '1005', '1024', '1026']],
  ['7 CFR part 1c', 7, ['1c']],
  ['41 CFR Part 102-3', 41, ['102-3']],
  ['41 CFR Parts 60–1 and 60–2', 41, ['60–1', '60–2']],
];

test('references to parts are read', () => {
  for (const [text, title, parts] of PARTS) assert.equal(parseCfrReference(text), { title, parts }, text);
});

test('text other than parts keeps the title and gives no parts', () => {
  const texts = [
    '47 CFR Chapter I',
    '40 CFR Parts 51-53',
    '20 CFR 404.1520',
    '20 CFR Part',
    '20 CFR Parts and',
    '20 CFR Part 404, subpart P',
    '20 CFR Part 404 and 29 CFR Part 1910',
  ];
  for (const text of texts)
    assert.equal(parseCfrReference(text), { title: Number(text.slice(0, 2)), parts: [] }, text);
});

test('text without a title gives no reference', () => {
  const texts = [
    'RIN 0648–XF326',
    'The Ferry Tariff of 1931',
    '0 CFR Part 1',
    '51 CFR Part 1',
    '999 CFR Part 1',
    'CFR Part 1',
    '',
  ];
  for (const text of texts) assert.is(parseCfrReference(text), null, text);
});

test.run();

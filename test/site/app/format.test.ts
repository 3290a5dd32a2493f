import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as format from '../../../build/site/app/format.ts';

test('numbers and dates are written out', () => {
  assert.is(format.counted(1, 'document'), '1 document');
  assert.is(format.counted(0, 'document'), '0 documents');
  assert.is(format.counted(1234567, 'title'), '1,234,567 titles');
  assert.is(format.longDate('2018-05-01'), 'May 1, 2018');
  assert.is(format.longDate('2018-12-31'), 'December 31, 2018');
  assert.is(format.longDate('soon'), 'soon');
  assert.equal(['2018-05-01', '2018-09-30', ''].map(format.shortDate), ['May 1, 2018', 'Sep 30, 2018', '']);
  assert.is(format.monthName(1), 'January');
});

test('values of the corpus become labels', () => {
  assert.is(format.label('proposed_rule'), 'Proposed rule');
  assert.is(format.label('official_prima_facie'), 'Official prima facie');
  assert.is(format.label(''), '');
});

test('isCapitals is true for names in capitals only', () => {
  for (const name of ['COPYRIGHTS', 'THE CONGRESS', 'AGRICULTURE—GENERAL, 1984'])
    assert.ok(format.isCapitals(name), name);
  for (const name of ['Copyrights', 'EPA', '1984', 'NASA and others', ''])
    assert.not.ok(format.isCapitals(name), name);
});

test('names in capitals become text with small words, abbreviations and numbers; other names are unchanged', () => {
  for (const [name, text] of [
    ['SUBJECT MATTER AND SCOPE OF COPYRIGHT', 'Subject Matter and Scope of Copyright'],
    ['THE CONGRESS', 'The Congress'],
    ['ACTS; THE BOARD—A FUND (THE OTHER)', 'Acts; The Board—A Fund (The Other)'],
    ["VETERANS' BENEFITS UNDER THE U.S. CODE", "Veterans' Benefits under the U.S. Code"],
    ['NON-FEDERAL PUBLIC WORKS', 'Non-Federal Public Works'],
    ['PART IV OF TITLE VII, 1984', 'Part IV of Title VII, 1984'],
    ['NASA AND THE EPA', 'NASA and the EPA'],
    ['CIVIL MIX', 'Civil Mix'],
    ['ÉTATS D’AMIS', 'États D’amis'],
    ['Copyrights and Such', 'Copyrights and Such'],
    ['EPA', 'EPA'],
    ['', ''],
  ] as const)
    assert.is(format.asText(name), text);
  assert.is(format.asText('II. OFFICE OF LAMPS'), 'II. Office of Lamps');
});

test('one section has one sign, several sections have two', () => {
  for (const number of ['106', '106A', '1.1', '28–1', '300aa-1'])
    assert.is(format.sectionSign(number), '§', number);
  for (const number of [
    '101 and 102',
    '65, 66',
    '1201 to 1203',
    '1101...1164',
    '§ 16.104-16.109',
    '1-§ 3',
    '1 § 2',
  ])
    assert.is(format.sectionSign(number), '§§', number);
  assert.equal(['§ 16.104', '§§ 1, 2', '106'].map(format.plainNumber), ['16.104', '1, 2', '106']);
});

test('the name of several sections does not repeat their numbers', () => {
  assert.is(format.nameBehind('16.104-16.109', '§§ 16.104-16.109   [Reserved]'), '[Reserved]');
  assert.is(format.nameBehind('16.104', '§ 17 and others'), '§ 17 and others');
  assert.is(format.nameBehind('106', '106 ways'), '106 ways');
});

test('pages are counted from 1', () => {
  assert.equal(format.pageOf(0, 20, 0), { page: 1, pages: 1 });
  assert.equal(format.pageOf(20, 20, 41), { page: 2, pages: 3 });
  assert.equal(format.pageOf(19, 20, 20), { page: 1, pages: 1 });
});

test('a curl command quotes any URL', () => {
  assert.is(format.curl("http://a/b?c='d'&e"), "curl 'http://a/b?c=%27d%27&e'");
});

test.run();

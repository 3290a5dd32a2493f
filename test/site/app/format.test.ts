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

test('values of the corpus are labels', () => {
  assert.is(format.label('proposed_rule'), 'Proposed rule');
  assert.is(format.label('official_prima_facie'), 'Official prima facie');
  assert.is(format.label(''), '');
});

test('names in capitals are told apart', () => {
  for (const name of ['COPYRIGHTS', 'THE CONGRESS', 'AGRICULTURE—GENERAL, 1984'])
    assert.ok(format.isCapitals(name), name);
  for (const name of ['Copyrights', 'EPA', '1984', 'NASA and others', ''])
    assert.not.ok(format.isCapitals(name), name);
});

test('pages are counted from 1', () => {
  assert.equal(format.pageOf(0, 20, 0), { page: 1, pages: 1 });
  assert.equal(format.pageOf(20, 20, 41), { page: 2, pages: 3 });
  assert.equal(format.pageOf(19, 20, 20), { page: 1, pages: 1 });
});

test('a command is one for shells, whatever the URL holds', () => {
  assert.is(format.curl("http://a/b?c='d'&e"), "curl 'http://a/b?c=%27d%27&e'");
});

test.run();

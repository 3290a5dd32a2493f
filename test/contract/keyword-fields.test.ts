import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agenciesOf, keywordField } from '../../build/contract/keyword-fields.ts';

test('a field without a rule has its texts as keywords', () => {
  const { keywordsOf, wanted, isValue } = keywordField('harbors');
  assert.equal(keywordsOf({ harbors: ['North', 'South'] }), ['North', 'South']);
  assert.equal(keywordsOf({ harbors: 'North' }), ['North']);
  assert.equal(keywordsOf({ harbors: null }), []);
  assert.is(wanted(new Map([['harbor', 'North']])), 'North');
  assert.ok(isValue);
});

test('agencies are unique, with the first agency in front', () => {
  assert.equal(agenciesOf({ agency: 'B', agencies: ['A', 'b ', 'C  c', 'a', ''] }), ['B', 'A', 'C c']);
  assert.equal(agenciesOf({ agency: 'ONE' }), ['ONE']);
  assert.equal(agenciesOf({ agency: null, agencies: [] }), []);
});

test('a docket has its text and its number as keywords', () => {
  const { keywordsOf } = keywordField('docket_ids');
  assert.equal(keywordsOf({ docket_ids: ['WC Docket No. 17-84', 'Notice 1'] }), [
    'WC Docket No. 17-84',
    '17-84',
    'Notice 1',
  ]);
  assert.equal(keywordsOf({ docket_ids: ['FAA–2018–0001'] }), ['FAA-2018-0001', 'faa-2018-0001']);
  assert.equal(keywordsOf({ docket_ids: [] }), []);
  assert.is(keywordField('docket_ids').wanted(new Map([['docket_id', 'FAA–2018']])), 'FAA-2018');
});

test('a text has its RINs as keywords, or itself without any', () => {
  const { keywordsOf, wanted } = keywordField('rin');
  assert.equal(keywordsOf({ rin: '1018-AU24 and 1018–AV04' }), ['1018-AU24', '1018-AV04']);
  assert.equal(keywordsOf({ rin: 'pending' }), ['pending']);
  assert.equal(keywordsOf({ rin: null }), []);
  assert.is(wanted(new Map([['rin', 'RIN 1018–av04']])), '1018-AV04');
  assert.is(wanted(new Map([['rin', 'Pending']])), 'Pending');
});

test('a reference has keywords by title, by part, and by both', () => {
  const { keywordsOf, wanted } = keywordField('cfr_references');
  const cfr_references = [
    { title: 40, parts: ['52', '60'] },
    { title: 47, parts: [] },
  ];
  assert.equal(keywordsOf({ cfr_references }), ['40:', '40:52', ':52', '40:60', ':60', '47:']);
  assert.is(wanted(new Map([['cfr_title', '40']])), '40:');
  assert.is(wanted(new Map([['cfr_part', '52']])), ':52');
  assert.is(wanted(new Map([['cfr_part', ' 60–1 ']])), ':60-1');
  assert.equal(keywordsOf({ cfr_references: [{ title: 41, parts: ['60–1'] }] }), ['41:', '41:60-1', ':60-1']);
  assert.is(
    wanted(
      new Map([
        ['cfr_title', '40'],
        ['cfr_part', '52'],
      ]),
    ),
    '40:52',
  );
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { docketNumbersIn, rinsIn, writtenRinsIn } from '../../build/contract/dockets.ts';

const namesIn = (text: string): string[] => docketNumbersIn(text).map(({ name }) => name);

test('a docket number with letters is unique under any label', () => {
  for (const [text, ...names] of [
    ['EPA-HQ-OAR-2018-0279', 'epa-hq-oar-2018-0279'],
    ['Docket No. FAA–2018–0001', 'faa-2018-0001'],
    ['Docket ID: DoD-2009-OS-0160', 'dod-2009-os-0160'],
    ['File No. SR-NYSEArca-2018-15', 'sr-nysearca-2018-15'],
    ['Airspace Docket No. 17-ASO-12', '17-aso-12'],
    ['Docket No. 17-CRB-0011-SD (2015)', '17-crb-0011-sd'],
    ['A-533-502, A-549-502, and C-489-502', 'a-533-502', 'a-549-502', 'c-489-502'],
    ['OSS-2024-0007; Lot 12', 'oss-2024-0007'],
  ] as const) {
    assert.equal(namesIn(text), names, text);
  }
});

test('a number without letters includes the word before it', () => {
  for (const [text, ...names] of [
    ['WC Docket No. 17-84', ...['docket 17-84']],
    ['Docket Nos. 52-025 and 52-026', 'docket 52-025', 'docket 52-026'],
    ['17-84', 'docket 17-84'],
    ['DA 18-398', 'da 18-398'],
    ['Release No. 34-83177', 'release 34-83177'],
    ['OMB Control Number 0704-0533', 'control 0704-0533'],
    ['Doc. No. 34-83177', 'docket 34-83177'],
  ] as const) {
    assert.equal(namesIn(text), names, text);
  }
  assert.equal(docketNumbersIn('WC Docket No. 17-84'), [{ number: '17-84', name: 'docket 17-84' }]);
});

test('a word without dash or three digits, a RIN or part of a word is no docket number', () => {
  for (const text of [
    'covid-19',
    'F-35',
    'Notice 1',
    'MMAA104000',
    'sub-no',
    '2060-AU24',
    '1.401-200',
    'a/b-100',
    '',
  ]) {
    assert.equal(namesIn(text), [], text);
  }
});

test('every spelling of a RIN is read', () => {
  assert.equal(rinsIn('RIN 2060-AU24'), ['2060-AU24']);
  assert.equal(rinsIn('rin 2060–au24.'), ['2060-AU24']);
  assert.equal(rinsIn('7100 ZA-08'), ['7100-ZA08']);
  assert.equal(rinsIn('7100-ZA-09'), ['7100-ZA09']);
  assert.equal(rinsIn('RIN 0648–XF326'), ['0648-XF326']);
  assert.equal(rinsIn('1018-AU24 and 1018-AV04'), ['1018-AU24', '1018-AV04']);
  assert.equal(writtenRinsIn('RINs 0648–XF326, 7100 ZA-08'), ['0648–XF326', '7100 ZA-08']);
  for (const text of [
    '12060-AU24',
    '2060-AU2',
    '2060-AU2411',
    'FR-2060-AU24',
    '2060-AU24-1',
    '40 CFR 52',
    '',
  ])
    assert.equal(rinsIn(text), [], text);
});

test.run();

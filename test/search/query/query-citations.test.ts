import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { citationsIn } from '../../../build/search/query/query-citations.ts';

const found = (expected: string[], texts: string[]): void => {
  for (const text of texts) assert.equal(citationsIn(text), expected, text);
};

test('every usual form cites the United States Code', () => {
  found(
    ['usc:17:106'],
    [
      '17 USC 106',
      '17 usc 106',
      '17USC106',
      '17 U.S.C. § 106',
      '17 U. S. C. § 106',
      '17 U.S.C. §§ 106',
      '17 U.S.C. 106(1)',
      '17 U.S.C. § 106(1)(A)',
      '17 u.s.c.106',
      '17 U.S.C.A. § 106',
      '17 USC sec. 106',
      '17 USC Section 106',
      '17 U.S. Code § 106',
      '17 US Code 106',
      '17 United States Code 106',
      'section 106 of title 17, United States Code',
      'Sec. 106 of Title 17 of the U.S. Code',
      '§ 106(1) of title 17, U.S.C.',
      'title 17, U.S.C., section 106',
      'see 17 USC 106.',
      '(17 USC 106)',
    ],
  );
});

test('a section number includes letters and dashes', () => {
  found(['usc:17:106a'], ['17 USC 106A', '17 usc 106a']);
  found(['usc:42:300aa-1'], ['42 U.S.C. 300aa–1', '42 U.S.C. 300aa-1', '42 U.S.C. 300aa\u20111']);
});

test('a citation of an appendix has the appendix’s label', () => {
  found(['usc:18a:6'], ['18 U.S.C. App. § 6', '18 USC App 6', '18a USC 6', '18 U.S.C. Appendix 6']);
});

test('regulations are cited by section or part, with or without a dot', () => {
  found(
    ['cfr:1:1.1'],
    ['1 CFR 1.1', '1 CFR § 1.1', '1 C.F.R. § 1.1(b)', '1 cfr sec. 1.1', 'title 1 CFR section 1.1'],
  );
  found(['cfr:16:1.25-1t'], ['16 CFR 1.25-1T']);
  found(['part:2:180'], ['2 CFR part 180', '2 CFR Pt. 180', 'title 2 part 180']);
  found(['part:2:180'], ['title 2 CFR part 180', 'title 2 U.S.C. part 180']);
  found(['cfr:2:180', 'part:2:180'], ['2 CFR 180', '2 CFR § 180']);
});

test('a citation without a code cites both codes', () => {
  found(
    ['usc:17:106', 'cfr:17:106'],
    ['section 106 of title 17', 'title 17 section 106', '§ 106 of title 17'],
  );
});

test('the Federal Register is cited by page or number', () => {
  found(
    ['frp:83:21707', 'frpw:83:21707'],
    ['83 FR 21707', '83 F.R. 21707', '83 Fed. Reg. 21,707', '83 Fed. Reg. at 21707', '083 fr 21707'],
  );
  // A number in the form of a document's may be a docket's.
  for (const [number, docket] of [
    ['2018-09910', 'docket 2018-09910'],
    ['04-16753', 'docket 04-16753'],
    ['E8-23178', 'e8-23178'],
    ['C1-2017-20310', 'c1-2017-20310'],
    ['2012-1728', 'docket 2012-1728'],
  ] as const) {
    const keys = [`fr:${number.toLowerCase()}`, `docket:${docket}`];
    found(keys, [number, number.toLowerCase(), `Doc. ${number}`, `(${number})`]);
  }
  assert.is(citationsIn('FR Doc. E8-23178')[0], 'fr:e8-23178');
});

test('every usual form of a number cites the docket', () => {
  found(
    ['docket:epa-hq-oar-2018-0279'],
    ['EPA-HQ-OAR-2018-0279', 'Docket ID No. EPA–HQ–OAR–2018–0279', 'see epa-hq-oar-2018-0279.'],
  );
  found(['docket:faa-2018-0001'], ['Docket No. FAA-2018-0001', '(FAA-2018-0001)']);
  assert.ok(citationsIn('WC Docket No. 17-84').includes('docket:docket 17-84'));
  assert.ok(citationsIn('Release No. 34-83177').includes('docket:release 34-83177'));
  assert.not(citationsIn('Pub. L. 91-581').includes('docket:docket 91-581'));
  found(['usc:42:300aa-1'], ['42 U.S.C. 300aa-1']);
});

test('every spelling of a RIN has its key', () => {
  found(['rin:2060-AU24'], ['2060-AU24', 'RIN 2060-AU24', 'rin: 2060–au24']);
});

test('a text with digits but no number is a docket as a whole', () => {
  found(['docket:notice 1'], ['Notice 1', 'notice  1']);
  found(['docket:covid-19'], ['covid-19']);
  found([], ['covid', 'the lamp']);
});

test('an identifier or shorthand is read as a whole query only', () => {
  found(
    ['id:/us/usc/t17/s106'],
    ['/us/usc/t17/s106', 'us/usc/t17/s106', '/US/USC/T17/S106', ' /us/usc/t17/s106/ '],
  );
  found(['id:/us/usc/t45/s65, 66'], ['/us/usc/t45/s65, 66']);
  found(['id:/us/cfr/t44/s 16.104-16.109'], ['/us/cfr/t44/s§ 16.104–16.109', '/us/cfr/t44/s§16.104-16.109']);
  found(['id:/us/usc/t17/s106', 'id:/us/cfr/t17/s106'], ['t17/s106', 'T17/S106']);
});

test('several citations are in order of appearance', () => {
  found(['cfr:1:1.1', 'usc:17:106'], ['1 CFR 1.1 and 17 USC 106']);
});

test('a number that cites no law has no key', () => {
  for (const text of [
    '106',
    'section 106',
    '17 106',
    'title 17',
    'part 180',
    'the 83 frogs 21',
    'USC 106',
    '1.2.3',
    '12-34-56-78',
  ])
    assert.ok(
      citationsIn(text).every(key => key.startsWith('docket:')),
      text,
    );
});

test.run();

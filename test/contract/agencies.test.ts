import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { agencyKey, agencyKeys, closeAgencies, shorterNames } from '../../build/contract/agencies.ts';

const same = (...names: string[]) =>
  assert.is(new Set(names.map(agencyKey)).size, 1, names.map(agencyKey).join(' | '));

test('all inversions of a name have one key', () => {
  same(
    'Commerce Department',
    'DEPARTMENT OF COMMERCE',
    ' department  of commerce',
    'U.S. Department of Commerce',
  );
  same('Treasury Department', 'DEPARTMENT OF THE TREASURY', 'Department of Treasury');
  same('Management and Budget Office', 'Office of Management & Budget');
  same('Land Management Bureau', 'BUREAU OF LAND MANAGEMENT');
  same('Postal Service', 'United States Postal Service', 'THE UNITED STATES POSTAL SERVICE');
  same('Trade Representative, Office of United States', 'Office of the United States Trade Representative');
});

test('different agencies have different keys', () => {
  const names = [
    'Commerce Department',
    'Labor Department',
    'Commerce Office',
    'Department of Commerce and Department of Transportation',
    'Federal Housing Finance Agency',
    'Federal Housing Finance Board',
    'Executive Office of the President',
    'Office of the President',
  ];
  assert.is(new Set(names.map(agencyKey)).size, names.length);
});

test('the text before each comma also finds an agency', () => {
  const fema = 'FEDERAL EMERGENCY MANAGEMENT AGENCY, DEPARTMENT OF HOMELAND SECURITY';
  assert.equal(shorterNames(fema), ['FEDERAL EMERGENCY MANAGEMENT AGENCY']);
  assert.equal(agencyKeys(fema), [agencyKey(fema), 'federal emergency management agency']);
  assert.equal(shorterNames('Bureau of Alcohol, Tobacco, Firearms, and Explosives'), [
    'Bureau of Alcohol',
    'Bureau of Alcohol, Tobacco',
    'Bureau of Alcohol, Tobacco, Firearms',
  ]);
  assert.equal(shorterNames('Trade Representative, Office of United States'), []);
  assert.equal(shorterNames('Commerce Department'), []);
  assert.equal(agencyKeys(''), []);
});

test("the agency's name alone finds the chapter with its guidance", () => {
  const office = 'Office of Management and Budget';
  for (const chapter of [
    'OFFICE OF MANAGEMENT AND BUDGET GUIDANCE',
    'OFFICE OF MANAGEMENT AND BUDGET GOVERNMENTWIDE GUIDANCE FOR GRANTS AND AGREEMENTS',
    'Office of Management and Budget Government-wide Regulations',
  ])
    assert.ok(agencyKeys(chapter).includes(agencyKey(office)), chapter);
  assert.equal(shorterNames('GUIDANCE'), []);
  assert.equal(shorterNames('Office of Guidance Counselors'), []);
});

const NAMES = [
  'ENVIRONMENTAL PROTECTION AGENCY',
  'Health and Human Services Department',
  'DEPARTMENT OF HOMELAND SECURITY',
  'Justice Department',
  'DEPARTMENT OF AGRICULTURE',
  'OFFICE OF MANAGEMENT AND BUDGET GUIDANCE',
  'FEDERAL EMERGENCY MANAGEMENT AGENCY',
  'Federal Election Commission',
];

test('initials suggest an agency', () => {
  const meant = (asked: string) => closeAgencies(asked, NAMES);
  assert.equal(meant('EPA'), ['ENVIRONMENTAL PROTECTION AGENCY']);
  assert.equal(meant('e.p.a.'), ['ENVIRONMENTAL PROTECTION AGENCY']);
  assert.equal(meant('HHS'), ['Health and Human Services Department']);
  assert.equal(meant('DHS'), ['DEPARTMENT OF HOMELAND SECURITY']);
  assert.equal(meant('DOJ'), ['Justice Department']);
  assert.equal(meant('USDA'), ['DEPARTMENT OF AGRICULTURE']);
  assert.equal(meant('FEMA'), ['FEDERAL EMERGENCY MANAGEMENT AGENCY']);
  assert.equal(
    meant('OMB'),
    ['OFFICE OF MANAGEMENT AND BUDGET GUIDANCE'],
    'where none has them, their beginning',
  );
  assert.equal(meant('DO'), [], 'but not of two letters');
});

test('words of a name and similar spellings suggest an agency', () => {
  const meant = (asked: string) => closeAgencies(asked, NAMES);
  assert.equal(meant('Office of Management and Budget'), ['OFFICE OF MANAGEMENT AND BUDGET GUIDANCE']);
  assert.equal(meant('homeland'), ['DEPARTMENT OF HOMELAND SECURITY']);
  assert.equal(meant('environ'), ['ENVIRONMENTAL PROTECTION AGENCY'], 'a word may be a beginning');
  assert.equal(meant('Federal'), ['FEDERAL EMERGENCY MANAGEMENT AGENCY', 'Federal Election Commission']);
  assert.equal(meant('Enviromental Protecton Agncy'), ['ENVIRONMENTAL PROTECTION AGENCY']);
  for (const nobody of ['', 'xyzzy', 'the', 'E', '%', 'x'.repeat(10_000)])
    assert.equal(meant(nobody), [], nobody);
});

test('at most five agencies are suggested, ties in the given order', () => {
  const many = Array.from({ length: 9 }, (_, i) => `Harbor Board ${i}`);
  assert.equal(closeAgencies('harbor', many), many.slice(0, 5));
});

test.run();

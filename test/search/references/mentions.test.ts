import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { referencesOf } from '../../../build/search/references/references.ts';
import { documentWith } from './sample.ts';

const cites = (source: 'usc' | 'ecfr' | 'fr', text: string, citations?: string[]): string =>
  referencesOf(documentWith(source, text, citations)).cites.join(' ');

/** Text of a notice, and the keys in it. */
const NAMED: Record<string, string> = {
  'by 17 U.S.C. 107, which': 'usc:17:107',
  'by 17 USC § 107(a)(1).': 'usc:17:107',
  'by 17 U.S.C. Section 107 and': 'usc:17:107',
  'by 17 U.S.C.A. 107': 'usc:17:107',
  '(42 U.S.C. §§ 4321, 4332 and 4335)': 'usc:42:4321 usc:42:4332 usc:42:4335',
  '42 U.S.C. 4321(a), 4332(b)(1), or 4335': 'usc:42:4321 usc:42:4332 usc:42:4335',
  '12 U.S.C. 2601et seq.': 'usc:12:2601',
  '12 U.S.C. 1701x-1 et seq.': 'usc:12:1701x-1',
  '42 U.S.C. 300aa–1': 'usc:42:300aa-1',
  '40 U.S.C. 3141–3144': 'usc:40:3141 usc:40:3142 usc:40:3143 usc:40:3144',
  '44 U.S.C. 3501-3520': 'usc:44:3501 usc:44:3520',
  '17 U.S.C. §§ 106-08': 'usc:17:106 usc:17:107 usc:17:108 usc:17:106-08',
  '28 U.S.C. §§ 2241–55, 106-107': 'usc:28:2241 usc:28:2255 usc:28:2241-55 usc:28:106 usc:28:107',
  '28 U.S.C. § 2241-55': 'usc:28:2241-55',
  '42 U.S.C. 2000e-2000e-17': 'usc:42:2000e usc:42:2000e-17 usc:42:2000e-2000e-17',
  '40 CFR §§ 1500.1-.3': 'cfr:40:1500.1 cfr:40:1500.2 cfr:40:1500.3',
  '40 CFR parts 1500-02': 'part:40:1500 part:40:1501 part:40:1502 part:40:1500-02',
  '41 CFR parts 102-33': 'part:41:102-33',
  '45 U.S.C. 231-231v': 'usc:45:231 usc:45:231v',
  '6 U.S.C. 101 through 104': 'usc:6:101 usc:6:102 usc:6:103 usc:6:104',
  '6 U.S.C. 101 through 121':
    'usc:6:101 usc:6:102 usc:6:103 usc:6:104 usc:6:105 usc:6:106 usc:6:107 usc:6:108 usc:6:109 usc:6:110 usc:6:111 usc:6:112 usc:6:113 usc:6:114 usc:6:115 usc:6:116 usc:6:117 usc:6:118 usc:6:119 usc:6:120 usc:6:121',
  '6 U.S.C. 101 to 122': 'usc:6:101 usc:6:122',
  '5 U.S.C. App. 3': 'usc:5a:3',
  '50 U.S.C. Appx. § 511(1)': 'usc:50a:511',
  '5 U.S.C. App.': '',
  '5 U.S.C. 552, 15 U.S.C. 78': 'usc:5:552 usc:15:78',
  '5 U.S.C. 552, 30 days later': 'usc:5:552',
  '45 CFR 46.101(b)': 'cfr:45:46.101',
  '45 CFR § 46.101': 'cfr:45:46.101',
  '45 C.F.R. part 46': 'part:45:46',
  '45 CFR 46': 'cfr:45:46 part:45:46',
  '41 CFR part 60-300': 'part:41:60 part:41:300 part:41:60-300',
  '40 CFR parts 1500-1502': 'part:40:1500 part:40:1501 part:40:1502 part:40:1500-1502',
  '3 CFR, 1978 Comp., p. 32': '',
  'Based on 44 U.S. Code, 1964 ed., § 1': '',
  'parts 1500 through 1502 of title 40': 'part:40:1500 part:40:1501 part:40:1502',
  'section 552 of title 5': 'usc:5:552',
  'section 552 of title 5, United States Code': 'usc:5:552',
  'sections 552 and 552a of Title 5': 'usc:5:552 usc:5:552a',
  'section 1.1 of title 1': 'cfr:1:1.1',
  'section 256 of title 37 of the Code of Federal Regulations': 'cfr:37:256 part:37:256',
  'chapter 55 (§ 4321 et seq.) of Title 42': 'usc:42:4321',
  'section 405 of former title 11': '',
  'section 405 of title IV': '',
  'section 106 of the bill': '',
  'section 106': '',
  '§ 70.4': '',
  '83 FR 21707': 'frp:83:21707',
  '83 Fed. Reg. 21,707, 21,710': 'frp:83:21707',
  '[41 FR 46991, Oct. 26, 1976, as amended at 50 FR 12466, Mar. 28, 1985]': 'frp:41:46991 frp:50:12466',
  'pay 5 US customers, 3 free rooms, 12 CFRs': '',
  'No. 1,017 U.S.C. 5 and $17 U.S.C. 5': '',
};
for (const [text, keys] of Object.entries(NAMED)) {
  test(`in a notice: ${text}`, () => assert.is(cites('fr', text), keys));
}

/** Text of 17 U.S.C. 106. */
const OF_CODE: Record<string, string> = {
  'section 107 of this title': 'usc:17:107',
  'Sections 107 and 107A apply': 'usc:17:107 usc:17:107a',
  'sections 107 through 109': 'usc:17:107 usc:17:108 usc:17:109',
  'sections 107-09 of this title': 'usc:17:107 usc:17:108 usc:17:109 usc:17:107-09',
  'sections 107(1), 107(3), and 115': 'usc:17:107 usc:17:115',
  'section 552 of title 5': 'usc:5:552',
  'chapter 1 (§ 101 et seq.) of this title': 'usc:17:101',
  'section 5 of the Clayton Act': '',
  'section 5 of such Act': '',
  'section 1000(a)(9) [title IV, § 47] of , set out': '',
  'section 20() of , set out': '',
  'part 5 of it, § 101 of that law': '',
  'as section 107 says': 'usc:17:107',
  'pursuant to section 107 to the extent': 'usc:17:107',
  'section 107 of this subtitle': 'usc:17:107',
  'section 107 of this Act': '',
  '“as section 107 says': '',
  '“a quotation\n\nas section 107 says': 'usc:17:107',
  'plain\n\n“(b) as section 107 says': '',
  '“as section 107 of this title says': 'usc:17:107',
};
for (const [text, keys] of Object.entries(OF_CODE)) {
  test(`in the U.S. Code: ${text}`, () => assert.is(cites('usc', text), keys));
}

/** Text of 36 CFR 70.2. */
const OF_REGULATIONS: Record<string, string> = {
  'under § 70.4(b)': 'cfr:36:70.4',
  '§§ 1.1 and 1.2': 'cfr:36:1.1 cfr:36:1.2',
  'see section 70.4': 'cfr:36:70.4',
  '45 CFR § 46.101': 'cfr:45:46.101',
  'part 121 of this title': 'part:36:121',
  'parts 302 and 314 of this chapter': 'part:36:302 part:36:314',
  'part 121 of the form': '',
  'part 121': '',
  '§ 306 of the Stafford Act, section 5': '',
  '§ 1.1 of that order': '',
};
for (const [text, keys] of Object.entries(OF_REGULATIONS)) {
  test(`in the regulations: ${text}`, () => assert.is(cites('ecfr', text), keys));
}

test('citations are listed once each, in the order of the text, without the document’s own', () => {
  assert.is(
    cites('usc', 'section 108, section 106, 17 U.S.C. 106, section 107, section 108'),
    'usc:17:108 usc:17:107',
  );
  assert.is(cites('ecfr', 'part 70 of this chapter, § 70.2, § 70.3'), 'cfr:36:70.3');
  assert.is(cites('fr', '83 FR 100, 83 FR 101'), 'frp:83:101');
});

test("an appendix's sections are of the appendix", () => {
  const keys = ['id:/us/usc/t5a/pl/92/463/s1', 'usc:5a:1', 'usc:5:1'];
  assert.is(cites('usc', 'as section 7 says', keys), 'usc:5a:7');
});

test.run();

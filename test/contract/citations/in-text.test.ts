import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Citation, SectionCitation } from '../../../build/contract/citations/citation.ts';
import { citationsInText, isOfOwnCode } from '../../../build/contract/citations/in-text.ts';
import { sourceOf } from '../../../build/contract/sources.ts';

/** What is cited, in a short form: `17 USC 106|of title`, and the words of each number. */
function shortOf(text: string, citation: Citation): string {
  const words = text.slice(citation.at, citation.end);
  if (citation.by === 'page')
    return `${words} = ${citation.volume} ${citation.journal.abbreviation} ${citation.page}`;
  const { title, code, isPart, isSign, of, numbers, hasMore } = citation;
  const list = numbers.map(
    ({ number, at, end, isPart, endsRange }) =>
      `${endsRange ? '-' : ''}${isPart ? 'part ' : ''}${number}<${text.slice(at, end)}>`,
  );
  const kind = `${title ?? '?'} ${code?.abbreviation ?? '?'}${isPart ? ' part' : ''}${isSign ? ' §' : ''}`;
  return `${words} = ${kind} ${list.join(' ')}${hasMore ? ' …' : ''}${of ? ` of ${of}` : ''}`;
}

const found = (text: string): string[] =>
  Array.from(citationsInText(text), citation => shortOf(text, citation));

const CITED: Record<string, string[]> = {
  'by 17 U.S.C. 107(a)(1), which': ['17 U.S.C. 107(a)(1) = 17 USC 107<107(a)(1)>'],
  '5 U.S.C. App. § 3 and 7': ['5 U.S.C. App. § 3 and 7 = 5a USC 3<3> 7<7>'],
  '5 U.S.C. app 3': ['5 U.S.C. app 3 = 5a USC 3<3>'],
  '1 CFR App. 3': ['1 CFR App. 3 = 1 CFR 3<3>'],
  '6 U.S.C. 101 through 104, 109': ['6 U.S.C. 101 through 104, 109 = 6 USC 101<101> -104<104> 109<109>'],
  '12 U.S.C. 2601et seq.': ['12 U.S.C. 2601et seq. = 12 USC 2601<2601> …'],
  '45 CFR 46.101 and part 160 or sections 5.1': [
    '45 CFR 46.101 and part 160 or sections 5.1 = 45 CFR 46.101<46.101> part 160<part 160> 5.1<sections 5.1>',
  ],
  '33 CFR 165.T11-157 and 100.35T09-0208': [
    '33 CFR 165.T11-157 and 100.35T09-0208 = 33 CFR 165.T11-157<165.T11-157> 100.35T09-0208<100.35T09-0208>',
  ],
  '45 CFR pt. 46': ['45 CFR pt. 46 = 45 CFR part 46<46>'],
  '83 Fed. Reg. 21,707, 21,710': ['83 Fed. Reg. 21,707 = 83 FR 21,707'],
  'section 1.1 of title 1, Code of Federal Regulations': [
    'section 1.1 of title 1, Code of Federal Regulations = 1 CFR 1.1<1.1> of title',
  ],
  'section 256 of title 37, U.S. Code.': ['section 256 of title 37, U.S. Code = 37 USC 256<256> of title'],
  'Section 256, Title 37, U.S. Code and': ['Section 256, Title 37, U.S. Code = 37 USC 256<256> of title'],
  'section 256 of title 37, U.S.C., is': ['section 256 of title 37, U.S.C. = 37 USC 256<256> of title'],
  'section 256 of title 37, United States Codes': [
    'section 256 of title 37, United States Code = 37 USC 256<256> of title',
  ],
  'part 25 of title 47, Code of Federal Regulations.': [
    'part 25 of title 47, Code of Federal Regulations = 47 CFR part 25<25> of title',
  ],
  '17 U.S.C.S. § 106 and 17 USCS 107': [
    '17 U.S.C.S. § 106 = 17 USC 106<106>',
    '17 USCS 107 = 17 USC 107<107>',
  ],
  '28 U. S. C. S. 1331, 28 U.S.C.A. 1332': [
    '28 U. S. C. S. 1331 = 28 USC 1331<1331>',
    '28 U.S.C.A. 1332 = 28 USC 1332<1332>',
  ],
  '17 U.S.C. sections 106': ['17 U.S.C. sections 106 = 17 USC 106<106>'],
  'section 106 of 17 U.S.C., § 7': ['section 106 = ? ? 106<106> of other', '17 U.S.C., § 7 = 17 USC 7<7>'],
  'section 106 of 17 U.S.C. for, §106 in 17 USC.': [
    'section 106 of 17 U.S.C. = 17 USC 106<106> of title',
    '§106 in 17 USC. = 17 USC § 106<106> of title',
  ],
  'section 106(a) of 17 U.S.C.A. 107': [
    'section 106(a) = ? ? 106<106(a)> of other',
    '17 U.S.C.A. 107 = 17 USC 107<107>',
  ],
  'section 60.13 of 36 CFR part 60': [
    'section 60.13 = ? ? 60.13<60.13> of other',
    '36 CFR part 60 = 36 CFR part 60<60>',
  ],
  'section 3 of 18 U.S.C. App.': ['section 3 = ? ? 3<3> of other'],
  'section 3 of 18 U.S.C. chapter 9': ['section 3 = ? ? 3<3> of other'],
  'part 1264 of 14 CFR.': ['part 1264 of 14 CFR. = 14 CFR part 1264<1264> of title'],
  'tit. 17, U.S.C., § 106': ['tit. 17, U.S.C., § 106 = 17 USC 106<106> of title'],
  'Cal. Code Regs. tit. 14, § 15126': ['§ 15126 = ? ? § 15126<15126>'],
  '40 Code Fed. Regs. § 60.1 and 40 Code of Fed. Reg. 60.2': [
    '40 Code Fed. Regs. § 60.1 = 40 CFR 60.1<60.1>',
    '40 Code of Fed. Reg. 60.2 = 40 CFR 60.2<60.2>',
  ],
  '58 Fed. Register 51735': ['58 Fed. Register 51735 = 58 FR 51735'],
  '40 CFR §§ 60.1(a)-.7(b), 60.9': [
    '40 CFR §§ 60.1(a)-.7(b), 60.9 = 40 CFR 60.1<60.1(a)> -60.7<.7(b)> 60.9<60.9>',
  ],
  '40 CFR § 60.1-.7': ['40 CFR § 60.1 = 40 CFR 60.1<60.1>'],
  '40 CFR §§ 60.7-.1': ['40 CFR §§ 60.7 = 40 CFR 60.7<60.7>'],
  '40 CFR §§ 60.7-.7': ['40 CFR §§ 60.7 = 40 CFR 60.7<60.7>'],
  '40 CFR §§ 60.1-.7.3': ['40 CFR §§ 60.1 = 40 CFR 60.1<60.1>'],
  '40 CFR §§ 60.1 to 60.3-.7': ['40 CFR §§ 60.1 to 60.3 = 40 CFR 60.1<60.1> -60.3<60.3>'],
  'section 256 of title 37': ['section 256 of title 37 = 37 USC 256<256> of title'],
  'part 256 of title 37': ['part 256 of title 37 = 37 CFR part 256<256> of title'],
  'sections 7 and 8 of this chapter': ['sections 7 and 8 of this chapter = ? ? 7<7> 8<8> of this'],
  '§ 7 of the Act': ['§ 7 = ? ? § 7<7> of other'],
  'section 7': ['section 7 = ? ? 7<7>'],
  '17 U.S.C.T. 106': [],
  '3 CFR, 1978 Comp.': [],
  '5 U.S.C. 552, 15 U.S.C. 78': ['5 U.S.C. 552 = 5 USC 552<552>', '15 U.S.C. 78 = 15 USC 78<78>'],
  'No. 1,017 U.S.C. 5 and $17 U.S.C. 5': [],
};
for (const [text, expected] of Object.entries(CITED))
  test(`the words: ${text}`, () => assert.equal(found(text), expected));

test('a list has 200 numbers at most', () => {
  const [list] = citationsInText(`17 U.S.C. ${Array.from({ length: 300 }, (_, i) => i + 1).join(', ')}`);
  assert.is((list as SectionCitation).numbers.length, 200);
});

const CODES = { usc: sourceOf('usc').citation, ecfr: sourceOf('ecfr').citation };

/** Which numbers of a text are of the code of a document that says it. */
function own(source: 'usc' | 'ecfr', text: string): string {
  const [citation] = citationsInText(text);
  const code = CODES[source];
  if (code?.by !== 'section') throw new Error(`${source} has no sections`);
  const { numbers } = citation as SectionCitation;
  return numbers
    .map(({ number }) => number)
    .filter(number => isOfOwnCode(citation as SectionCitation, code, number))
    .join(' ');
}

test('a section of a statute says section, or of this title', () => {
  assert.is(own('usc', 'sections 7, 8'), '7 8');
  assert.is(own('usc', '§ 7'), '', 'a sign is one of an act');
  assert.is(own('usc', '§ 7 of this title'), '7');
  assert.is(own('usc', 'section 7 of the Act'), '');
  assert.is(own('usc', 'part 7 of this title'), '');
});

test('a section of regulations has a dot, and a part of this title has none', () => {
  assert.is(own('ecfr', '§§ 7.1, 8'), '7.1');
  assert.is(own('ecfr', 'section 7.1 of that order'), '');
  assert.is(own('ecfr', 'parts 7, 8.1 of this title'), '7');
  assert.is(own('ecfr', 'part 7'), '');
});

test.run();

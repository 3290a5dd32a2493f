import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { referencesOf } from '../../../build/search/references/references.ts';
import { documentWith } from './sample.ts';

const names = (source: 'usc' | 'ecfr' | 'fr', text: string): string =>
  referencesOf(documentWith(source, text))
    .names.map(({ name, key, weight }) => `${name} = ${key} ${weight}`)
    .join('; ');

const CITED: Record<string, string> = {
  'Under the Clean Lamp Act of 1969 (42 U.S.C. 4321 et seq.), we': 'Clean Lamp Act = usc:42:4321 2',
  'the Clean Lamp Act, as amended [42 U.S.C. 4321]': 'Clean Lamp Act = usc:42:4321 2',
  'the Clean Lamp Act, 42 U.S.C. 4321': 'Clean Lamp Act = usc:42:4321 2',
  'the Clean Lamp Act (CLA) (42 U.S.C. 4321)': 'Clean Lamp Act = usc:42:4321 2',
  'the Clean Lamp Act (CLA; 42 U.S.C. 4321)': 'Clean Lamp Act = usc:42:4321 2',
  'the Clean Lamp Act, codified at 42 U.S.C. 4321': 'Clean Lamp Act = usc:42:4321 2',
  'the Clean Lamp Act (42 U.S.C. 4321(a)(2))': 'Clean Lamp Act = usc:42:4321 1',
  'the Food, Lamp, and Oil Act (42 U.S.C. 4321)': 'Food, Lamp, and Oil Act = usc:42:4321 2',
  'the Oil Act, Clean Lamp Act (42 U.S.C. 4321)': 'Clean Lamp Act = usc:42:4321 2',
  'the Oil Act and the Clean Lamp Act (42 U.S.C. 4321)': 'Clean Lamp Act = usc:42:4321 2',
  'the Small Lamp, Clean Lamp Act (42 U.S.C. 4321)': 'Clean Lamp Act = usc:42:4321 2',
  'under Federal Law or any Public Act (42 U.S.C. 4321)': '',
  'by EPA. Clean Lamp Act (42 U.S.C. 4321)': 'Clean Lamp Act = usc:42:4321 2',
  'Required Tests\n\nThe Clean Lamp Act (42 U.S.C. 4321)': 'Clean Lamp Act = usc:42:4321 2',
  'the John T. Smith Lamp Act (42 U.S.C. 4321)': 'John T. Smith Lamp Act = usc:42:4321 2',
  'Prior to the Clean Lamp Act (42 U.S.C. 4321)': 'Clean Lamp Act = usc:42:4321 2',
  'the Davis–Bacon Act (40 U.S.C. 3141)': 'Davis-Bacon Act = usc:40:3141 2',
  'codified under 40 U.S.C. 1101-1104, commonly referred to as the Bridge Act. The Bridge Act':
    'Bridge Act = usc:40:1101 2',
  '(45 U.S.C. 51 et seq.) (popularly referred to as the “Lamp Workers’ Liability Act”)':
    'Lamp Workers’ Liability Act = usc:45:51 2',
  '42 U.S.C. 4321 (commonly known as the ‘Workers’ Lamp Act’) and': 'Workers’ Lamp Act = usc:42:4321 2',
  '42 U.S.C. 4321 (commonly known as the ‘Clean Lamp Act’ and so on)': 'Clean Lamp Act = usc:42:4321 2',
  'section 552 of title 5 (commonly known as the Freedom to Read Act)': 'Freedom to Read Act = usc:5:552 2',
  'section 7 of the Clean Lamp Act, 42 U.S.C. 4321': '',
  'title II of the Clean Lamp Act (42 U.S.C. 4321)': '',
  'the Act (42 U.S.C. 4321) and such Act (42 U.S.C. 4321)': '',
  'the Department of Lamps (42 U.S.C. 4321)': '',
  'the Clean Lamp Act (45 CFR part 46) and the Clean Oil Act (83 FR 100)': '',
  'the Clean Lamp Act. It (42 U.S.C. 4321)': '',
};
for (const [text, expected] of Object.entries(CITED)) {
  test(`beside a citation: ${text}`, () => assert.is(names('fr', text), expected));
}

const SELF = 'id:/us/usc/t17/s106';
const CREDIT = '\n\nSource Credit: (Pub. L. 1)\n\n';
const ITSELF: Record<string, string> = {
  'This chapter may be cited as the “Clean Lamp Act of 1969”.': `Clean Lamp Act = ${SELF} 3`,
  'This Act may be cited as the “Clean Lamp Act”.': `Clean Lamp Act = ${SELF} 3`,
  'This section is popularly known as the Clean Lamp Act.': `Clean Lamp Act = ${SELF} 3`,
  [`${CREDIT}This chapter is popularly known as the “Clean Lamp Act”.`]: `Clean Lamp Act = ${SELF} 3`,
  [`${CREDIT}Act , which enacted this chapter, is popularly known as the Smith-Jones Act.`]: `Smith-Jones Act = ${SELF} 3`,
  [`${CREDIT}“This Act [enacting this chapter and\n\n, and 5] may be cited as the ‘Clean Lamp Act of 1997’.”`]: `Clean Lamp Act = ${SELF} 3`,
  [`${CREDIT}“This Act [amending section 5 of this title] may be cited as the ‘Clean Lamp Act of 1997’.”`]: `Clean Lamp Act = ${SELF} 1`,
  [`${CREDIT}“This Act [enacting this chapter] may be cited as the ‘Clean Lamp Amendments of 1997’.”`]: `Clean Lamp Amendments = ${SELF} 1`,
  [`${CREDIT}“This Act may be cited as the ‘Stop Lamps Now Act’ or the ‘SLN Act’.”`]: `Stop Lamps Now Act = ${SELF} 1; SLN Act = ${SELF} 1`,
  [`${CREDIT}The Oil Lamp Act of 1970, referred to in text, is , , as amended, which is classified generally to chapter 2B–1 (§ 78aaa et seq.) of Title 15.`]:
    'Oil Lamp Act = usc:15:78aaa 2',
  'The fee is commonly known as the Lamp Law.': '',
  'This lamp may be cited as an example.': '',
  'This chapter may be cited as the “Lamp Rules”.': '',
};
for (const [text, expected] of Object.entries(ITSELF)) {
  test(`a section names itself: ${text.trim()}`, () => assert.is(names('usc', text), expected));
}

test('a notice does not name itself', () => {
  assert.is(names('fr', 'This Act may be cited as the “Clean Lamp Act”.'), '');
});

test('a name that occurs several times is listed once, with its highest weight', () => {
  assert.is(
    names(
      'fr',
      'the Clean Lamp Act (42 U.S.C. 4321(a)), the Clean Lamp Act (42 U.S.C. 4321), the CLEAN Lamp Act (42 U.S.C. 4321(b))',
    ),
    'Clean Lamp Act = usc:42:4321 2',
  );
});

test.run();

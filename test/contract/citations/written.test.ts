import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writtenCitations } from '../../../build/contract/citations/written.ts';

/** `17 USC 106|17 U.S.C. 106(a) = section /us/usc/t17/s106 (a)`: the words, and what each of their readings means. */
const shown = (text: string): string[] =>
  writtenCitations(text).map(({ text: words, readings, isCertain }) => {
    const meanings = readings.map(({ kind, identifiers, identifierEnd, pinpoint, page }) => {
      const named = page ? `${page.volume}/${page.page}` : identifiers.join(' or ');
      const paragraphs = pinpoint.map(one => `(${one})`).join('');
      return `${kind} ${named}${identifierEnd ? ` to ${identifierEnd}` : ''}${paragraphs && ` ${paragraphs}`}`;
    });
    return `${words} = ${meanings.join('; ')}${isCertain ? '' : ' ?'}`;
  });

const CITED: Readonly<Record<string, readonly string[]>> = {
  'see 17 U.S.C. § 106(1).': ['17 U.S.C. § 106(1) = section /us/usc/t17/s106 (1)'],
  '17 usc 106A(a)(1)(B)': ['17 usc 106A(a)(1)(B) = section /us/usc/t17/s106A (a)(1)(B)'],
  '017 U.S.C. 106 et seq.': ['017 U.S.C. 106 et seq. = section /us/usc/t17/s106'],
  '18 U.S.C. App. § 6': ['18 U.S.C. App. § 6 = section /us/usc/t18a/s6'],
  'section 504 of title 17': ['section 504 of title 17 = section /us/usc/t17/s504 or /us/cfr/t17/s504'],
  'section 504(c) of title 17, United States Code': [
    'section 504(c) of title 17, United States Code = section /us/usc/t17/s504 (c)',
  ],
  '28 U.S.C. 2241 and section 106 of title 17, U.S. Code': [
    '28 U.S.C. 2241 = section /us/usc/t28/s2241',
    'section 106 of title 17, U.S. Code = section /us/usc/t17/s106',
  ],
  '28 U.S.C. 2241, sections 106(1), 107 and 108 of 17 U.S.C.': [
    '28 U.S.C. 2241 = section /us/usc/t28/s2241',
    'sections 106(1) = section /us/usc/t17/s106 (1)',
    '107 = section /us/usc/t17/s107',
    '108 of 17 U.S.C. = section /us/usc/t17/s108',
  ],
  'section 106 and section 107 of title 17, U.S. Code': [
    'section 106 = section /us/usc/t17/s106',
    'section 107 of title 17, U.S. Code = section /us/usc/t17/s107',
  ],
  '17 U.S.C. 106, section 107, 15 U.S.C. 78': [
    '17 U.S.C. 106 = section /us/usc/t17/s106',
    'section 107 = section /us/usc/t17/s107',
    '15 U.S.C. 78 = section /us/usc/t15/s78',
  ],
  'title 17, section 106(1)': ['title 17, section 106(1) = section /us/usc/t17/s106 or /us/cfr/t17/s106 (1)'],
  'title 40, Code of Federal Regulations, part 52': [
    'title 40, Code of Federal Regulations, part 52 = part /us/cfr/t40/p52',
  ],
  'section 1.1 of title 1': ['section 1.1 of title 1 = section /us/cfr/t1/s1.1 or /us/usc/t1/s1.1'],
  'sections 106, 107(a) and 109 of title 17, U.S.C.': [
    'sections 106 = section /us/usc/t17/s106',
    '107(a) = section /us/usc/t17/s107 (a)',
    '109 of title 17, U.S.C. = section /us/usc/t17/s109',
  ],
  '17 U.S.C. 106–107, 109': [
    '17 U.S.C. 106–107 = section /us/usc/t17/s106-107; section /us/usc/t17/s106 to /us/usc/t17/s107',
    '109 = section /us/usc/t17/s109',
  ],
  '17 U.S.C. 106-106': ['17 U.S.C. 106-106 = section /us/usc/t17/s106-106'],
  '17 U.S.C. 106(1)Pub. L. 94-553': [
    '17 U.S.C. 106(1) = section /us/usc/t17/s106 (1)',
    'Pub. L. 94-553 = public_law /us/pl/94/553',
  ],
  '17 U.S.C. 106 through 109': ['17 U.S.C. 106 through 109 = section /us/usc/t17/s106 to /us/usc/t17/s109'],
  // Only behind plural words an end may lack digits that it shares with the start.
  '28 U.S.C. §§ 2241–55': [
    '28 U.S.C. §§ 2241–55 = section /us/usc/t28/s2241-55; section /us/usc/t28/s2241 to /us/usc/t28/s2255',
  ],
  'sections 106-08 of title 17, U.S. Code': [
    'sections 106-08 of title 17, U.S. Code = section /us/usc/t17/s106-08; section /us/usc/t17/s106 to /us/usc/t17/s108',
  ],
  'title 17, U.S. Code, secs. 106-08': [
    'title 17, U.S. Code, secs. 106-08 = section /us/usc/t17/s106-08; section /us/usc/t17/s106 to /us/usc/t17/s108',
  ],
  '40 CFR pts. 1500-08': [
    '40 CFR pts. 1500-08 = part /us/cfr/t40/p1500-08; part /us/cfr/t40/p1500 to /us/cfr/t40/p1508',
  ],
  '28 U.S.C. § 5 and §§ 2241-55': [
    '28 U.S.C. § 5 = section /us/usc/t28/s5',
    '2241-55 = section /us/usc/t28/s2241-55; section /us/usc/t28/s2241 to /us/usc/t28/s2255',
  ],
  '28 U.S.C. §§ 101-05, § 2241-55': [
    '28 U.S.C. §§ 101-05 = section /us/usc/t28/s101-05; section /us/usc/t28/s101 to /us/usc/t28/s105',
    '2241-55 = section /us/usc/t28/s2241-55',
  ],
  '28 U.S.C. § 2241-55': ['28 U.S.C. § 2241-55 = section /us/usc/t28/s2241-55'],
  '28 U.S.C. s. 2241-55': ['28 U.S.C. s. 2241-55 = section /us/usc/t28/s2241-55'],
  '40 CFR s. 1500-08': ['40 CFR s. 1500-08 = section /us/cfr/t40/s1500-08; part /us/cfr/t40/p1500-08'],
  '28 U.S.C. § 5 and sections 2241-55': [
    '28 U.S.C. § 5 = section /us/usc/t28/s5',
    'sections 2241-55 = section /us/usc/t28/s2241-55; section /us/usc/t28/s2241 to /us/usc/t28/s2255',
  ],
  '17 U.S.C.S. 106-08': ['17 U.S.C.S. 106-08 = section /us/usc/t17/s106-08'],
  '28 U.S.C. §§ 2255-41, 2241-41, 2241-5, 2241a-55, 46-1': [
    '28 U.S.C. §§ 2255-41 = section /us/usc/t28/s2255-41',
    '2241-41 = section /us/usc/t28/s2241-41',
    '2241-5 = section /us/usc/t28/s2241-5',
    '2241a-55 = section /us/usc/t28/s2241a-55',
    '46-1 = section /us/usc/t28/s46-1',
  ],
  '26 CFR §§ 1.61-12 and 1.401-22': [
    '26 CFR §§ 1.61-12 = section /us/cfr/t26/s1.61-12',
    '1.401-22 = section /us/cfr/t26/s1.401-22',
  ],
  '41 CFR parts 102-33': ['41 CFR parts 102-33 = part /us/cfr/t41/p102-33'],
  // Ranges of sections whose numbers have dashes.
  '42 U.S.C. §§ 2000e–2000e-17': [
    '42 U.S.C. §§ 2000e–2000e-17 = section /us/usc/t42/s2000e-2000e-17; section /us/usc/t42/s2000e to /us/usc/t42/s2000e-17',
  ],
  '42 U.S.C. 300f-300j-26': [
    '42 U.S.C. 300f-300j-26 = section /us/usc/t42/s300f-300j-26; section /us/usc/t42/s300f to /us/usc/t42/s300j-26',
  ],
  '26 CFR 1.61-1–1.61-22': [
    '26 CFR 1.61-1–1.61-22 = section /us/cfr/t26/s1.61-1-1.61-22; section /us/cfr/t26/s1.61-1 to /us/cfr/t26/s1.61-22',
  ],
  '42 U.S.C. 2000e-17-2000e, 300aa-1-2': [
    '42 U.S.C. 2000e-17-2000e = section /us/usc/t42/s2000e-17-2000e',
    '300aa-1-2 = section /us/usc/t42/s300aa-1-2',
  ],
  // A year is no paragraph.
  '17 U.S.C. § 106(1) (2012)': ['17 U.S.C. § 106(1) (2012) = section /us/usc/t17/s106 (1)'],
  '40 C.F.R. pt. 60 (2019)': ['40 C.F.R. pt. 60 (2019) = part /us/cfr/t40/p60'],
  '42 U.S.C. 7401-7671q': [
    '42 U.S.C. 7401-7671q = section /us/usc/t42/s7401-7671q; section /us/usc/t42/s7401 to /us/usc/t42/s7671q',
  ],
  '42 U.S.C. 300aa-1, 1395w–4 and 9-8': [
    '42 U.S.C. 300aa-1 = section /us/usc/t42/s300aa-1',
    '1395w–4 = section /us/usc/t42/s1395w-4',
    '9-8 = section /us/usc/t42/s9-8',
  ],
  '40 CFR 52.220(c)(1)': ['40 CFR 52.220(c)(1) = section /us/cfr/t40/s52.220 (c)(1)'],
  '40 CFR 52': ['40 CFR 52 = section /us/cfr/t40/s52; part /us/cfr/t40/p52'],
  '40 CFR parts 50 and 51': ['40 CFR parts 50 = part /us/cfr/t40/p50', '51 = part /us/cfr/t40/p51'],
  '40 CFR parts 1500 through 1508': [
    '40 CFR parts 1500 through 1508 = part /us/cfr/t40/p1500 to /us/cfr/t40/p1508',
  ],
  '40 CFR parts 1500-1508': [
    '40 CFR parts 1500-1508 = part /us/cfr/t40/p1500-1508; part /us/cfr/t40/p1500 to /us/cfr/t40/p1508',
  ],
  '40 CFR 1500.1-1508.28': [
    '40 CFR 1500.1-1508.28 = section /us/cfr/t40/s1500.1-1508.28; section /us/cfr/t40/s1500.1 to /us/cfr/t40/s1508.28',
  ],
  '26 CFR 1.401-2': ['26 CFR 1.401-2 = section /us/cfr/t26/s1.401-2'],
  '26 CFR 1.401(k)–1(a)(2)': ['26 CFR 1.401(k)–1(a)(2) = section /us/cfr/t26/s1.401(k)-1 (a)(2)'],
  '41 CFR 60-300': ['41 CFR 60-300 = section /us/cfr/t41/s60-300; part /us/cfr/t41/p60-300'],
  '45 CFR 46.101 and part 160, 2 others': [
    '45 CFR 46.101 = section /us/cfr/t45/s46.101',
    'part 160 = part /us/cfr/t45/p160',
  ],
  '12 U.S.C. 2617(a), § 1024.7 of Regulation X': ['12 U.S.C. 2617(a) = section /us/usc/t12/s2617 (a)'],
  '40 CFR 52.21, 2018': ['40 CFR 52.21 = section /us/cfr/t40/s52.21'],
  '2 CFR Part 200, Appendix II': ['2 CFR Part 200, Appendix II = appendix /us/cfr/t2/p200/appII'],
  'Appendix A(1) to part 60 of title 40': [
    'Appendix A(1) to part 60 of title 40 = appendix /us/cfr/t40/p60/appA(1); appendix /us/cfr/t40/p60/appA (1)',
  ],
  'Fed. R. Crim. P. 11(b)(1)': [
    'Fed. R. Crim. P. 11(b)(1) = rule /us/usc/t18a/courtRules/Crim/rule11 (b)(1)',
  ],
  'Reorganization Plan No. 8 of 1949': [
    'Reorganization Plan No. 8 of 1949 = plan /us/usc/t5a/reorgPlan/1949/8',
  ],
  '83 FR 21707, 21710': ['83 FR 21707 = page 83/21707'],
  '83 Fed. Reg. at 21,707–10': ['83 Fed. Reg. at 21,707–10 = page 83/21707'],
  'Pub. L. 94-553, § 101(a)': ['Pub. L. 94-553, § 101(a) = public_law /us/pl/94/553/s101 (a)'],
  'section 101(a) of title I of Public Law 94–553': [
    'section 101(a) of title I of Public Law 94–553 = public_law /us/pl/94/553/s101 (a)',
  ],
  'P.L. 94-553 and 90 Stat. 2541': [
    'P.L. 94-553 = public_law /us/pl/94/553',
    '90 Stat. 2541 = statute /us/stat/90/2541',
  ],
  'PL 94-553, 90 Stat. at 2541, 90 Statutes at Large 2542': [
    'PL 94-553 = public_law /us/pl/94/553',
    '90 Stat. at 2541 = statute /us/stat/90/2541',
    '90 Statutes at Large 2542 = statute /us/stat/90/2542',
  ],
  'at /us/usc/t17/s106, and t44/s2112.': [
    '/us/usc/t17/s106 = section /us/usc/t17/s106',
    't44/s2112 = section /us/usc/t44/s2112 or /us/cfr/t44/s2112',
  ],
  't1/s1.1': ['t1/s1.1 = section /us/cfr/t1/s1.1 or /us/usc/t1/s1.1'],
  '/US/USC/t17/s106': ['/US/USC/t17/s106 = section /us/usc/t17/s106'],
  '/us/usc/t45/s65, 66': ['/us/usc/t45/s65, 66 = section /us/usc/t45/s65, 66'],
  '/us/cfr/t2/p200/appI': ['/us/cfr/t2/p200/appI = appendix /us/cfr/t2/p200/appI'],
  '/us/cfr/t40/p52 or /us/usc/t17': [
    '/us/cfr/t40/p52 = part /us/cfr/t40/p52',
    '/us/usc/t17 = part /us/usc/t17',
  ],
  '2018-09910': ['2018-09910 = document /us/fr/2018-09910'],
  'FR Doc. 04-1680': ['FR Doc. 04-1680 = document /us/fr/04-1680'],
  'in E8-23190,': ['E8-23190 = document /us/fr/E8-23190'],
  'in 04-16802,': ['04-16802 = document /us/fr/04-16802 ?'],
};
for (const [text, expected] of Object.entries(CITED))
  test(`a text: ${text}`, () => assert.equal(shown(text), expected));

for (const text of [
  ...['106', 'section 106', 'section 106 of this title', '§ 52.220', 'part 52', 'title 17', '17 106'],
  ...['section 5 of title 2 of the Act', '3 CFR, 1978 Comp.', 'USC 106', '1.2.3', '12-34-56-78'],
  ...['from 2018-19 to 2020', 'call 555-1234 or 1-800-555-1234', 'Docket No. 2018-09910', 'No. 34-83177'],
  ...['EPA-HQ-OAR-2018-0279', 'RIN 2060-AU24', '$83 FR 21707', '83 frogs 21', 'a/t17/s106', '2018-0991-1'],
  ...['UPL 94-553', 'tit. 17, § 106', '90 Stat. of 2541'],
  ...['40 CFR approved', 'May 10, 2018, 12 p.m.', '1,017 U.S.C. 5'],
])
  test(`no citation: ${text}`, () => assert.equal(shown(text), [], text));

test('places are code points of the text as given, whatever its spaces, dashes and signs', () => {
  const text = '🏛 Siehe\u00a0 17  U.S.C.\n§§\u202f106\u2011107, 10\u00ad9; 83 FR 21707 🏛';
  const points = [...text];
  const cited = writtenCitations(text);
  assert.equal(
    cited.map(({ start, end }) => points.slice(start, end).join('')),
    ['17  U.S.C.\n§§\u202f106\u2011107', '10\u00ad9', '83 FR 21707'],
  );
  for (const { start, end, text: words } of cited) assert.is(points.slice(start, end).join(''), words);
});

test('citations are in order, and none overlaps another', () => {
  const text =
    'Appendix II to part 200 of title 2; 83 FR 21707; 2018-09910; section 101 of Pub. L. 94-553; 17 USC 106';
  const cited = writtenCitations(text);
  assert.equal(
    cited.map(({ readings }) => readings[0]?.kind),
    ['appendix', 'page', 'document', 'public_law', 'section'],
  );
  for (const [i, { start }] of cited.entries()) assert.ok(i === 0 || start >= (cited[i - 1]?.end ?? 0));
});

/** Beginnings of every pattern, and what may follow them, again and again. */
const HOSTILE = [
  ...[
    '1',
    '1 ',
    '(',
    '(a)',
    '1.1-',
    '1-',
    'a-',
    '§',
    '§ ',
    '17 U.S.C. ',
    '17 USC 1, ',
    '17 U.S.C. 1(a)(a)(a)',
  ],
  ...[
    'section 1 of title ',
    'title 1, ',
    'sections 1, ',
    '§§ 100-01, ',
    '§§ 1.1-.2',
    '1-1-',
    'of 17 U.S.C. ',
    'tit. 1, U.S.C. ',
    '1 Statutes at Large ',
    'part 1 and ',
    '1 CFR 1 app ',
    'app. a(1)(1)(1) to ',
  ],
  ...[
    'Pub. L. 1-1, title a, ',
    'section 1 of title a of ',
    '1 Stat. ',
    'Fed. R. ',
    'rule 1(a) of ',
    '/us/usc/',
    't1/s',
  ],
  ...[
    '1-1',
    '2018-',
    'E8-',
    '83 FR 1,111,',
    '1,111',
    'reorg plan no. ',
    'subpart a of ',
    ' ',
    '\u00ad',
    '-',
    '🏛',
  ],
];
test('500 hostile characters take no longer than a search for them is worth', () => {
  for (const word of HOSTILE)
    for (const first of ['', '17 U.S.C. ', '1 CFR part 1 ', 'Appendix A to ']) {
      const text = [...(first + word.repeat(500))].slice(0, 500).join('');
      writtenCitations(text);
      const times = Array.from({ length: 5 }, () => {
        const began = performance.now();
        writtenCitations(text);
        return performance.now() - began;
      });
      // A hundred times longer would show a pattern that goes back again and again.
      assert.ok(Math.min(...times) < 20, `${JSON.stringify(first + word)}: ${Math.min(...times)} ms`);
    }
});

test.run();

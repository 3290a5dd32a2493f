import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CitingPlace } from '../../build/contract/reference.ts';
import type { Metadata, SourceId } from '../../build/contract/sources.ts';
import { writtenReferences } from '../../build/references/written.ts';

interface Options {
  source?: SourceId;
  identifier?: string;
  metadata?: Metadata;
  first?: CitingPlace;
}

const IDENTIFIERS: Record<SourceId, string> = {
  usc: '/us/usc/t17/s106',
  ecfr: '/us/cfr/t33/s971.1',
  fr: '/us/fr/2018-09910',
};

const references = (body: string, { source = 'usc', identifier, metadata, first }: Options = {}) =>
  writtenReferences(
    { source, identifier: identifier ?? IDENTIFIERS[source], body, ...(metadata && { metadata }) },
    first,
  );

/** `text 2 /us/usc/t17/s107 (a)(1) (b)`; candidates are divided by `|`. */
const found = (body: string, options: Options = {}): string[] =>
  references(body, options).map(({ written, place, count, pinpoints }) =>
    [
      `${place} ${count} ${written.replaceAll('\n', '|')}`,
      ...pinpoints.map(labels => labels.map(label => `(${label})`).join('')),
    ].join(' '),
  );

const CITED: Record<string, string[]> = {
  // A year behind a section with a low number ends no range.
  '[106](/us/usc/t17/s106) to 1998, and': ['text 1 /us/usc/t17/s106'],
  '[1001](/us/usc/t17/s1001) to 1998, and': ['text 1 /us/usc/t17/s1001\t/us/usc/t17/s1998'],
  // Links and the paragraphs in them.
  'See [section 107](/us/usc/t17/s107).': ['text 1 /us/usc/t17/s107'],
  '[107(a)(1)](/us/usc/t17/s107/a/1), [b](/us/usc/t17/s107/b), [a](/us/usc/t17/s107/a/1)': [
    'text 3 /us/usc/t17/s107 (a)(1) (b)',
  ],
  '[a](/us/usc/t17/s107) [b](/us/usc/t17/s107/b)': ['text 2 /us/usc/t17/s107 (b)'],
  '[this chapter](/us/usc/t17/ch1) of [this title](/us/usc/t17)': [
    'text 1 /us/usc/t17/ch1',
    'text 1 /us/usc/t17',
  ],
  '[s](/us/usc/t5a/pl/92/463/s10/a/1)': ['text 1 /us/usc/t5a/pl/92/463/s10 (a)(1)'],
  '[s](/us/usc/t15/s78u–4/b)': ['text 1 /us/usc/t15/s78u–4 (b)'],
  '[s](/us/usc/t26/s%28x%29)': ['text 1 /us/usc/t26/s(x)'],
  '[s](/us/usc/t26/s1%)': ['text 1 /us/usc/t26/s1%'],
  '[**§ 1** \\[sic\\] *x*](/us/usc/t17/s107/a)': ['text 1 /us/usc/t17/s107 (a)'],
  '\\[section 107](/us/usc/t17/s108)': ['text 1 /us/usc/t17/s107'],
  '[not this one](https://us.test/us/usc/t17/s107), [nor](#a-1)': [],
  '[rule](/us/usc/t28a/courtRules/Civ/rule901)': ['text 1 /us/usc/t28a/courtRules/Civ/rule901'],
  // Laws and acts.
  '[Pub. L. 94–553](/us/pl/94/553/tI/s101), [too](/us/pl/94/553)': ['text 2 /us/pl/94/553 (tI)(s101)'],
  '[Act](/us/act/1947-07-30/ch388), [§ 1](/us/act/1947-07-30/ch388/s1/a)': [
    'text 2 /us/act/1947-07-30/ch388 (s1)(a)',
  ],
  '[61 Stat. 633](/us/stat/61/633)': ['text 1 /us/stat/61/633'],
  'Pub. L. 94–553, title I, § 101(a), 90 Stat. 2541': [
    'text 1 /us/pl/94/553 (s101)(a)',
    'text 1 /us/stat/90/2541',
  ],
  // In other words.
  'by 17 U.S.C. 107(a)(1), 17 U.S.C. 107(b)': ['text 2 /us/usc/t17/s107 (a)(1) (b)'],
  'section 107 and section 108(b)': ['text 1 /us/usc/t17/s107', 'text 1 /us/usc/t17/s108 (b)'],
  'section 107 of title 44': ['text 1 /us/usc/t44/s107|/us/cfr/t44/s107'],
  'section 107 of this title': ['text 1 /us/usc/t17/s107'],
  'section 107 of the Act': [],
  'the 17th of May, 107 gulls': [],
  '“section 107”': [],
  '> “(a) See section 107 and 17 U.S.C. 108.”': ['text 1 /us/usc/t17/s108'],
  '> - **“SEC. 2**. See section 107.': [],
  '33 CFR 971.1 and 33 CFR part 62': ['text 1 /us/cfr/t33/s971.1', 'text 1 /us/cfr/t33/p62'],
  'Appendix A to 33 CFR part 62': ['text 1 /us/cfr/t33/p62/appA'],
  '33 CFR part 62, appendix A(1) and 33 CFR 62.1': [
    'text 1 /us/cfr/t33/p62/appA(1)|/us/cfr/t33/p62/appA',
    'text 1 /us/cfr/t33/s62.1',
  ],
  '2 CFR 180': ['text 1 /us/cfr/t2/s180|/us/cfr/t2/p180'],
  'See 83 FR 21,707 and 83 Fed. Reg. 21707': ['text 2 83 FR 21707'],
  'Fed. R. Civ. P. 11': ['text 1 /us/usc/t28a/courtRules/Civ/rule11'],
  'Reorganization Plan No. 3 of 1970': ['text 1 /us/usc/t5a/reorgPlan/1970/3|/us/usc/t5a/reorgPlan/1970/III'],
  // The ends of ranges.
  'sections 107 through 112': ['text 1 /us/usc/t17/s107\t/us/usc/t17/s112'],
  '17 U.S.C. 107(a) to 112(b)': ['text 1 /us/usc/t17/s107\t/us/usc/t17/s112 (a)'],
  '33 CFR parts 62 through 66': ['text 1 /us/cfr/t33/p62\t/us/cfr/t33/p66'],
  'sections 107 through 112 and 17 U.S.C. 107': [
    'text 1 /us/usc/t17/s107\t/us/usc/t17/s112',
    'text 1 /us/usc/t17/s107',
  ],
  // Of a range that begins with a link, the others are cited: a tab at the end says so.
  '[x](/us/usc/t17/s107/b), 17 U.S.C. 107(a) to 112': [
    'text 1 /us/usc/t17/s107 (b)',
    'text 1 /us/usc/t17/s107\t/us/usc/t17/s112\t',
  ],
  '[x](/us/usc/t17/s107), 17 U.S.C. 107-112': [
    'text 1 /us/usc/t17/s107',
    'text 1 /us/usc/t17/s107-112|/us/usc/t17/s107\t/us/usc/t17/s112\t',
  ],
  // A link to a range rules out the same range in other words.
  '[17 U.S.C. 107–112](/us/usc/t17/s107), 17 U.S.C. 107 to 112': [
    'text 1 /us/usc/t17/s107\t/us/usc/t17/s112',
  ],
  '[17 U.S.C. 107–112](/us/usc/t17/s107), 17 U.S.C. 107-112, 17 U.S.C. 107': [
    'text 1 /us/usc/t17/s107\t/us/usc/t17/s112',
  ],
  '[x](/us/usc/t50/s709–712), 50 U.S.C. 709 to 712': [
    'text 1 /us/usc/t50/s709–712|/us/usc/t50/s709\t/us/usc/t50/s712',
  ],
  '[x](/us/usc/t17/s112), 17 U.S.C. 107 to 112': [
    'text 1 /us/usc/t17/s112',
    'text 1 /us/usc/t17/s107\t/us/usc/t17/s112',
  ],
  '[17 U.S.C. 107–112](/us/usc/t17/s107)': ['text 1 /us/usc/t17/s107\t/us/usc/t17/s112'],
  '[§§ 107 to 107e.](/us/usc/t17/s107)': ['text 1 /us/usc/t17/s107\t/us/usc/t17/s107e'],
  '[17 U.S.C. 107–112](/us/usc/t17/s106)': ['text 1 /us/usc/t17/s106'],
  // An end that is cut off.
  '[17 U.S.C. 1001–102](/us/usc/t17/s1001)': ['text 1 /us/usc/t17/s1001'],
  '[17 U.S.C. 107–112](/us/pl/94/553/s107)': ['text 1 /us/pl/94/553 (s107)'],
  '[x](/us/usc/t50/s709–712)': ['text 1 /us/usc/t50/s709–712|/us/usc/t50/s709\t/us/usc/t50/s712'],
  '[x](/us/usc/t17/s300aa–1)': ['text 1 /us/usc/t17/s300aa–1'],
  '[x](/us/cfr/t41/s60-300)': ['text 1 /us/cfr/t41/s60-300'],
  // A range that begins with a link goes on behind it.
  'See [2503](/us/usc/t10/s2503) to 2509.': ['text 1 /us/usc/t10/s2503\t/us/usc/t10/s2509'],
  '[10 U.S.C. 2503](/us/usc/t10/s2503)–2509, or': ['text 1 /us/usc/t10/s2503\t/us/usc/t10/s2509'],
  '[10 U.S.C. 2503](/us/usc/t10/s2503)-2509e': ['text 1 /us/usc/t10/s2503\t/us/usc/t10/s2509e'],
  '[§ 2503(a)](/us/usc/t10/s2503/a) through 2509(b)': ['text 1 /us/usc/t10/s2503\t/us/usc/t10/s2509 (a)'],
  '[2503](/us/usc/t10/s2503)(a)(1), to 2509': ['text 1 /us/usc/t10/s2503\t/us/usc/t10/s2509'],
  '[**2503**](/us/usc/t10/s2503) through [2509](/us/usc/t10/s2509), [2511](/us/usc/t10/s2511)': [
    'text 1 /us/usc/t10/s2503\t/us/usc/t10/s2509',
    'text 1 /us/usc/t10/s2511',
  ],
  '[4f](/us/usc/t30/s4f) to [4o](/us/usc/t30/s4o), [300aa–1](/us/usc/t42/s300aa%E2%80%931) to 300aa–34': [
    'text 1 /us/usc/t30/s4f\t/us/usc/t30/s4o',
    'text 1 /us/usc/t42/s300aa–1\t/us/usc/t42/s300aa-34',
  ],
  '[709–712](/us/usc/t50/s709–712) to 715': ['text 1 /us/usc/t50/s709–712\t/us/usc/t50/s715'],
  '[40 CFR 1500.1](/us/cfr/t40/s1500.1)–1508.28': ['text 1 /us/cfr/t40/s1500.1\t/us/cfr/t40/s1508.28'],
  '[2503](/us/usc/t10/s2503) to [2509](/us/usc/t10/s2509) to 2511': [
    'text 1 /us/usc/t10/s2503\t/us/usc/t10/s2509',
  ],
  '<td><a href="/us/usc/t10/s2503">2503</a> to 2509</td><td><a href="/us/usc/t10/s25"><b>25</b></a><a href="/us/usc/t10/s25">(a)</a> through <a href="/us/usc/t10/s29"><i>29</i></a></td><td><a href="/us/usc/t10/s31">31–34</a></td>':
    [
      'text 1 /us/usc/t10/s2503\t/us/usc/t10/s2509',
      'text 1 /us/usc/t10/s25\t/us/usc/t10/s29',
      'text 1 /us/usc/t10/s31\t/us/usc/t10/s34',
    ],
  // Other words behind a link, and other numbers.
  ...Object.fromEntries(
    ['300,000 dollars', '9:00 p.m.', '25 per centum', '25 %', '25%', '25 individuals', '2026, the fee'].map(
      what => [`[15](/us/usc/t10/s15) to ${what}`, ['text 1 /us/usc/t10/s15']],
    ),
  ),
  ...Object.fromEntries(
    ['25', '25, inclusive', '25 of this title', '25;', '25(b) and others', '25 [transferred]', '25: see'].map(
      what => [`[15](/us/usc/t10/s15) through ${what}`, ['text 1 /us/usc/t10/s15\t/us/usc/t10/s25']],
    ),
  ),
  '[1395](/us/usc/t42/s1395) to 2000, or': ['text 1 /us/usc/t42/s1395\t/us/usc/t42/s2000'],
  '[15](/us/usc/t10/s15) to 20 days': ['text 1 /us/usc/t10/s15'],
  '[15](/us/usc/t10/s15) to 110th': ['text 1 /us/usc/t10/s15'],
  '[2503](/us/usc/t10/s2503) to 12': ['text 1 /us/usc/t10/s2503'],
  '[2503](/us/usc/t10/s2503) to 2503': ['text 1 /us/usc/t10/s2503'],
  '[2503](/us/usc/t10/s2503) – 2509, [2503](/us/usc/t10/s2503) 2509': ['text 2 /us/usc/t10/s2503'],
  '[this section](/us/usc/t10/s2503) to 2509': ['text 1 /us/usc/t10/s2503'],
  '[see that](/us/usc/t10/s2503) to 2509': ['text 1 /us/usc/t10/s2503'],
  '[12503](/us/usc/t10/s2503) to 2509': ['text 1 /us/usc/t10/s2503'],
  '[title 10](/us/usc/t10) to 12': ['text 1 /us/usc/t10'],
  '[1962(d)](/us/usc/t42/s1962/d)–17(a)': ['text 1 /us/usc/t42/s1962 (d)'],
  'From [section 107](/us/usc/t17/s107) to [section 110](/us/usc/t17/s110).': [
    'text 1 /us/usc/t17/s107',
    'text 1 /us/usc/t17/s110',
  ],
  '[107](/us/usc/t17/s107) to [110](/us/usc/t18/s110), [107](/us/usc/t17/s107) to [118](/us/usc/t17/ch118)': [
    'text 2 /us/usc/t17/s107',
    'text 1 /us/usc/t18/s110',
    'text 1 /us/usc/t17/ch118',
  ],
  // In other words it is the same range.
  '[17 U.S.C. 107](/us/usc/t17/s107) to 112, 17 U.S.C. 107 to 112': [
    'text 1 /us/usc/t17/s107\t/us/usc/t17/s112',
  ],
  'sections 107, 109 and 110': [
    'text 1 /us/usc/t17/s107',
    'text 1 /us/usc/t17/s109',
    'text 1 /us/usc/t17/s110',
  ],
  // A range in one number may also be one section.
  'sections 1007–12': ['text 1 /us/usc/t17/s1007-12|/us/usc/t17/s1007\t/us/usc/t17/s1012'],
  '17 U.S.C. 1007-12, 17 U.S.C. § 107(1) (2012)': [
    'text 1 /us/usc/t17/s1007-12',
    'text 1 /us/usc/t17/s107 (1)',
  ],
  '17 U.S.C. 107-112': ['text 1 /us/usc/t17/s107-112|/us/usc/t17/s107\t/us/usc/t17/s112'],
  // Markdown.
  '17 U.S.C. 107\\(a\\)\\(1\\)': ['text 1 /us/usc/t17/s107 (a)(1)'],
  '17 *U.S.C.* 107(*a*)': ['text 1 /us/usc/t17/s107 (a)'],
  '17 U.S.C.\n107': ['text 1 /us/usc/t17/s107'],
  '17 U.S.C. 300aa–1': ['text 1 /us/usc/t17/s300aa-1'],
  '17\u00ad U.S.C.\u200b 107': ['text 1 /us/usc/t17/s107'],
  '17 [U.S.C.](https://x.test/) 107': ['text 1 /us/usc/t17/s107'],
  '17 U.S.C. \u200b 107': ['text 1 /us/usc/t17/s107'],
  '17\u00a0U.S.C.\t107': ['text 1 /us/usc/t17/s107'],
  '17 U.S.C.  107': ['text 1 /us/usc/t17/s107'],
  '17 U.S.C. 107 \u2014 and section\u2009108 of title 17': [
    'text 1 /us/usc/t17/s107',
    'text 1 /us/usc/t17/s108|/us/cfr/t17/s108',
  ],
  '[no digit](https://x.test/107) U.S.C.': [],
  // No identifier has a character of no width at which texts end.
  '[s](/us/usc/t17/s107%00b) 17 U.S.C. 108': ['text 1 /us/usc/t17/s108'],
  '| Section | Law |\n| --- | --- |\n| 17 U.S.C. 107 | [x](/us/usc/t17/s108/a) |': [
    'text 1 /us/usc/t17/s108 (a)',
    'text 1 /us/usc/t17/s107',
  ],
  '<table>\n<tr><td><a href="/us/usc/t17/s107/a">§ 107</a></td><td>17 U.S.C. 108</td></tr>\n</table>': [
    'text 1 /us/usc/t17/s107 (a)',
    'text 1 /us/usc/t17/s108',
  ],
};
for (const [text, expected] of Object.entries(CITED))
  test(`the words: ${text}`, () => assert.equal(found(text), expected));

test('words of one link in HTML with several marks are one reference', () => {
  const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;
  const twice = link('/us/usc/t17/s107', '<em>§</em>') + link('/us/usc/t17/s107', ' 107');
  assert.equal(found(`<td>${twice}</td>`), ['text 1 /us/usc/t17/s107']);
  assert.equal(found(`<td>${twice}, ${link('/us/usc/t17/s107', 'x')}</td>`), ['text 2 /us/usc/t17/s107']);
  assert.equal(found(`<td>${twice}${link('/us/usc/t17/s108/b', 'x')}</td>`), [
    'text 1 /us/usc/t17/s107',
    'text 1 /us/usc/t17/s108 (b)',
  ]);
  assert.equal(found(`<td>${link('/us/usc/t17/s1&amp;2&quot;&lt;', 'x')}</td>`), [
    'text 1 /us/usc/t17/s1&2"<',
  ]);
  assert.equal(found('<a href="/us/usc/t17/s107">never closed, 17 U.S.C. 108'), ['text 1 /us/usc/t17/s108']);
});

test('a link rules out recognised citations of the same provision, wherever they are', () => {
  assert.equal(found('[107](/us/usc/t17/s107/a), section 107(b), 17 U.S.C. 107, section 108'), [
    'text 1 /us/usc/t17/s107 (a)',
    'text 1 /us/usc/t17/s108',
  ]);
  assert.equal(found('section 107(b)\n\n## Notes\n\n[107](/us/usc/t17/s107/a)'), [
    'note 1 /us/usc/t17/s107 (a)',
  ]);
  assert.equal(found('[x](/us/usc/t42/s300AA–1), 42 U.S.C. 300aa-1'), ['text 1 /us/usc/t42/s300AA–1']);
  assert.equal(found('[x](/us/cfr/t2/p180), 2 CFR 180'), ['text 1 /us/cfr/t2/p180']);
  assert.equal(found('[x](/us/pl/94/553), Pub. L. 94-553, § 1'), ['text 1 /us/pl/94/553']);
});

test('notes and credits of a document with links have these alone, its text and authority do not', () => {
  const body = (link: string) =>
    `See 17 U.S.C. 101.\n\n**Authority**: 17 U.S.C. 102.\n\n**Source**: 17 U.S.C. 103.\n\n## Notes\n\n17 U.S.C. 104 ${link}`;
  const places = ['text 1', 'authority 1', 'credit 1', 'note 1'];
  assert.equal(
    found(body('')),
    places.map((place, i) => `${place} /us/usc/t17/s10${1 + i}`),
  );
  assert.equal(found(body('[x](/us/usc/t17/s109)')).sort(), [
    'authority 1 /us/usc/t17/s102',
    'note 1 /us/usc/t17/s109',
    'text 1 /us/usc/t17/s101',
  ]);
  assert.equal(found(body('<a href="/us/usc/t17/s109">x</a>')).sort(), [
    'authority 1 /us/usc/t17/s102',
    'note 1 /us/usc/t17/s109',
    'text 1 /us/usc/t17/s101',
  ]);
  assert.is(found(body('[x](https://x.test/)')).length, 4);
});

test('a provision in several kinds of places has an item for each', () => {
  assert.equal(found('section 107(a)\n\n## Notes\n\nsection 107(b) of this title, 17 U.S.C. 107'), [
    'text 1 /us/usc/t17/s107 (a)',
    'note 2 /us/usc/t17/s107 (b)',
  ]);
});

test('numbers alone are of the own title in text, and not in notes or authorities', () => {
  for (const [before, expected] of [
    ['', ['text 1 /us/usc/t17/s107']],
    ['## Notes\n\n', []],
    ['**Authority**: ', []],
    ['**Source**: ', []],
  ] as const)
    assert.equal(found(`${before}section 107`), expected, before);
  assert.equal(found('section 107 of this title', { first: 'note' }), ['note 1 /us/usc/t17/s107']);
  assert.equal(found('section 107', { first: 'note' }), []);
});

test('in regulations numbers with dots are of the own title, and in the Federal Register none is', () => {
  const ecfr = { source: 'ecfr' } as const;
  assert.equal(found('§ 971.2(a) and section 9101', ecfr), ['text 1 /us/cfr/t33/s971.2 (a)']);
  assert.equal(found('part 62 of this chapter', ecfr), ['text 1 /us/cfr/t33/p62']);
  assert.equal(found('§ 971.2 and section 107; 17 U.S.C. 107', { source: 'fr' }), [
    'text 1 /us/usc/t17/s107',
  ]);
  assert.equal(found('section 7', { identifier: '/us/usc/t5a/pl/92/463/s10' }), ['text 1 /us/usc/t5a/s7']);
});

test('a document of the Federal Register names the parts that it concerns', () => {
  const metadata = {
    cfr_references: [
      { title: 33, parts: ['62', '66'] },
      { title: 47, parts: [] },
      { title: 33, parts: ['62'] },
    ],
  } as unknown as Metadata;
  assert.equal(found('33 CFR Part 62', { source: 'fr', metadata }), [
    'text 1 /us/cfr/t33/p62',
    'amendment 2 /us/cfr/t33/p62',
    'amendment 1 /us/cfr/t33/p66',
  ]);
});

test('instructions of the Federal Register name what they amend, and cite other law in text', () => {
  const metadata = { cfr_references: [{ title: 33, parts: ['62'] }] } as unknown as Metadata;
  const body = [
    'Section 62.1 is a place for gulls.',
    '**1. The authority citation for 33 CFR part 62 continues to read as follows**:',
    '**Authority**: 17 U.S.C. 106.',
    '**2. Revise § 62.1 to read as follows**:',
    '**3. Amend §§ 62.1(a) through 62.4 by removing “17 CFR 9.1”**.',
    '**4. 33 CFR 62.1 is amended by**:',
    '**a. Adding paragraphs (b)(1) and (2)**.',
    '**5. Add subpart B, and appendix A to part 62**.',
    '**6. Remove “x” in part 62**.',
  ].join('\n\n');
  assert.equal(found(body, { source: 'fr', metadata }), [
    'text 1 /us/cfr/t33/p62',
    'authority 1 /us/usc/t17/s106',
    'text 1 /us/cfr/t17/s9.1',
    'amendment 1 /us/cfr/t33/p62',
    'amendment 3 /us/cfr/t33/s62.1 (b)(1) (b)(2)',
    'amendment 1 /us/cfr/t33/s62.1\t/us/cfr/t33/s62.4 (a)',
    'amendment 1 /us/cfr/t33/p62/spB',
    'amendment 1 /us/cfr/t33/p62/appA',
  ]);
  // Other documents have none.
  assert.equal(found('**2. Revise § 62.1**', { source: 'ecfr', metadata }), [
    'text 1 /us/cfr/t33/s62.1',
    'amendment 1 /us/cfr/t33/p62',
  ]);
});

test('at most 50 paragraphs are kept of each, and all are counted', () => {
  const paragraphs = (n: number) => Array.from({ length: n }, (_, i) => `17 U.S.C. 107(${i + 1})`).join('; ');
  const [only, ...others] = references(`${paragraphs(70)}; ${paragraphs(3)}`);
  assert.equal(others, []);
  assert.is(only?.count, 73);
  assert.equal(
    only?.pinpoints,
    Array.from({ length: 50 }, (_, i) => [String(i + 1)]),
  );
});

test('more than 20,000 references of one document are cut off; those that are known are counted', () => {
  const links = Array.from({ length: 20_002 }, (_, i) => `[x](/us/usc/t17/s${i})`);
  const all = references([...links, links[0], links[20_001]].join('\n\n'));
  assert.is(all.length, 20_000);
  assert.is(all[0]?.count, 2);
  assert.not.ok(all.some(({ written }) => written === '/us/usc/t17/s20000'));
});

// Time that grows with the square of the length would be many minutes.
test('long texts that are nearly links are read in time that grows with their length', () => {
  for (const piece of ['[', '[x', '](/us/', '[x](/us/', '<a href="/us/x">', '<a href="/us/x">y', '\\[', '*'])
    references(piece.repeat(300_000));
  for (const link of ['[1](/us/usc/t10/s1)', '<a href="/us/usc/t10/s1">1</a>'])
    for (const behind of [' to ', ' to 2', '(a)', ' to [', ' to <a href="/us/', '-'])
      references((link + behind).repeat(30_000));
  for (const words of ['1', '1.', '(a)', ' ', '1-', '.']) {
    const long = words.repeat(400_000);
    references(`[${long}](/us/usc/t10/s1) to 2`);
    references(`<a href="/us/usc/t10/s1">${long}</a> to ${long}`);
  }
});

test.run();

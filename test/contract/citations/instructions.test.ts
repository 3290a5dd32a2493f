import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Amendment, amends } from '../../../build/contract/citations/amendment.ts';
import { amendmentsIn, Instructions } from '../../../build/contract/citations/instructions.ts';
import type { CfrReference, Metadata } from '../../../build/contract/sources.ts';

const OF_4: CfrReference[] = [{ title: 33, parts: ['4'] }];
const metadata = (references: CfrReference[]): Metadata => ({ cfr_references: references });

/** `section t33/s4.5 (a) (b)(1) 2024-03-13` */
const shown = ({ kind, identifier, identifierEnd, pinpoints, effective }: Amendment): string =>
  [
    `${kind} ${[identifier, ...(identifierEnd === null ? [] : [identifierEnd])].map(name => name.replace('/us/cfr/', '')).join('..')}`,
    ...pinpoints.map(labels => labels.map(label => `(${label})`).join('')),
    ...effective.flatMap(day => (day === null ? (effective.length > 1 ? ['-'] : []) : [day])),
  ].join(' ');

/** What instructions amend, each a paragraph in bold. */
const amended = (texts: string | readonly string[], references = OF_4): string[] =>
  amendmentsIn(
    [texts]
      .flat()
      .map(text => `**${text}**:`)
      .join('\n\n'),
    metadata(references),
  ).map(shown);

test('sections are those that the words amend, with their paragraphs', () => {
  for (const [text, ...expected] of [
    ['2. Revise § 4.5 to read as follows', 'section t33/s4.5'],
    ['2. Section 4.5 is amended by adding paragraph (c)(1)', 'section t33/s4.5 (c)(1)'],
    ['2. Section 4.5(b) is revised', 'section t33/s4.5 (b)'],
    ['The office amends § 4.5 as follows', 'section t33/s4.5'],
    [
      '2. Amend §§ 4.5, 4.6, and 4.7a by removing “x”',
      'section t33/s4.5',
      'section t33/s4.6',
      'section t33/s4.7a',
    ],
    ['2. Remove §§ 4.5 through 4.7 and 4.9', 'section t33/s4.5..t33/s4.7', 'section t33/s4.9'],
    ['2. Remove §§ 4.5-4.7', 'section t33/s4.5..t33/s4.7'],
    ['2. Redesignate § 4.5 as § 4.6', 'section t33/s4.5', 'section t33/s4.6'],
    ['2. Add § 4.T11-157 to read as follows', 'section t33/s4.T11-157'],
    ['2. Add § 4.35T09-0208', 'section t33/s4.35T09-0208'],
    ['2. In § 4.5, revise paragraph (a) introductory text and (b)', 'section t33/s4.5 (a) (b)'],
    [
      '2. Revise paragraph (a) of § 4.5 and paragraph (b) of newly designated § 4.6',
      'section t33/s4.5 (a)',
      'section t33/s4.6 (b)',
    ],
    ['2. In § 4.5, paragraph (a) and § 4.6, paragraph (b)', 'section t33/s4.5 (a)', 'section t33/s4.6 (b)'],
    // Nobody knows in which of the two.
    ['2. Amend §§ 4.5 and 4.6 by removing paragraph (a)', 'section t33/s4.5', 'section t33/s4.6'],
    ['2. Amend §§ 4.5 through 4.6 by removing paragraph (a)', 'section t33/s4.5..t33/s4.6'],
    // What is named only to tell a place, or a law.
    ['2. Add § 4.6 following § 4.5', 'section t33/s4.6'],
    ['2. In § 4.6, remove the reference to § 4.5', 'section t33/s4.6'],
    ['2. Under the authority of § 4.1, revise § 4.6', 'section t33/s4.6'],
    ['2. Section 4.6, as amended at 78 FR 6964 (Jan. 31, 2013), is amended', 'section t33/s4.6'],
    ['2. In § 4.6, remove “§ 4.7” and add “§ 4.8, part 9”', 'section t33/s4.6'],
    ['2. In § 4.6, remove "§ 4.7" in paragraph (b)', 'section t33/s4.6 (b)'],
    ['2. In § 4.6, remove “paragraph (a)', 'section t33/s4.6'],
    ['2. In § 4.6, add 17 U.S.C. 106 and section 7 of the Act', 'section t33/s4.6'],
    ['2. In § 4.6, as section 8.1 of the Act says', 'section t33/s4.6'],
    ['2. In § 4.6, add section 9.1 of title 17, United States Code', 'section t33/s4.6'],
    ['2. Revise § 4.5(a)(1), (b), and (d)(2)', 'section t33/s4.5 (a)(1) (b) (d)(2)'],
    ['2. Revise §§ 4.5(a) and 4.6(b) and (c)', 'section t33/s4.5 (a)', 'section t33/s4.6 (b) (c)'],
    ['2. In § 4.6, add 5" pipe and § 4.7 with 6" pipe', 'section t33/s4.6', 'section t33/s4.7'],
    // A place in a part, and a heading that amends nothing.
    ['2. Remove the heading before § 4.6', 'part t33/p4'],
    ['1. Overview'],
    ['2. 17 CFR 9.1 is revised', 'section t17/s9.1'],
    ['2. Section 9.1 of title 17 is revised', 'section t17/s9.1'],
    ['2. Section 4.1 of this chapter is revised', 'section t33/s4.1'],
    ['2. Section 4.1 of Chapter I is revised', 'section t33/s4.1'],
  ] as const)
    assert.equal(amended(text), expected, text);
});

test('a part of another title or code, which is only mentioned, is none that is amended', () => {
  const two: CfrReference[] = [{ title: 40, parts: ['52', '60'] }];
  for (const mention of [
    'references to 17 CFR part 52',
    '17 CFR part 52',
    'part 52 of title 26, United States Code',
  ])
    assert.equal(
      amended([`2. Amend § 52.21 by revising ${mention}`, '3. Revise § 52.22'], two),
      ['section t40/s52.21', 'section t40/s52.22'],
      mention,
    );
  assert.equal(amended('2. Remove the center heading before § 52.21', two), ['part t40/p52']);
  assert.equal(amended(['1. In part 52, see part 60', '2. Add subpart B'], two), ['subpart t40/p52/spB']);
});

test('names with 40 signs between them are a list, and behind more signs the last name has the paragraph', () => {
  const quoting = (signs: number) =>
    amended(`2. In § 4.5 (“${'x'.repeat(signs)}”) and § 4.6, revise paragraph (a)`);
  assert.equal(quoting(30), ['section t33/s4.5', 'section t33/s4.6']);
  assert.equal(quoting(31), ['section t33/s4.5', 'section t33/s4.6 (a)']);
});

test('long instructions with many names and lists are read, and their labels have bounds', () => {
  const names = `2. Amend ${'§ 1.1, '.repeat(1400)}${'paragraph (a) '.repeat(700)}`;
  // Half a minute, where each list looks at all names before it.
  assert.is(amended(names).length, 1400);
  const [labelled] = amendmentsIn(
    `**2. In § 4.5 paragraphs ${'(a)(i)'.repeat(3000)}${', (v)'.repeat(60)}**`,
    metadata(OF_4),
  );
  assert.ok(labelled);
  assert.ok(labelled.pinpoints.every(labels => labels.length <= 20));
});

test('an instruction may be in HTML, and have words in italics', () => {
  const body = [
    '<strong>2. In § 4.5, remove “*x*</strong>”.',
    '**b. Revising paragraphs (a)( *1* ) and ( *2*** );',
    '**3. Amend<em>§ 4.6</em>by removing paragraph (b)\\(1\\)**.',
  ].join('\n\n');
  assert.equal(amendmentsIn(body, metadata(OF_4)).map(shown), [
    'section t33/s4.5 (a)(1) (a)(2)',
    'section t33/s4.6 (b)(1)',
  ]);
});

test('paragraphs that are not bold as a whole are no instructions', () => {
  for (const text of [
    '2. Revise § 4.5.',
    '**DATES**: § 4.5 takes effect in **May**.',
    '**2**. Revise § 4.5',
    'x **2. Revise § 4.5**',
    '<em>2. Revise § 4.5</em>',
  ]) {
    assert.equal(amendmentsIn(text, metadata(OF_4)), [], text);
    assert.is(new Instructions(metadata(OF_4), text).read(text), null, text);
  }
});

test('the words of an instruction come back without what it amends', () => {
  const read = (text: string) => new Instructions(metadata(OF_4), text).read(text);
  const words = read('**2. Revise § 4.5(a), remove “17 CFR 9.1” from 33 CFR part 4**.');
  assert.is(words?.replace(/ +/g, ' '), '2. Revise , remove “17 CFR 9.1” from 33 CFR part 4.');
});

test('instructions that begin with letters go on with the section before', () => {
  assert.equal(
    amended([
      '2. Section 4.5 is amended by',
      'a. Revising paragraph (a); and',
      'i. In the table in paragraph (b)(1)',
      'b. In § 4.6, removing paragraph (c)',
      'c. Removing paragraph (d)',
      '3. Amend §§ 4.7 and 4.8 by',
      'a. Removing paragraph (e)',
    ]),
    ['section t33/s4.5 (a) (b)(1)', 'section t33/s4.6 (c) (d)', 'section t33/s4.7', 'section t33/s4.8'],
  );
});

test('the citation of an authority amends nothing, and names a part', () => {
  assert.equal(amended('1. The authority citation for part 4 continues to read as follows'), []);
  assert.equal(amended('1. Revise the authority citation for part 4, subpart A, and § 4.5'), []);
  const two: CfrReference[] = [{ title: 33, parts: ['4', '5'] }];
  assert.equal(amended(['1. The authority citation for part 5 is revised', '2. Add subpart B'], two), [
    'subpart t33/p5/spB',
  ]);
  for (const mark of ['**', ''])
    assert.equal(
      amendmentsIn(
        [
          'For the reasons stated, parts 4 and 5 change:',
          `${mark}1. The authority citation for part 5 continues to read as follows:${mark}`,
          `${mark}2. Add subpart B to read as follows:${mark}`,
        ].join('\n\n'),
        metadata(two),
      ).map(shown),
      ['subpart t33/p5/spB'],
      mark,
    );
  assert.equal(
    amended([
      '2. Amend § 4.5 by revising paragraph (a) and the authority citation at the end of the section',
    ]),
    ['section t33/s4.5 (a)'],
  );
  assert.equal(
    amended(['2. Amend § 4.5', '3. The authority citation for part 4 is revised', 'a. Remove paragraph (a)']),
    ['section t33/s4.5', 'part t33/p4'],
  );
});

test('the title is that of the part among the parts of the document; where nobody knows it, the parts are amended', () => {
  const references: CfrReference[] = [
    { title: 33, parts: ['4'] },
    { title: 46, parts: ['5'] },
  ];
  assert.equal(amended('2. Amend §§ 4.1, 5.1 and 6.1', references), ['section t33/s4.1', 'section t46/s5.1']);
  // Of one title a part may be missing in the list.
  assert.equal(amended('2. Amend § 9.1'), ['section t33/s9.1']);
  assert.equal(amended('2. Amend § 9.1 of Regulation X'), ['part t33/p4']);
  assert.equal(amended('2. Amend § 9.1', [{ title: 45, parts: [] }]), ['section t45/s9.1']);
  assert.equal(
    amended('2. Amend § 102-3.10', [
      { title: 41, parts: ['102-3'] },
      { title: 40, parts: [] },
    ]),
    ['section t41/s102-3.10'],
  );
  const same: CfrReference[] = [
    { title: 33, parts: ['4'] },
    { title: 46, parts: ['4'] },
  ];
  assert.equal(amended('2. Amend § 4.1', same), ['part t33/p4', 'part t46/p4']);
  assert.equal(amended(['1. The authority citation for 46 CFR part 4 is revised', '2. Amend § 4.1'], same), [
    'section t46/s4.1',
  ]);
  assert.equal(amendmentsIn('**2. Amend § 4.1**', {}), []);
});

test('subparts are amended where nothing else in them is', () => {
  for (const [text, ...expected] of [
    ['2. Add subpart B to read as follows', 'subpart t33/p4/spB'],
    ['2. Subpart B to part 5 is added', 'subpart t33/p5/spB'],
    ['2. Revise the heading of subpart B', 'subpart t33/p4/spB'],
    ['2. In subpart B, remove “x” wherever it appears', 'subpart t33/p4/spB'],
    ['2. Add § 4.5 to subpart B', 'section t33/s4.5'],
    ['2. Redesignate § 4.5 and transfer to new subpart B', 'section t33/s4.5'],
    [
      '2. Remove subpart B, consisting of §§ 4.5 and 4.6',
      'subpart t33/p4/spB',
      'section t33/s4.5',
      'section t33/s4.6',
    ],
    ['2. Add § 4.5 and the heading of subpart B', 'section t33/s4.5', 'subpart t33/p4/spB'],
    ['2. Add § 4.5 before subpart B', 'section t33/s4.5'],
    ['2. Add the subpart as follows, to part 4', 'part t33/p4'],
    ['Add subpart A', 'subpart t33/p4/spA'],
  ] as const)
    assert.equal(
      amended(text, [
        { title: 33, parts: ['4'] },
        { title: 33, parts: text.includes('part 5') ? ['5'] : [] },
      ]),
      expected,
      text,
    );
  // The part is that of the last instruction that names one.
  assert.equal(amended(['2. Amend § 5.1', '3. Add subpart C'], [{ title: 33, parts: ['4', '5'] }]), [
    'section t33/s5.1',
    'subpart t33/p5/spC',
  ]);
  assert.equal(amended('3. Add subpart C', [{ title: 33, parts: ['4', '5'] }]), [
    'part t33/p4',
    'part t33/p5',
  ]);
});

test('appendices have what is said of sections in them', () => {
  for (const [text, ...expected] of [
    ['2. Amend Appendix A to part 4 by adding paragraph (b)', 'appendix t33/p4/appA'],
    ['2. In appendix MS-1 to 33 CFR part 4, remove “x”', 'appendix t33/p4/appMS-1'],
    [
      '2. In Appendix C to Subpart G, under Section 4.5-Gulls, paragraph 1 is added',
      'appendix t33/p4/spG/appC',
    ],
    ['2. In Appendix C to subpart G of part 4', 'appendix t33/p4/spG/appC'],
    ['2. In Supplement I to part 4, under § 4.5, paragraph 1 is added', 'appendix t33/p4/supplementI'],
    [
      '2. Section 4.5 and Supplement I to part 4 are revised',
      'section t33/s4.5',
      'appendix t33/p4/supplementI',
    ],
    ['2. Add § 4.5 after Appendix A to part 4', 'section t33/s4.5'],
    ['2. The appendix to part 4 is revised', 'part t33/p4'],
  ] as const)
    assert.equal(amended(text), expected, text);
  assert.equal(
    amended([
      '5. In Supplement I to part 4',
      'A. Under Section 4.5-Gulls',
      '1. Under 4.5(a), paragraph 1 is revised',
      '2. 4.5(d) Nests is added',
      'Newly designated Section 4.6 is revised',
      'B. Under Appendix B, paragraph (a) is revised',
      'Appendix C to part 4 is removed',
      'C. Under Section 4.7, paragraph (a) is revised',
      '6. In § 4.8, revise paragraph (a)',
    ]),
    ['appendix t33/p4/supplementI', 'appendix t33/p4/appC', 'section t33/s4.8 (a)'],
  );
});

test('what names parts alone, or nothing, amends the parts; an announcement does not', () => {
  const two: CfrReference[] = [{ title: 33, parts: ['4', '5'] }];
  for (const [text, ...expected] of [
    ['1. Add part 4 to read as follows', 'part t33/p4'],
    ['The office adds part 5 to chapter I', 'part t33/p5'],
    ['2. Revise the definition of “Gull” wherever it appears', 'part t33/p4', 'part t33/p5'],
    ['a. Remove “x” wherever it appears', 'part t33/p4', 'part t33/p5'],
    ['For these reasons, 33 CFR parts 4 and 5 are amended as follows'],
    ['Title 33, parts 4 and 5, are being amended as set forth below'],
    ['1. Revise the heading for chapter III'],
    ['The additions read as follows'],
    ['ADDRESSES'],
  ] as const)
    assert.equal(amended(text, two), expected, text);
  assert.equal(amended(['Part 5 is amended as follows', 'a. Remove “x” wherever it appears'], two), [
    'part t33/p5',
  ]);
  assert.equal(amended(['2. Amend § 5.1', '3. Remove “x” in each section'], two), [
    'section t33/s5.1',
    'part t33/p5',
  ]);
  assert.equal(amended(['2. Amend § 5.1', 'a. Remove “x”', 'The additions read as follows'], two), [
    'section t33/s5.1',
  ]);
});

test('instructions have a verb behind a colon, between commas or without its auxiliary; stays and what replaces words are changes, too', () => {
  for (const [text, ...expected] of [
    ['2. § 4.5: Revise paragraph (a)', 'section t33/s4.5 (a)'],
    ['2. Section 4.5, paragraph (b), revise to read as follows', 'section t33/s4.5 (b)'],
    ['2. § 4.5 amended by revising paragraph (b) to read as follows', 'section t33/s4.5 (b)'],
    ['Section 4.5 is stayed until May 1, 2020.', 'section t33/s4.5'],
    ['The stay of § 4.5 is lifted.', 'section t33/s4.5'],
    ['Section 4.5 is withdrawn.', 'section t33/s4.5'],
    ['2. Section 4.5 is further proposed to be amended', 'section t33/s4.5'],
    ['11. EFFECTIVE MAY 1, 2020, amend § 4.5', 'section t33/s4.5'],
    ['5. Revise Appendix A to Part 4-Gulls', 'appendix t33/p4/appA'],
  ] as const)
    assert.equal(
      amended(text).map(each => each.replace(/ \d{4}-.*/, '')),
      expected,
      text,
    );
  assert.equal(amended('11. Effective January 1, 2018, in Appendix A to Part 4'), [
    'appendix t33/p4/appA 2018-01-01',
  ]);
  for (const below of [
    'a. Stay § 4.5(b)',
    'a. In § 4.5(b), substitute “gull” for “bird”',
    'a. Revising § 4.5(b)',
  ])
    assert.equal(amended(['2. Amend part 4 as follows', below]), ['section t33/s4.5 (b)'], below);
});

test('an instruction may tell when it takes effect, at its beginning or its end', () => {
  for (const [text, ...effective] of [
    ['5. Effective January 1, 2018, § 4.5 is revised', '2018-01-01'],
    ['Effective on March 13, 2024, revise § 4.5', '2024-03-13'],
    ['5. Effective from May 10, 2018 through June 12, 2018, add § 4.5', '2018-05-10'],
    ['5. Delayed indefinitely, amend § 4.5', 'delayed'],
    ['5. Effective date delayed indefinitely, amend § 4.5', 'delayed'],
    ['5. Effective date delayed until May 1, 2020, amend § 4.5', '2020-05-01'],
    ['5. Delayed to May 1, 2020, § 4.5 is amended', '2020-05-01'],
    ['5. Section 4.5 is delayed until May 1, 2020', '2020-05-01'],
    ['5. Effective Gulls 1, 2018, revise § 4.5', null],
    ['5. Revise § 4.5, effective January 1, 2018', '2018-01-01'],
    ['5. Revise § 4.5 to read as follows, effective as of January 1, 2018.', '2018-01-01'],
    ['5. Section 4.5 is revised effective January 1, 2018', '2018-01-01'],
    ['5. Revise § 4.5 (effective January 1, 2018)', '2018-01-01'],
    ['5. Add § 4.5, effective May 10, 2018 through June 12, 2018', '2018-05-10'],
    // Days of other things.
    ['5. Revise § 4.5 by removing “, effective January 1, 2018.”', null],
    ['5. Revise § 4.5, added at 78 FR 4726, effective June 1, 2013', null],
    ['5. Revise § 4.5, as revised January 22, 2013, effective June 1, 2013', null],
    ['5. Section 4.5, as amended by the final rule, effective June 1, 2013, is further amended', null],
    ['5. Revise § 4.5, by the rule published on May 1, 2012, effective June 1, 2013: ', null],
    ['5. Section 4.5, effective June 1, 2013, is amended', null],
    ['5. In § 4.5, remove rates effective January 1, 2018', null],
    ['5. Revise § 4.5, effective in 2018', null],
    ['5. Revise § 4.5, ineffective January 1, 2018', null],
  ] as const)
    assert.equal(amendmentsIn(`**${text}**`, metadata(OF_4))[0]?.effective, effective, text);
});

test('each of several instructions in a paragraph has its own day', () => {
  for (const [text, ...expected] of [
    [
      '2. Effective May 1, 2020, amend § 4.5; and effective June 1, 2021, amend § 4.6',
      'section t33/s4.5 2020-05-01',
      'section t33/s4.6 2021-06-01',
    ],
    [
      '2. Amend § 4.5, effective May 1, 2020; amend § 4.6; and revise § 4.7, effective June 1, 2021.',
      'section t33/s4.5 2020-05-01',
      'section t33/s4.6',
      'section t33/s4.7 2021-06-01',
    ],
    [
      '2. Amend § 4.5, as amended at 78 FR 4726; and revise § 4.6, effective June 1, 2021',
      'section t33/s4.5',
      'section t33/s4.6 2021-06-01',
    ],
    [
      '2. Amend § 4.5; amend § 4.6 and § 4.7, effective June 1, 2021',
      'section t33/s4.5',
      'section t33/s4.6 2021-06-01',
      'section t33/s4.7 2021-06-01',
    ],
    [
      '2. Effective May 1, 2020, amend § 4.5; amend § 4.6; and amend § 4.7; effective June 1, 2021.',
      'section t33/s4.5 2020-05-01',
      'section t33/s4.6 2020-05-01',
      'section t33/s4.7 2020-05-01 2021-06-01',
    ],
    [
      '2. Effective May 1, 2020, amend § 4.5 by revising paragraph (a); and effective June 1, 2021, by removing paragraph (b)',
      'section t33/s4.5 (a) (b) 2020-05-01 2021-06-01',
    ],
    [
      '2. Amend § 4.5 by revising paragraph (a), effective May 1, 2020; and removing paragraph (b), effective June 1, 2021',
      'section t33/s4.5 (a) (b) 2020-05-01 2021-06-01',
    ],
    [
      '2. Delayed indefinitely, amend § 4.5; and effective May 1, 2020, amend part 4',
      'section t33/s4.5 delayed 2020-05-01',
    ],
  ] as const)
    assert.equal(amended(text), expected, text);
  assert.equal(amended('2. Remove “x” in part 4, effective May 1, 2020'), ['part t33/p4 2020-05-01']);
});

test('paragraphs below an instruction may have days of their own', () => {
  for (const [texts, ...expected] of [
    [
      [
        '2. Amend § 4.5',
        'a. Effective May 1, 2020, revise paragraph (a)',
        'b. Add paragraph (b), effective June 1, 2021',
      ],
      'section t33/s4.5 (a) (b) 2020-05-01 2021-06-01',
    ],
    [
      ['2. Amend § 4.5', 'a. Remove “x”', 'b. Effective May 1, 2020, revise paragraph (a)'],
      'section t33/s4.5 (a) - 2020-05-01',
    ],
    [
      ['2. Effective May 1, 2020, amend § 4.5', 'a. Remove “x”', 'b. Remove “y”, effective June 1, 2021'],
      'section t33/s4.5 2020-05-01 2021-06-01',
    ],
    // Numerals are below the letters; `i` behind `h` is a letter.
    [
      ['2. Amend § 4.5', 'a. Effective May 1, 2020', 'i. Remove “x”', 'ii. Remove “y”'],
      'section t33/s4.5 2020-05-01',
    ],
    [
      ['2. Amend § 4.5', 'a. Effective May 1, 2020', 'i. Remove “x”', 'b. Remove “y”'],
      'section t33/s4.5 2020-05-01 -',
    ],
    [
      ['2. Amend § 4.5', 'h. Effective May 1, 2020, remove “x”', 'i. Remove “y”'],
      'section t33/s4.5 2020-05-01 -',
    ],
    [
      ['2. Amend § 4.5', 'u. Effective May 1, 2020, remove “x”', 'i. Remove “y”', 'v. Remove “z”'],
      'section t33/s4.5 2020-05-01 -',
    ],
    [
      ['2. Amend § 4.5', 'a. Effective May 1, 2020, remove “x”', 'c. Remove “z”'],
      'section t33/s4.5 2020-05-01 -',
    ],
    [
      ['2. Amend §§ 4.5 and 4.6', 'a. Effective May 1, 2020, remove “x”'],
      'section t33/s4.5 2020-05-01',
      'section t33/s4.6 2020-05-01',
    ],
    [
      ['2. Amend § 4.5', 'a. Effective May 1, 2020, remove “x”', '3. Amend § 4.6', 'i. Remove “y”'],
      'section t33/s4.5 2020-05-01',
      'section t33/s4.6',
    ],
    // Nobody knows of which it is.
    [
      ['2. Amend § 4.5, effective June 1, 2021; and amend § 4.6', 'a. Effective May 1, 2020, remove “x”'],
      'section t33/s4.5 2021-06-01',
      'section t33/s4.6',
    ],
    [
      [
        '2. Amend § 4.5',
        'a. Effective May 1, 2020, remove “x”',
        '3. Amend § 4.6',
        'a. Remove “x”',
        '4. Amend § 4.7',
      ],
      'section t33/s4.5 2020-05-01',
      'section t33/s4.6',
      'section t33/s4.7',
    ],
    [['2. Amend § 4.5', 'The revisions, effective May 1, 2020'], 'section t33/s4.5'],
  ] as const)
    assert.equal(amended([...texts]), expected, texts.join('; '));
});

test('an instruction has at most twenty days, and many paragraphs below many sections are read soon', () => {
  const days = Array.from({ length: 1000 }, (_, i) => `May ${(i % 31) + 1}, ${2000 + Math.floor(i / 31)}`);
  const below = days.map(day => `a. Effective ${day}, revise`);
  const told = amendmentsIn(
    ['2. Amend § 4.5', ...below.slice(0, 21)].map(text => `**${text}**`).join('\n\n'),
    metadata(OF_4),
  )[0]?.effective;
  assert.equal([told?.length, told?.[0], told?.at(-1)], [20, '2000-05-01', '2000-05-20']);
  // Two minutes, where each paragraph compares the days of all sections.
  const sections = Array.from({ length: 1500 }, (_, i) => `§ 4.${i}`).join(', ');
  assert.is(amended([`2. Amend ${sections}`, ...below]).length, 1500);
});

test('bold headings of what is said about sections are no instructions', () => {
  for (const heading of [
    'Section 4.5—Gulls',
    '§ 4.5 Gulls',
    'B. Section 4.5: Transfers of Gulls',
    '2. Section 4.5(c): Changes of Nests',
    'Section 4.5 Delays',
    '1. § 4.5 Gulls',
    'Section 4.5—Additional Gulls',
    'C. Section 4.5 [Reserved]',
    'K. Actions To Address Nests in Part 4',
    '2. Additional Data for Nests',
    'a. Violates the Second Amendment',
    'b. Remove Certain Kinds of Nests From Part 4',
    'a. Revising the Form for Nests',
    'b. Remove Nests from Shores',
    'H. Delay of Part 4',
    '1. Change in § 4.5',
    'IV. Nests in Areas That Are Redesignated as Shores',
    '1. Request To Amend §§ 4.5 and 4.6',
    '1. Amend § 4.5 To Protect Gulls',
    'VIII. Proposed Changes to § 4.5',
    '2. Final § 4.5(a) (Proposed § 4.5(b))',
    '1. Section 4.5 What is a gull?',
    '4. What § 4.5 adds',
    '1. Comments on § 4.5',
    '1. In the Preamble to § 4.5',
    '1. In the proposed rule for § 4.5',
    '1. Under § 4.5 What Are Gulls?',
    '1. Section 4.5—Gulls that are protected',
    '1. Section 4.5—Gulls that are removed',
    'Additional Edits to § 4.5',
    'PART 4 [AMENDED]',
  ])
    assert.equal(amended(heading), [], heading);
  assert.equal(amended('Sections 4.1 through 4.8 are designated as subpart A'), [
    'section t33/s4.1..t33/s4.8',
    'subpart t33/p4/spA',
  ]);
  assert.equal(amended(['2. In part 4', 'a. In § 4.5', '3. In § 4.6']), ['section t33/s4.6']);
  assert.equal(amended(['2. Amend § 4.4', 'a. In § 4.5']), ['section t33/s4.4', 'section t33/s4.5']);
});

const ISSUED = 'For the reasons set out in the preamble, 33 CFR part 4 is amended as follows:';
const OPENED = '**PART 4—GULLS**';

test('bold words that amend are headings before the words of issuance, where a document has these', () => {
  const heading = '**1. Section 4.7 is amended to protect gulls**';
  const instruction = '**2. Revise § 4.5 to read as follows**:';
  const read = (...paragraphs: string[]) => plain(paragraphs);
  const issued = 'For the reasons stated above, part 4 is amended.';
  assert.equal(read(heading, 'Gulls rest.', issued, instruction), ['section t33/s4.5']);
  assert.equal(read(heading, issued, heading), ['section t33/s4.7']);
  for (const mark of ['**', '<strong>'])
    assert.equal(read(heading, `${mark}33 CFR part 4 is amended as follows:${mark.replace('<', '</')}`), [
      'section t33/s4.7',
    ]);
  assert.equal(read(heading, 'Gulls rest.', instruction), ['section t33/s4.7', 'section t33/s4.5']);
});

/** What a document amends whose instructions are not bold. */
const plain = (paragraphs: readonly string[]): string[] =>
  amendmentsIn(paragraphs.join('\n\n'), metadata(OF_4)).map(shown);

test('instructions that are not bold are read behind the words of issuance and the heading of the part', () => {
  const instruction = '2. In § 4.5, revise paragraph (b) to read as follows:';
  const found = ['section t33/s4.5 (b)'];
  for (const before of [
    [ISSUED, OPENED],
    [ISSUED, '**33 CFR Part 4**'],
    [ISSUED, '1. The authority citation for part 4 continues to read as follows:'],
    ['The Agency proposes to amend 33 CFR part 4 as set forth below:', OPENED],
    ['For the reasons stated above, the Agency does this:', OPENED],
    [OPENED, ISSUED, OPENED],
  ])
    assert.equal(plain([...before, instruction]), found, before.join('; '));
  for (const before of [
    [],
    [ISSUED],
    [OPENED],
    [OPENED, ISSUED],
    [ISSUED, '**Authority:**'],
    ['Part 4 as follows', OPENED],
    ['The Agency amends part 4.', OPENED],
  ])
    assert.equal(plain([...before, instruction]), [], before.join('; '));
});

test('plain paragraphs that amend are instructions, with the lettered ones directly below', () => {
  const read = (...paragraphs: string[]) => plain([ISSUED, OPENED, ...paragraphs]);
  for (const [text, ...expected] of [
    ['2. Amend § 4.5 by revising paragraph (a)', 'section t33/s4.5 (a)'],
    ['2. Section 4.5 is amended by adding paragraph (c)', 'section t33/s4.5 (c)'],
    ['2. § 4.5 is proposed to be removed', 'section t33/s4.5'],
    ['2. The Agency amends § 4.5', 'section t33/s4.5'],
    ['2. Further amend § 4.5', 'section t33/s4.5'],
    ['12a. Effective May 1, 2020, § 4.5 is revised', 'section t33/s4.5 2020-05-01'],
    ['2. Add subpart B to read as follows', 'subpart t33/p4/spB'],
    // The text of regulations, and of comments on them.
    ['2. Section 4.5 applies to gulls'],
    ['2. Gulls. Section 4.5 is amended'],
    ['2.*Gulls.*Section 4.5 is amended'],
    ['(2) In § 4.5, revise paragraph (a)'],
    ['Section 4.5 is amended'],
    ['2. In § 4.5 gulls nest'],
    [`2. Amend § 4.5 by removing “${'x'.repeat(4000)}”`],
  ])
    assert.equal(read(text as string), expected, text);
  const below = ['a. Revising paragraph (a)', 'ii. By removing paragraph (b)'];
  assert.equal(read('2. Amend § 4.5 by:', ...below), ['section t33/s4.5 (a) (b)']);
  assert.equal(read('2. Amend § 4.5 by:', 'Gulls', ...below), ['section t33/s4.5']);
  assert.equal(read('2. Amend § 4.5 by:', 'a. Gulls of § 4.7', ...below), ['section t33/s4.5']);
  assert.equal(read(...below), []);
});

test('the numbers of plain instructions go up; other numbers are of the text of regulations', () => {
  const AUTHORITY = '1. The authority citation for part 4 continues to read as follows:';
  const read = (...paragraphs: string[]) => plain([ISSUED, OPENED, AUTHORITY, ...paragraphs]);
  const revised = '2. Section 4.5 is revised to read as follows:';
  const items = ['1. In line 3, add the amount under § 4.8.', '2. The amount in § 4.9 is added to line 4.'];
  const third = '3. Add the amount in § 4.7.';
  assert.equal(read(revised, ...items), ['section t33/s4.5']);
  assert.equal(read(revised, ...items, third, '4. Add the amount in § 4.6.'), ['section t33/s4.5']);
  assert.equal(read(revised, ...items, 'a. Gulls', '(b) Gulls', third), ['section t33/s4.5']);
  // A heading ends the list.
  assert.equal(read(revised, ...items, '**§ 4.7 Gulls**', third), ['section t33/s4.5', 'section t33/s4.7']);
  assert.equal(read(revised, '* * *', third), ['section t33/s4.5', 'section t33/s4.7']);
  assert.equal(read(revised, 'a. In § 4.9, add nests'), ['section t33/s4.5']);
  assert.equal(read('2. The date on which the permit under § 4.9 is to be amended;'), []);
  // Three may be missing, and four where it names what it amends.
  const both = ['section t33/s4.5', 'section t33/s4.6'];
  assert.equal(read(revised, '6. Add gulls'), ['section t33/s4.5', 'part t33/p4']);
  assert.equal(read(revised, '7. Add gulls'), ['section t33/s4.5']);
  assert.equal(read(revised, '7. Amend § 4.6'), both);
  // So may those with the number of another one, which real documents have.
  assert.equal(read(revised, '2. Amend § 4.6'), both);
  assert.equal(read(revised, '2. Add gulls'), ['section t33/s4.5']);
  assert.equal(read(revised, '1. Amend § 4.6'), ['section t33/s4.5']);
  assert.equal(read(revised, '2a. Amend § 4.6'), ['section t33/s4.5', 'section t33/s4.6']);
  // An instruction with the number of another one begins no list.
  assert.equal(read(revised, '3. Amend § 4.6', '3. Amend § 4.7', '4. Amend § 4.8'), [
    'section t33/s4.5',
    'section t33/s4.6',
    'section t33/s4.7',
    'section t33/s4.8',
  ]);
  // Behind a gap numbers go on there, or where they were.
  const gap = ['section t33/s4.5', 'section t33/s4.20'];
  const behindGap = (...paragraphs: string[]) => read(revised, '20. Amend § 4.20', ...paragraphs);
  assert.equal(behindGap('24. Add gulls'), [...gap, 'part t33/p4']);
  assert.equal(behindGap('25. Add gulls'), gap);
  assert.equal(behindGap('6. Add gulls'), [...gap, 'part t33/p4']);
  assert.equal(behindGap('6. Add gulls', '21. Add gulls'), [...gap, 'part t33/p4', 'part t33/p4']);
  assert.equal(behindGap('21. Add gulls', '6. Add gulls'), [...gap, 'part t33/p4']);
  assert.equal(behindGap(AUTHORITY, '21. Add gulls'), gap);
  // Those of another part begin anew.
  assert.equal(read(revised, '3. Amend § 4.6', AUTHORITY, '2. Amend § 4.7'), [
    'section t33/s4.5',
    'section t33/s4.6',
    'section t33/s4.7',
  ]);
  assert.equal(read(revised, '**b. Nests of § 4.9**'), ['section t33/s4.5']);
});

test('plain instructions may name a place alone, and letters what is changed', () => {
  const read = (...paragraphs: string[]) => plain([ISSUED, OPENED, ...paragraphs]);
  assert.equal(read('7. In § 4.15:', 'a. Revise paragraph (e);', 'b. Redesignate paragraph (f)'), [
    'section t33/s4.15 (e) (f)',
  ]);
  assert.equal(read('7. Effective January 1, 2018, in Appendix A to Part 4:'), [
    'appendix t33/p4/appA 2018-01-01',
  ]);
  assert.equal(read('7. In Supplement I to part 4—Official Views:'), ['appendix t33/p4/supplementI']);
  assert.equal(read('7. In § 4.15 gulls nest:'), []);
  assert.equal(
    read(
      '2. Amend § 4.5 as follows:',
      'a. Paragraph (b) is revised.',
      'b. Revise paragraph (c), effective June 1, 2021.',
    ),
    ['section t33/s4.5 (b) (c) - 2021-06-01'],
  );
  assert.equal(
    read('2. Amend § 4.5 as follows:', 'a. Paragraph (b) applies to gulls.', 'b. Revise paragraph (c)'),
    ['section t33/s4.5'],
  );
  for (const issued of [
    '33 CFR part 4 is amended by making the following correcting amendments:',
    'Accordingly, 33 CFR part 4 is corrected by making the following correcting amendment:',
  ])
    assert.equal(plain([issued, OPENED, '2. Amend § 4.5']), ['section t33/s4.5'], issued);
});

test('a document with bold instructions has no others', () => {
  const item = '3. In box 3, add the amount from § 4.61.';
  for (const first of [
    '**2. Delete § 4.5**',
    '<strong>2. In § 4.5, remove “*x*</strong>”.',
    '**Section 4.5 is removed**',
    '**§ 4.5 is removed**',
  ])
    assert.equal(plain([ISSUED, OPENED, first, item]), ['section t33/s4.5'], first);
  const bold = '**2. Amend § 4.5**:';
  assert.equal(plain([ISSUED, OPENED, bold, '3. Amend § 4.6']), ['section t33/s4.5']);
  const heading = '**1. The gulls**';
  assert.equal(plain([ISSUED, OPENED, heading, '3. Amend § 4.6']), ['section t33/s4.6']);
  assert.equal(plain([bold, ISSUED, OPENED, '3. Amend § 4.6']), ['section t33/s4.6']);
});

test('an amendment names what is at its ends and between', () => {
  const [range, one] = amendmentsIn('**2. Remove §§ 4.5 through 4.12 and 4.20**', metadata(OF_4)) as [
    Amendment,
    Amendment,
  ];
  for (const [number, isIn] of [
    ['4.5', true],
    ['4.6', true],
    ['4.12', true],
    ['4.4', false],
    ['4.13', false],
    ['4.20', false],
  ] as const)
    assert.is(amends(range, `/us/cfr/t33/s${number}`), isIn, number);
  assert.is(amends(one, '/us/cfr/t33/s4.20'), true);
  assert.is(amends(one, '/us/cfr/t33/s4.2'), false);
  assert.is(amends(one, '/us/cfr/t33/p4'), false);
});

test('a paragraph of more than 20,000 characters is no instruction', () => {
  const text = (length: number) => `**2. Revise § 4.5${' x'.repeat(length).slice(0, length)}**`;
  const least = text(0).length;
  assert.is(amendmentsIn(text(20_000 - least), metadata(OF_4)).length, 1);
  assert.is(amendmentsIn(text(20_001 - least), metadata(OF_4)).length, 0);
});

// Time that grows with the square of the length would be minutes.
test('texts that are nearly instructions are read in time that grows with their length', () => {
  for (const piece of [
    '**',
    '* ',
    '“',
    'paragraph (a) ',
    '(a)',
    '§ 4.5, ',
    'subpart A ',
    'Appendix A to ',
    '<strong>',
    ' ',
  ]) {
    const text = `**2. ${piece.repeat(19_000 / piece.length)}**`;
    for (let i = 0; i < 3; i++) amendmentsIn(text, metadata(OF_4));
    amendmentsIn(`**2. ${piece.repeat(100_000)}**`, metadata(OF_4));
  }
});

test.run();

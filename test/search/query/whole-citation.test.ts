import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CitationMatches,
  citationAnswer,
  phraseOf,
  wholeCitation,
} from '../../../build/search/query/whole-citation.ts';

const NOTHING: CitationMatches = { documents: [], hasPart: false, isProceeding: false };

const read = (text: string) => {
  const citation = wholeCitation(text);
  assert.ok(citation, text);
  return citation;
};

test('every usual form of code, title and number cites the section', () => {
  for (const text of [
    '18 U.S.C. 922',
    '18 USC § 922',
    '18 U.S.C. § 922(g)(1)',
    'section 922 of title 18, United States Code',
    'section 922 of title 18',
    '(18 U.S.C. 922).',
    '18 U.S.C.A. § 922(g)(1) (West 2015)',
    '18 U.S.C.S. § 922 (LexisNexis 2015)',
    '18 U.S.C. § 922(g) (2012)',
    ' 18  USC\t922 et seq.',
  ]) {
    const { kind, identifier, keys, parts, referring, isCertain } = read(text);
    assert.equal([kind, identifier, isCertain], ['section', '/us/usc/t18/s922', true], text);
    assert.equal([keys, parts, referring], [['usc:18:922'], [], ['usc:18:922']], text);
  }
  assert.is(read(' 18  USC\t922 et seq.').text, '18 USC 922 et seq.');
});

test('a citation has the day or year of an edition behind it, and no other words', () => {
  assert.is(read('83 Fed. Reg. 21707 (May 10, 2018)').kind, 'page');
  assert.is(read('44 C.F.R. § 2.2 (2025)').identifier, '/us/cfr/t44/s2.2');
  for (const words of ['(murder in 2012)', '(West 20)', '(of 2012', 'West 2015', '(May 10, 2018, p. 3)'])
    assert.is(wholeCitation(`18 U.S.C. 922 ${words}`), null, words);
});

test('letters of a number keep their case', () => {
  assert.is(read('26 U.S.C. 280G').identifier, '/us/usc/t26/s280G');
  assert.is(read('26 u.s.c. 280g').identifier, '/us/usc/t26/s280g');
  assert.is(read('42 U.S.C. 300aa–1').identifier, '/us/usc/t42/s300aa-1');
  assert.is(read('FR Doc. E8-23178').identifier, '/us/fr/E8-23178');
});

test('an appendix has its own label', () => {
  const { identifier, keys } = read('18 U.S.C. App. 1');
  assert.equal([identifier, keys], ['/us/usc/t18a/s1', ['usc:18a:1']]);
});

test('a citation of a part refers to its sections', () => {
  const { kind, identifier, keys, referring } = read('40 CFR 52.220(c)(1)');
  assert.equal([kind, identifier, keys], ['section', '/us/cfr/t40/s52.220', ['cfr:40:52.220']]);
  assert.equal(referring, ['cfr:40:52.220', 'part:40:52']);
  assert.is(read('title 40, section 52.220').identifier, '/us/cfr/t40/s52.220');
});

test('a number without a dot is a section if it exists, else a part', () => {
  for (const text of ['45 CFR part 46', 'title 45 part 46', '45 C.F.R. pt. 46']) {
    const { kind, identifier, keys, parts } = read(text);
    assert.equal([kind, identifier, keys, parts], ['part', null, [], ['part:45:46']], text);
  }
  const either = read('45 CFR 46');
  assert.equal([either.kind, either.keys, either.parts], ['part', ['cfr:45:46'], ['part:45:46']]);
  const held = { ...NOTHING, documents: [{ identifier: '/us/cfr/t45/s46', heading: 'A' }], hasPart: true };
  assert.equal(citationAnswer(either, held), {
    text: '45 CFR 46',
    kind: 'section',
    identifier: '/us/cfr/t45/s46',
    exists: true,
    display_title: 'A',
  });
  assert.equal(citationAnswer(either, { ...NOTHING, hasPart: true }), {
    text: '45 CFR 46',
    kind: 'part',
    identifier: null,
    exists: true,
    display_title: null,
  });
});

test('a page or number of the Federal Register is a citation', () => {
  for (const text of ['83 FR 21707', '83 Fed. Reg. 21,707']) {
    const { kind, identifier, keys, referring } = read(text);
    assert.equal([kind, identifier, keys], ['page', null, ['frp:83:21707']], text);
    assert.equal(referring, keys, text);
  }
  for (const text of ['2018-09910', 'FR Doc. 2018-09910', 'Federal Register document number 2018-09910']) {
    const { kind, identifier, keys, referring, isCertain } = read(text);
    assert.equal([kind, identifier, isCertain], ['document', '/us/fr/2018-09910', true], text);
    assert.equal([keys, referring], [['fr:2018-09910'], []], text);
    assert.is(phraseOf(read(text)), '2018-09910', text);
  }
});

test('an identifier or shorthand is a citation', () => {
  for (const text of ['/us/cfr/t40/s52.220', 'us/cfr/t40/s52.220', 't40/s52.220']) {
    const { kind, identifier, referring } = read(text);
    assert.equal([kind, identifier], ['section', '/us/cfr/t40/s52.220'], text);
    assert.equal(referring, ['cfr:40:52.220', 'part:40:52'], text);
  }
  assert.equal(read('t40/s52.220').keys, ['id:/us/usc/t40/s52.220', 'id:/us/cfr/t40/s52.220']);
  assert.is(read('t18/s922').identifier, '/us/usc/t18/s922');
  assert.is(read('/us/usc/t30/s44 /us/usc/t30/s45').identifier, '/us/usc/t30/s44 /us/usc/t30/s45');
  const number = read('/us/fr/2019-99999');
  assert.equal([number.kind, number.referring], ['document', []]);
  assert.is(phraseOf(number), '2019-99999');
});

test('a law of no source is searched for by its words', () => {
  for (const text of ['Pub. L. 94-553', 'Pub. L. No. 94–553', 'Public Law 94-553', 'P.L. 94-553']) {
    const law = read(text);
    assert.equal([law.kind, law.identifier, law.keys, law.referring], ['public_law', null, [], []], text);
    assert.is(phraseOf(law), text);
    assert.is(citationAnswer(law, NOTHING)?.exists, false);
  }
  assert.is(read('90 Stat. 2541').kind, 'statute');
});

test('a text with more or less than one citation is no whole citation', () => {
  for (const text of [
    '',
    'lighthouse',
    '17 U.S.C. 106 fair use',
    '17 U.S.C. 106 and 18 U.S.C. 922',
    '17 U.S.C. 106-108',
    '"17 U.S.C. 106"',
    '“Pub. L. 94-553”',
    '17 U.S.C. 106 -copyright',
    'Pub. L. 94-553, as amended',
    'RIN 2060-AU24',
    'EPA-HQ-OAR-2018-0279',
    'Civil Rights Act of 1964',
    'title 17',
    '106',
    '(a)',
  ])
    assert.is(wholeCitation(text), null, text);
});

test('a short number, or a docket’s, is a citation only if the document exists', () => {
  const short = read('10-12');
  assert.is(citationAnswer(short, NOTHING), null);
  const documents = [{ identifier: '/us/fr/10-12', heading: 'Ten' }];
  assert.is(citationAnswer(short, { ...NOTHING, documents })?.exists, true);
  const docket = read('2018-0279');
  assert.equal(docket.proceedings, ['docket:docket 2018-0279']);
  assert.is(citationAnswer(docket, { ...NOTHING, isProceeding: true }), null);
  assert.is(citationAnswer(docket, NOTHING)?.exists, false);
});

test('a citation of several documents has neither identifier nor title', () => {
  const documents = ['a', 'b'].map(name => ({ identifier: `/us/usc/t18a/${name}`, heading: name }));
  assert.equal(citationAnswer(read('18 U.S.C. App. 1'), { ...NOTHING, documents }), {
    text: '18 U.S.C. App. 1',
    kind: 'section',
    identifier: null,
    exists: true,
    display_title: null,
  });
});

test('several citations, and one with an exclusion, are no whole citation', () => {
  for (const text of ['17 USC 106, 107', '17 USC 106; 18 USC 5', '17 USC 106 -(a)'])
    assert.is(wholeCitation(text), null, text);
  assert.is(wholeCitation('17 USC 106 (a)')?.identifier, '/us/usc/t17/s106');
});

test.run();

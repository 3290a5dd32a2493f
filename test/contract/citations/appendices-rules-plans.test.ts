import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keysOfIdentifier } from '../../../build/contract/citations/document-keys.ts';
import { partAppendixKeys } from '../../../build/contract/citations/keys.ts';
import { citationsIn, lawCitations } from '../../../build/search/query/query-citations.ts';
import { citationAnswer, wholeCitation } from '../../../build/search/query/whole-citation.ts';

const NOTHING = { documents: [], hasPart: false, isProceeding: false };

const UNITS = ['appendix', 'rule', 'plan'];

/** The possible identifiers of the first appendix, rule or plan in a text. */
const unitIn = (text: string): string[] | undefined =>
  lawCitations(text)
    .find(({ readings }) => UNITS.includes(readings[0]!.kind))
    ?.readings.flatMap(({ identifiers }) => identifiers);

/** Asserts that each text cites exactly these. */
function cites(kind: string, identifiers: readonly string[], texts: readonly string[]): void {
  for (const text of texts) {
    const whole = wholeCitation(text);
    assert.equal([whole?.kind, whole?.identifier], [kind, identifiers[0]], text);
    assert.equal(
      whole?.keys,
      identifiers.map(identifier => `id:${identifier.toLowerCase()}`),
      text,
    );
    assert.equal(unitIn(`see ${text}, which applies`), identifiers, text);
  }
}

test('a rule of a court is cited by the name of its set', () => {
  const of = (title: string, set: string, number: string) => [
    `/us/usc/t${title}a/courtRules/${set}/rule${number}`,
  ];
  cites('rule', of('18', 'Crim', '11'), [
    'Fed. R. Crim. P. 11',
    'Fed.R.Crim.P. 11(c)(1)',
    'fed r crim p 11',
    'Federal Rules of Criminal Procedure, Rule 11',
    'Federal Rule of Criminal Procedure 11(b)',
    'Rule 11 of the Federal Rules of Criminal Procedure',
    '18a rule 11',
    '18 U.S.C. App. Rule 11',
  ]);
  cites('rule', of('28', 'Evid', '404'), [
    'Fed. R. Evid. 404',
    'Fed. R. Evid. 404(b)',
    'FRE 404',
    'Rule 404(b), Federal Rules of Evidence',
  ]);
  cites('rule', of('28', 'Civ', '12'), ['Fed. R. Civ. P. 12(b)(6)', 'FRCP 12', 'F.R.Civ.P. 12']);
  cites('rule', of('28', 'App', '4'), ['Fed. R. App. P. 4', 'FRAP 4(a)']);
  cites('rule', of('11', 'Bankr', '1001'), [
    'Fed. R. Bankr. P. 1001',
    '11a rule 1001',
    '11 USC App. Rule 1001',
    'title 11 appendix, rule 1001',
  ]);
  cites('rule', of('18', 'Crim', '26.2'), ['Fed. R. Crim. P. 26.2']);
  cites('rule', of('11', 'Bankr', '3015.1'), ['Fed. R. Bankr. P. 3015.1(c)']);
});

test('a rule of a title with several sets cites all of them', () => {
  const set = (name: string) => `/us/usc/t28a/courtRules/${name}/rule4`;
  cites('rule', [set('Civ'), set('App'), set('Evid')], ['28a rule 4', '28 U.S.C. App. rule 4']);
});

test('appendices and tables are cited by part or subpart', () => {
  cites(
    'appendix',
    ['/us/cfr/t2/p200/appII'],
    [
      '2 CFR Part 200 Appendix II',
      '2 C.F.R. pt. 200, App. II',
      '2 CFR 200 appendix ii',
      '2 CFR Appendix II to Part 200',
      'Appendix II to 2 CFR part 200',
      'Appendix II to 2 CFR 200',
      'Appendix II to Part 200 of title 2',
      'Appendix II to part 200, title 2, Code of Federal Regulations',
    ],
  );
  cites(
    'appendix',
    ['/us/cfr/t23/p230/spA/appA'],
    [
      'Appendix A to Subpart A of 23 CFR 230',
      'Appendix A to Subpart A of 23 CFR part 230',
      '23 CFR Part 230, Subpart A, Appendix A',
      '23 CFR Appendix A to Subpart A of Part 230',
      'Appendix A to Subpart A of Part 230 of title 23',
    ],
  );
  cites('appendix', ['/us/cfr/t23/p772/table1'], ['23 CFR Part 772 Table 1', 'Table 1 to 23 CFR part 772']);
  cites('appendix', ['/us/cfr/t23/p657/app'], ['23 CFR Part 657 Appendix', 'Appendix to 23 CFR part 657']);
  cites('appendix', ['/us/cfr/t23/p230/spA/appE-F'], ['23 CFR part 230 subpart A appendix E-F']);
  cites('appendix', ['/us/cfr/t44/p61/appA(1)', '/us/cfr/t44/p61/appA'], ['44 CFR Part 61 Appendix A(1)']);
});

test('an appendix without its subpart cites the part’s, else that of any subpart', () => {
  const loose = wholeCitation('23 CFR part 230 appendix A');
  assert.equal(
    [loose?.keys, loose?.otherwise],
    [['id:/us/cfr/t23/p230/appa'], ['part-appendix:/us/cfr/t23/p230/appa']],
  );
  for (const identifier of ['/us/cfr/t23/p230/spA/appA', '/us/cfr/t23/p230/appA'])
    assert.ok(
      keysOfIdentifier('ecfr', identifier).includes('part-appendix:/us/cfr/t23/p230/appa'),
      identifier,
    );
  assert.equal(
    wholeCitation('23 CFR part 230 subpart B appendix A')?.otherwise,
    [],
    'a subpart is meant that is named',
  );
  for (const identifier of ['/us/cfr/t23/p230/spA/sA', '/us/cfr/t23/chI/p2/x/appA', '/us/usc/t23/p230/appA'])
    assert.equal(partAppendixKeys(identifier), [], identifier);
});

test('a reorganization plan has an Arabic or, among the oldest, a Roman number', () => {
  cites(
    'plan',
    ['/us/usc/t5a/reorgPlan/1970/3', '/us/usc/t5a/reorgPlan/1970/III'],
    [
      'Reorganization Plan No. 3 of 1970',
      'Reorg. Plan 3 of 1970',
      '5 U.S.C. App. Reorganization Plan No. 3 of 1970',
    ],
  );
  cites('plan', ['/us/usc/t5a/reorgPlan/1939/II'], ['Reorganization Plan No. II of 1939']);
  cites('plan', ['/us/usc/t5a/reorgPlan/1950/10'], ['Reorganization Plan No. 10 of 1950']);
});

test('a similar text cites no appendix, rule or plan', () => {
  for (const text of [
    'rule 11',
    'appendix A',
    '2 CFR part 200',
    '2 CFR 200.1',
    'reorganization plan',
    '45 CFR 46 application',
    '12 U.S.C. App. rule 4',
  ])
    assert.is(unitIn(text), undefined, text);
  assert.is(wholeCitation('2 CFR part 200')?.kind, 'part');
});

test('an appendix beside other words is cited without its part', () => {
  assert.equal(citationsIn('contract provisions 2 CFR Part 200 Appendix II'), [
    'id:/us/cfr/t2/p200/appii',
    'part-appendix:/us/cfr/t2/p200/appii',
  ]);
});

test('a missing appendix, rule or plan has its possible identifier', () => {
  const told = (held: Parameters<typeof citationAnswer>[1]) => {
    const whole = wholeCitation('Fed. R. Civ. P. 12(b)(6)');
    return whole && citationAnswer(whole, held);
  };
  const identifier = '/us/usc/t28a/courtRules/Civ/rule12';
  assert.equal(told(NOTHING), {
    ...{ text: 'Fed. R. Civ. P. 12(b)(6)', kind: 'rule', identifier },
    ...{ exists: false, display_title: null },
  });
  assert.equal(told({ ...NOTHING, documents: [{ identifier, heading: 'Defenses' }] }), {
    ...{ text: 'Fed. R. Civ. P. 12(b)(6)', kind: 'rule', identifier },
    ...{ exists: true, display_title: 'Defenses' },
  });
});

test('an existing section wins over a range with its number', () => {
  const whole = wholeCitation('30 U.S.C. 1120');
  const range = { identifier: '/us/usc/t30/s1101...1164', heading: 'Repealed' };
  const own = { identifier: '/us/usc/t30/s1120', heading: 'Own' };
  const told = (documents: (typeof own)[]) =>
    whole && citationAnswer(whole, { ...NOTHING, documents })?.identifier;
  assert.is(told([range]), range.identifier);
  assert.is(told([range, own]), own.identifier);
  assert.is(told([range, { ...range, identifier: '/us/usc/t30/s1119 to 1121' }]), null);
});

test.run();

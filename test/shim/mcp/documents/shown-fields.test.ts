import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Metadata } from '../../../../build/contract/sources.ts';
import { citationOf } from '../../../../shim/mcp/documents/shown-fields.ts';

test('a document has the usual legal citation, also in an appendix', () => {
  const of = (identifier: string, metadata = {}) =>
    citationOf(identifier.startsWith('/us/cfr/') ? 'ecfr' : 'usc', identifier, metadata);
  assert.is(of('/us/usc/t17/s106'), '17 USC § 106');
  assert.is(of('/us/usc/t5a/pl/95/452/s11'), '5 USC App. § 11');
  assert.is(of('/us/usc/t5a/pl/95/521/tIV/s407'), '5 USC App. § 407');
  assert.is(of('/us/usc/t18a/s6'), '18 USC App. § 6');
  const metadata = { display_title: '18 USC App. § 1201 to 1203 - Repealed' };
  assert.is(of('/us/usc/t18/s1201 to 1203', metadata), '18 USC App. § 1201 to 1203');
  assert.is(of('/us/usc/t18/s1201 to 1203'), '18 USC § 1201 to 1203');
  assert.is(of('/us/usc/t24/s32 /us/usc/t24/s33'), null, 'sections of which none is the whole');
  assert.is(of('/us/cfr/t1/s1.1'), '1 CFR § 1.1');
  assert.is(of('/us/cfr/t44/s§ 16.104-16.109'), '44 CFR §§ 16.104-16.109');
});

test('a document that is no section is cited by the beginning of its title', () => {
  const of = (source: 'usc' | 'ecfr', shorthand: string, display_title: string) =>
    citationOf(source, `/us/${source === 'usc' ? 'usc' : 'cfr'}/${shorthand}`, { display_title });
  assert.is(
    of('ecfr', 't2/p7/appII', '2 CFR Part 7 Appendix II - Lamps - and oil'),
    '2 CFR Part 7 Appendix II',
  );
  assert.is(of('ecfr', 't2/p7/appA(3)', '2 CFR Part 7 Appendix A(3)'), '2 CFR Part 7 Appendix A(3)');
  assert.is(of('usc', 't18a/courtRules/Crim/rule11', '18 USC App. Rule 11 - Pleas'), '18 USC App. Rule 11');
  assert.is(
    of('usc', 't5a/reorgPlan/1947/3', '5 USC App. - PLAN NO. 3'),
    null,
    'the title of an appendix alone',
  );
  assert.is(of('usc', 't24/s32 /us/usc/t24/s33', '24 USC § 32 - Lamps'), null, 'one section of several');
  assert.is(of('usc', 't5a/x', '5 USC App. § 32 - Lamps'), null);
  assert.is(of('usc', 't24/x', 'Lamps'), null);
});

test('a journal document is cited by its page, or by its number without one', () => {
  const of = (metadata: Metadata) => citationOf('fr', '/us/fr/2018-09910', metadata);
  assert.is(of({ fr_citation: '83 FR 21707' }), '83 FR 21707');
  for (const metadata of [{}, { fr_citation: '' }, { fr_citation: null }])
    assert.is(of(metadata), 'FR Doc. 2018-09910');
});

test.run();

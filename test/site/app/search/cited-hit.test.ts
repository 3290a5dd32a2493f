import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Result } from '../../../../build/site/app/api.ts';
import { isCitationAlone, isCited } from '../../../../build/site/app/search/cited-hit.ts';

const usc = (shorthand: string) => ({ source: 'usc' as const, identifier: `/us/usc/${shorthand}` });
const ecfr = (shorthand: string) => ({ source: 'ecfr' as const, identifier: `/us/cfr/${shorthand}` });
const fr = (number: string) => ({ source: 'fr' as const, identifier: `/us/fr/${number}` });

const nobody = () => Promise.reject(new Error('nobody is to be asked'));

test('a hit is cited by its section, its number or its identifier only', async () => {
  const cases: [query: string, hit: Parameters<typeof isCited>[1], is: boolean][] = [
    ['17 USC 106', usc('t17/s106'), true],
    ['17 U.S.C. § 106(1)', usc('t17/s106'), true],
    ['17 USC 106', usc('t17/s106A'), false],
    ['17 USC 106', usc('t18/s106'), false],
    ['17 USC 106', ecfr('t17/s106'), false],
    ['18 U.S.C. App. § 6', usc('t18a/s6'), true],
    ['5 U.S.C. App. § 407', usc('t5a/pl/95/521/tIV/s407'), true],
    ['30 USC 1130', usc('t30/s1101...1164'), true],
    ['30 USC 1165', usc('t30/s1101...1164'), false],
    ['1 CFR 1.1', ecfr('t1/s1.1'), true],
    ['2018-09910', fr('2018-09910'), true],
    ['2018-09910', fr('2018-09911'), false],
    ['t17/s106', usc('t17/s106'), true],
    ['/us/usc/t17/s106', usc('t17/s106'), true],
    ['lighthouse', usc('t17/s106'), false],
  ];
  for (const [query, hit, is] of cases)
    assert.is(await isCited(query, hit, nobody), is, `${query}: ${hit.identifier}`);
});

test('for a citation by page the document is requested', async () => {
  const asked: string[] = [];
  const get =
    (fr_citation: unknown, end_page: unknown = null) =>
    async (target: string): Promise<Result<{ metadata: Record<string, unknown> }>> => {
      asked.push(target);
      return { ok: true, data: { metadata: { fr_citation, end_page } } };
    };
  assert.ok(await isCited('83 FR 21707', fr('2018-09910'), get('83 FR 21707')));
  assert.ok(await isCited('83 Fed. Reg. 21,707', fr('2018-09910'), get('83 FR 21707')));
  assert.not.ok(await isCited('83 FR 21707', fr('2018-09910'), get('83 FR 21708')));
  assert.not.ok(await isCited('83 FR 21707', fr('2018-09910'), get(null)));
  assert.ok(await isCited('83 FR 21709', fr('2018-09910'), get('83 FR 21707', 21_709)));
  assert.not.ok(await isCited('83 FR 21710', fr('2018-09910'), get('83 FR 21707', 21_709)));
  assert.equal(new Set(asked), new Set(['/api/fr/documents/2018-09910?fields=fr_citation,end_page']));
  const failing = async () => ({ ok: false as const, status: 429, code: '', message: '', retryAfter: 1 });
  assert.not.ok(await isCited('83 FR 21707', fr('2018-09910'), failing));
});

test('Enter may open the hit only if the query is a citation and nothing else', () => {
  assert.ok(isCitationAlone('17 USC 106'));
  assert.not.ok(isCitationAlone('fair use 17 USC 107'));
});

test.run();

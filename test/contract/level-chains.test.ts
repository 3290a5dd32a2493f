import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chainOf, derivedIdentifier } from '../../build/contract/level-chains.ts';
import type { MetadataValue } from '../../build/contract/sources.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { documentWith } from '../helpers/catalogs.ts';

const usc = sourceOf('usc');
const ecfr = sourceOf('ecfr');

const chain = (source: typeof usc, identifier: string, fields: Record<string, MetadataValue>) =>
  chainOf({ source: source.id, identifier, metadata: documentWith(source, identifier, fields) });

test('a document has the levels of its hierarchy, else those that its fields tell', () => {
  const hierarchy = [{ level: 'title', number: '1', name: 'GENERAL', identifier: '/us/usc/t1' }];
  assert.equal(chain(usc, '/us/usc/t1/s1', { hierarchy, chapter_number: '1' }), hierarchy);
  const fields = { chapter_number: 'I', chapter_name: 'FEMA', subchapter_number: 'A', part_number: '1' };
  assert.equal(chain(ecfr, '/us/cfr/t44/s1.1', { ...fields, hierarchy: [] }), [
    { level: 'title', number: '44', name: 'Emergency Management and Assistance', identifier: null },
    { level: 'chapter', number: 'I', name: 'FEMA', identifier: null },
    { level: 'subchapter', number: 'A', name: null, identifier: null },
    { level: 'part', number: '1', name: null, identifier: null },
  ]);
  assert.is(chain(usc, '/us/usc/t18a/s1', {})[0]?.level, 'appendix');
  assert.is(chain(usc, '/us/usc/t18/s1', {})[0]?.level, 'title');
});

test('identifiers that could not be published are not used', () => {
  const wrong = [
    ...['../../x', '/us/usc/../x', '/us/usc/t1/../../x', '/us/cfr/t1', '/us/usc/t1/_q', '/us/usc/t1\\x'],
    ...['/us/usc/', `/us/usc/${'x'.repeat(300)}`, '/us/usc/t1/x.json/y'],
  ];
  for (const identifier of wrong) {
    const hierarchy = [{ level: 'title', number: '1', name: null, identifier }];
    assert.is(chain(usc, '/us/usc/t1/s1', { hierarchy })[0]?.identifier, null, identifier);
  }
});

test('identifiers are made of words and numbers', () => {
  const made = (level: string, number: string | null, above: string | null, name: string | null = null) =>
    derivedIdentifier(above?.startsWith('/us/cfr/') ? ecfr : usc, { level, number, name }, above);
  assert.is(made('title', '17', null), '/us/usc/t17');
  assert.is(made('appendix', '18a', null), '/us/usc/t18a');
  assert.is(made('chapter', '1', '/us/usc/t17'), '/us/usc/t17/ch1');
  assert.is(made('part', 'A', '/us/usc/t42/ch6A/schII'), '/us/usc/t42/ch6A/schII/pA');
  assert.is(made('part', '52', '/us/cfr/t40/chI/schC'), '/us/cfr/t40/p52', 'parts are of the title');
  assert.is(made('part', '52', '/us/cfr/t40'), '/us/cfr/t40/p52');
  assert.is(made('subchapter', 'C', '/us/cfr/t40/chI'), '/us/cfr/t40/chI/schC');
  assert.is(made('level', null, '/us/usc/t11a', 'OFFICIAL FORMS'), '/us/usc/t11a/OFFICIAL-FORMS');
  assert.is(made('odd / level', '..\\:/x', '/us/usc/t1'), '/us/usc/t1/odd-level..-x');
  assert.is(made('chapter', null, '/us/usc/t1'), '/us/usc/t1/ch');
  assert.is(made('chapter', 'x'.repeat(500), '/us/usc/t1').length, '/us/usc/t1/ch'.length + 60);
});

test.run();

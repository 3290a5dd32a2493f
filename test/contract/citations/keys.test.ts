import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CODES, JOURNALS } from '../../../build/contract/citations/grammar.ts';
import {
  citesPart,
  coveredSections,
  identifierKey,
  numberKey,
  pageKey,
  partKeys,
  sectionKey,
} from '../../../build/contract/citations/keys.ts';
import type { CodeCitation, JournalCitation } from '../../../build/contract/sources.ts';

const [usc, ecfr] = CODES as [CodeCitation, CodeCitation];
const [fr] = JOURNALS as [JournalCitation];

test('keys do not depend on case, dashes, signs and zeros', () => {
  assert.is(sectionKey(usc, '17', '106A'), 'usc:17:106a');
  assert.is(sectionKey(usc, '042', '300aa–1'), 'usc:42:300aa-1');
  assert.is(sectionKey(ecfr, '44', '§ 16.104'), 'cfr:44:16.104');
  assert.is(numberKey(fr, 'E8-23178'), 'fr:e8-23178');
  assert.is(pageKey(fr, '83', '21,707'), 'frp:83:21707');
  assert.is(identifierKey('/us/cfr/t44/s§ 16.104–16.109'), identifierKey('/us/cfr/t44/s§16.104-16.109'));
});

test('a key of a part cites many documents; a code may have no parts', () => {
  assert.equal(partKeys(ecfr, '01', '1'), ['part:1:1']);
  assert.equal(partKeys(usc, '1', '1'), []);
  assert.ok(citesPart('part:1:1'));
  for (const key of ['cfr:1:1', 'usc:1:1', 'fr:2018-1', 'null:1:1', 'id:/part:1:1'])
    assert.not(citesPart(key));
});

test('a number that covers several sections has each of them', () => {
  assert.equal(coveredSections('106'), ['106']);
  assert.equal(coveredSections('65, 66'), ['65', '66']);
  assert.equal(coveredSections('44 and 45'), ['44', '45']);
  assert.equal(coveredSections('651 to 654'), ['651', '652', '653', '654']);
  assert.equal(coveredSections('1101...1103'), ['1101', '1102', '1103']);
  assert.equal(coveredSections('46–1 to 46–3'), ['46-1', '46-3']);
  assert.equal(coveredSections('102 to 104b'), ['102', '103', '104b']);
  assert.equal(coveredSections('§ 16.104-16.106'), ['16.104', '16.105', '16.106']);
  assert.equal(coveredSections('120.441-§ 120.443'), ['120.441', '120.442', '120.443']);
});

test('a hyphen alone makes no range, and no range is endless', () => {
  assert.equal(coveredSections('300aa-1'), ['300aa-1']);
  assert.equal(coveredSections('1.25-1T'), ['1.25-1t']);
  assert.equal(coveredSections('1 to 999999999'), ['1', '999999999']);
  assert.equal([coveredSections('1 to 502').length, coveredSections('1 to 503').length], [502, 2]);
  assert.equal(coveredSections('9 to 5'), ['9', '5']);
  assert.equal(coveredSections(''), []);
});

test.run();

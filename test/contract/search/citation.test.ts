import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  cfrKey,
  coveredSections,
  frKey,
  frPageKey,
  identifierKey,
  uscKey,
} from '../../../build/contract/search/citation.ts';

test('keys do not depend on case, dashes, signs and zeros', () => {
  assert.is(uscKey('17', '106A'), 'usc:17:106a');
  assert.is(uscKey('042', '300aa–1'), 'usc:42:300aa-1');
  assert.is(cfrKey('44', '§ 16.104'), 'cfr:44:16.104');
  assert.is(frKey('E8-23178'), 'fr:e8-23178');
  assert.is(frPageKey('83', '21,707'), 'frp:83:21707');
  assert.is(identifierKey('/us/cfr/t44/s§ 16.104–16.109'), identifierKey('/us/cfr/t44/s§16.104-16.109'));
});

test('a number that covers several sections names each', () => {
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
  assert.equal(coveredSections('9 to 5'), ['9', '5']);
  assert.equal(coveredSections(''), []);
});

test.run();

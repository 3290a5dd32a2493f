import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseKeys, printKeys, stateOf } from '../../../shim/keys/keys-file.ts';
import { hashOf } from '../../../shim/keys/secret.ts';
import { newKey } from '../../helpers/key-records.ts';

test('printed keys parse to the same keys', () => {
  const records = [
    newKey().record,
    newKey({ tier: 'unlimited', expires: '2027-01-31', revoked: true }).record,
    newKey({
      rotated: '2026-03-01T00:00:00.000Z',
      previous: [{ sha256: hashOf('old'), until: '2026-03-02T00:00:00.000Z' }],
    }).record,
    // Of a version to come.
    newKey({ colour: 'green' } as object).record,
  ];
  assert.equal(parseKeys(printKeys(records)), records);
  assert.is(JSON.parse(printKeys([])).version, 1);
});

test('a key is valid through the day it expires, in UTC', () => {
  const { record } = newKey({ expires: '2026-12-31' });
  assert.is(stateOf(record, Date.parse('2026-12-31T23:59:59.999Z')), 'active');
  assert.is(stateOf(record, Date.parse('2027-01-01T00:00:00.000Z')), 'expired');
  assert.is(stateOf({ ...record, expires: null }, Date.parse('2999-01-01')), 'active');
  assert.is(stateOf({ ...record, revoked: true }, 0), 'revoked');
});

test('damage of a keys file is named', () => {
  const { record } = newKey();
  const broken = (change: object): string =>
    JSON.stringify({ version: 1, keys: [record, { ...record, ...change }] });
  const cases: [string, RegExp][] = [
    ['', /JSON/],
    ['[]', /"version"/],
    ['null', /not an object/],
    ['{"version":2,"keys":[]}', /"version" is not 1/],
    ['{"version":1}', /"keys" is not an array/],
    ['{"version":1,"keys":[3]}', /key 1 is not an object/],
    [broken({ id: '' }), /"id" of key 2/],
    [broken({ name: 7 }), /"name" of key 2/],
    [broken({ tier: 'anonymous' }), /"tier" of key 2/],
    [broken({ sha256: 'pdk_secret' }), /"sha256" of key 2/],
    [broken({ created: 'yesterday' }), /"created" of key 2/],
    [broken({ expires: '2026-02-30' }), /"expires" of key 2/],
    [broken({ revoked: 'no' }), /"revoked" of key 2/],
    [broken({ rotated: 'once' }), /"rotated" of key 2/],
    [broken({ previous: {} }), /"previous" of key 2/],
    [broken({ previous: [{ sha256: record.sha256 }] }), /"previous" of key 2/],
    [broken({ previous: [{ sha256: 'pdk', until: record.created }] }), /"previous" of key 2/],
    [broken({ previous: [null] }), /"previous" of key 2/],
  ];
  for (const [text, message] of cases) assert.throws(() => parseKeys(text), message);
});

test.run();

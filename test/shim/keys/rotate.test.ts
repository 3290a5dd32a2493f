import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MAX_OLD_SECRETS, oldSecrets, rotated } from '../../../shim/keys/rotate.ts';
import { hashOf } from '../../../shim/keys/secret.ts';
import { newKey } from '../../helpers/key-records.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR = 3_600_000;
const at = (hours: number): string => new Date(NOW + hours * HOUR).toISOString();

test('rotation keeps the old secret for the overlap, and the rest of the key', () => {
  const { record } = newKey({ tier: 'elevated', name: 'app', expires: '2027-01-01' });
  const after = rotated(record, hashOf('b'), NOW, 24 * HOUR);
  assert.equal(after, {
    ...record,
    sha256: hashOf('b'),
    rotated: at(0),
    previous: [{ sha256: record.sha256, until: at(24) }],
  });
});

test('after a second rotation an earlier secret ends as promised, or with the new overlap', () => {
  const { record } = newKey({ sha256: hashOf('a') });
  const untils = (first: number, second: number) =>
    rotated(rotated(record, hashOf('b'), NOW, first * HOUR), hashOf('c'), NOW + HOUR, second * HOUR).previous;
  const [a, b] = [hashOf('a'), hashOf('b')];
  assert.equal(untils(24, 48), [
    { sha256: b, until: at(49) },
    { sha256: a, until: at(24) },
  ]);
  assert.equal(untils(24, 2), [
    { sha256: b, until: at(3) },
    { sha256: a, until: at(3) },
  ]);
  assert.equal(untils(24, 0), []);
  // What is over is forgotten.
  assert.equal(untils(1, 2), [{ sha256: b, until: at(3) }]);
});

test('old secrets beyond five are refused', () => {
  let { record } = newKey();
  for (let i = 0; i < MAX_OLD_SECRETS; i++) record = rotated(record, hashOf(`${i}`), NOW, HOUR);
  assert.is(oldSecrets(record, NOW).length, MAX_OLD_SECRETS);
  assert.throws(() => rotated(record, hashOf('x'), NOW, HOUR), /5 old secrets of key .* "--overlap 0" ends/);
  assert.equal(rotated(record, hashOf('x'), NOW, 0).previous, []);
  assert.is(rotated(record, hashOf('x'), NOW + HOUR, HOUR).previous?.length, 1);
});

test('only old secrets before their end are valid', () => {
  const { record } = newKey({ previous: [{ sha256: hashOf('a'), until: at(1) }] });
  assert.is(oldSecrets(record, NOW + HOUR - 1).length, 1);
  assert.is(oldSecrets(record, NOW + HOUR).length, 0);
  assert.equal(oldSecrets(newKey().record, NOW), []);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientNames, pseudonyms } from '../../../shim/http/client-names.ts';

const DAY_MS = 86_400_000;

test('a pseudonym lasts for a day, and follows from the secret', () => {
  let now = 20_000 * DAY_MS + 1;
  const clock = () => now;
  const one = pseudonyms('a secret of theirs', clock);
  const same = pseudonyms('a secret of theirs', clock);
  const other = pseudonyms('another secret', clock);
  const first = one('ip:192.0.2.1');
  assert.match(first, /^[\w-]{11}$/);
  assert.is(one('ip:192.0.2.1'), first);
  assert.is(same('ip:192.0.2.1'), first);
  assert.is.not(other('ip:192.0.2.1'), first);
  assert.is.not(one('ip:192.0.2.2'), first);
  now += DAY_MS - 2;
  assert.is(one('ip:192.0.2.1'), first);
  now += 1;
  const next = one('ip:192.0.2.1');
  assert.is.not(next, first);
  assert.is(same('ip:192.0.2.1'), next);
  assert.is.not(pseudonyms(null, clock)('ip:192.0.2.1'), pseudonyms(null, clock)('ip:192.0.2.1'));
});

test('more clients than are remembered keep their names in bounded memory', () => {
  const nameOf = pseudonyms('a secret of theirs', () => 0);
  const names = Array.from({ length: 25_000 }, (_, i) => nameOf(`ip:${i}`));
  assert.is(new Set(names).size, names.length);
  assert.is(nameOf('ip:7'), names[7]);
});

test('keys are named by their ids', () => {
  const pseudonymOf = (client: string) => `<${client}>`;
  const names = (naming: 'address' | 'pseudonym' | 'none') =>
    ['ip:192.0.2.1', 'key:abc'].map(clientNames(naming, pseudonymOf));
  assert.equal(names('address'), ['ip:192.0.2.1', 'key:abc']);
  assert.equal(names('pseudonym'), ['anon:<ip:192.0.2.1>', 'key:abc']);
  assert.equal(names('none'), [undefined, undefined]);
});

test.run();

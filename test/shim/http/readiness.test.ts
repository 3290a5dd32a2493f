import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Readiness } from '../../../shim/http/readiness.ts';

test('a shim is ready while nothing is missing, and until it leaves', () => {
  const missing: { catalog: string | null; other: string | null } = { catalog: 'no catalog', other: null };
  const readiness = new Readiness();
  assert.is(readiness.problem, null);
  readiness.require(() => missing.catalog);
  readiness.require(() => missing.other);
  assert.is(readiness.problem, 'no catalog');
  missing.catalog = null;
  assert.is(readiness.problem, null);
  missing.other = 'no other';
  assert.is(readiness.problem, 'no other');
  missing.other = null;
  assert.is(readiness.isLeaving, false);
  readiness.leave();
  assert.is(readiness.isLeaving, true);
  assert.is(readiness.problem, 'shutting down');
});

test.run();

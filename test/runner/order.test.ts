import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inOrder, LONGEST } from './order.cjs';

const TESTS = join(import.meta.dirname, '..');

test('the files that take longest are there', () => {
  assert.ok(LONGEST.length > 1);
  for (const file of LONGEST) assert.ok(existsSync(join(TESTS, file)), file);
});

test('they are begun first, the longest before all, the others by their names', () => {
  const [longest = '', second = ''] = LONGEST;
  const files = ['b.test.ts', second, 'a.test.ts', longest, 'a/b.test.ts'];
  assert.equal(inOrder(files), [longest, second, 'a.test.ts', 'a/b.test.ts', 'b.test.ts']);
  assert.equal(inOrder(['b.test.ts', 'a.test.ts']), ['a.test.ts', 'b.test.ts']);
});

test.run();

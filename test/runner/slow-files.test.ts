import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../helpers/tree.ts';
import { inOrder, isQuick, keepTimes, SLOW_S, slowFiles } from './slow-files.cjs';

const TESTS = path.join(import.meta.dirname, '..');

test('each file of the table exists', () => {
  const slow = slowFiles();
  assert.ok(slow.size > 10);
  for (const [file, seconds] of slow) {
    assert.ok(fs.existsSync(path.join(TESTS, file)), file);
    assert.ok(seconds >= SLOW_S, `${file} is not slow`);
  }
});

test('tests of the contract and the commands are quick', () => {
  const slow = slowFiles();
  for (const file of ['e2e/smoke.test.ts', 'architecture.test.ts', 'contract/routing/route.test.ts']) {
    assert.ok(fs.existsSync(path.join(TESTS, file)), file);
    assert.ok(isQuick(file, slow), file);
  }
  assert.ok(isQuick('e2e/smoke.test.ts', new Map([['e2e/smoke.test.ts', 9]])), 'however slow it is');
  assert.not(isQuick('a.test.ts', new Map([['a.test.ts', 9]])));
});

test('slow files start first, the slowest at the front, and others follow by name', () => {
  const slow = new Map([
    ['b.test.ts', 7],
    ['c.test.ts', 60],
  ]);
  const files = ['d.test.ts', 'b.test.ts', 'a.test.ts', 'c.test.ts', 'a/b.test.ts'];
  assert.equal(inOrder(files, slow), ['c.test.ts', 'b.test.ts', 'a.test.ts', 'a/b.test.ts', 'd.test.ts']);
});

test('measured times replace old ones, and quick or missing files leave the table', () => {
  const table = path.join(temporaryFolder(), 'slow.txt');
  fs.writeFileSync(
    table,
    '# a remark\n   5 b.test.ts\n   6 gone.test.ts\n   7 kept.test.ts\n   8 now-quick.test.ts\n',
  );
  const measured = new Map([
    ['b.test.ts', 12.4],
    ['a.test.ts', 2.6],
    ['quick.test.ts', 1.9],
    ['now-quick.test.ts', 0.2],
  ]);
  keepTimes(measured, file => file !== 'gone.test.ts', table);
  assert.is(
    fs.readFileSync(table, 'utf8'),
    '# a remark\n   3 a.test.ts\n  12 b.test.ts\n   7 kept.test.ts\n',
  );
  assert.equal(
    [...slowFiles(table)],
    [
      ['a.test.ts', 3],
      ['b.test.ts', 12],
      ['kept.test.ts', 7],
    ],
  );
});

test.run();

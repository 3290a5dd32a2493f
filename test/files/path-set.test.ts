import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PathSet } from '../../build/files/path-set.ts';

/** As like each other as those of a tree. */
const paths = Array.from(
  { length: 200_000 },
  (_, i) => `api/ecfr/documents/t${i % 50}/s${Math.floor(i / 50)}.${i % 7}.json`,
);
const others = paths.map(path => path.replace('.json', '.md'));

test('a path is in the set only if it was added', () => {
  const set = new PathSet();
  assert.not(set.has(''));
  for (const path of paths) set.add(path);
  assert.ok(paths.every(path => set.has(path)));
  assert.is(others.filter(path => set.has(path)).length, 0);
  assert.not(set.has(''));
});

test('paths may be added between look-ups', () => {
  const set = new PathSet();
  for (const path of ['b', 'a', '', 'é', '\u{1f600}']) {
    assert.not(set.has(path), path);
    set.add(path);
    assert.ok(set.has(path), path);
  }
  assert.ok(['b', 'a', '', 'é', '\u{1f600}'].every(path => set.has(path)));
});

test.run();

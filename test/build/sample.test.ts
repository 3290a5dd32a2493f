import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MARK_FILE } from '../../build/corpus/mark.ts';
import { assertSameTree, buildHere, editable, run, snapshot } from '../helpers/builds.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** The mark of a corpus is an input of its build (build/README.md, The mark of a corpus). */

const SITE = { url: 'https://law.example.org/', version: 'test' };

const read = (dist: string, name: string): string => fs.readFileSync(path.join(dist, name), 'utf8');
const saysSample = (dist: string) => ({
  sources: JSON.parse(read(dist, 'api/sources.json')).data.map((source: object) => 'sample' in source),
  pages: ['site/index.html', 'site/docs/index.html', 'site/docs/reference/index.html'].map(name =>
    read(dist, name).includes('This is a sample, not the law.'),
  ),
});
const ALL = { sources: [true, true, true], pages: [true, true, true] };
const NONE = { sources: [false, false, false], pages: [false, false, false] };

test('a changed mark changes only the files that depend on it', async () => {
  const { corpus, dist } = editable();
  const mark = path.join(corpus, MARK_FILE);
  await buildHere(corpus, dist, { site: SITE });
  assert.equal(saysSample(dist), ALL);
  const marked = snapshot(dist);

  fs.rmSync(mark);
  const without = await buildHere(corpus, dist, { site: SITE });
  assert.equal(saysSample(dist), NONE);
  assert.is(without.rendered, 0);
  const cold = path.join(temporaryFolder(), 'dist');
  await buildHere(corpus, cold, { site: SITE });
  assertSameTree(dist, cold);
  const before = new Set(marked);
  const changed = snapshot(dist)
    .filter(line => !before.has(line))
    .map(line => line.slice(0, line.indexOf(' ')))
    .filter(name => /^(api|site|bulk)\/.*\.\w+$/.test(name));
  assert.equal(changed, [
    'api/sources.json',
    'site/docs/index.html',
    'site/docs/reference/index.html',
    'site/index.html',
  ]);
  assert.equal((await buildHere(corpus, dist, { site: SITE })).changes.written, 0);

  fs.writeFileSync(mark, '{"sample":true}');
  await buildHere(corpus, dist, { site: SITE });
  assert.equal(snapshot(dist), marked);
});

test('a tree without a site depends on the mark, too', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  fs.writeFileSync(path.join(corpus, MARK_FILE), '{"sample":false}');
  await buildHere(corpus, dist);
  assert.not.match(read(dist, 'api/sources.json'), /sample/);
});

test('an unreadable mark exits with 2, names its path, and leaves the tree unchanged', async () => {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  const before = snapshot(dist);
  for (const [content, message] of [
    ['{"sample": "yes"}', 'must say true or false'],
    ['["sample"]', 'must be an object'],
    ['x'.repeat(100_000), 'has more than 4096 bytes'],
  ] as const) {
    fs.writeFileSync(path.join(corpus, MARK_FILE), content);
    const { code, err } = await run('build', ['--corpus', corpus, '--out', dist]);
    assert.is(code, 2, err);
    assert.ok(err.includes(`${path.join(corpus, MARK_FILE)} ${message}`), err.slice(0, 200));
    assert.equal(snapshot(dist), before);
  }
});

test.run();

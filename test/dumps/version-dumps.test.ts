import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readPart } from '../../build/files/manifest/read.ts';
import { readRoot } from '../../build/files/manifest/root.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { silent } from '../../build/report/progress.ts';
import { hasFindings, verifyTree } from '../../build/verify/verify.ts';
import { assertSameTree, buildHere, editable, timestamps, touched } from '../helpers/builds.ts';
import { edit, now } from '../helpers/rebuilding.ts';

/** Dumps of former versions: `bulk/versions/usc/t17.jsonl.gz`. */

const dumps = (dist: string): string[] =>
  fs.existsSync(path.join(dist, 'bulk/versions')) ? [...filesUnder(dist, 'bulk/versions')].sort() : [];

/** Holds dumps against the files of versions, the index and the manifest. @returns the number of lines by dump */
async function assertDumps(dist: string): Promise<Record<string, number>> {
  const told = JSON.parse(fs.readFileSync(path.join(dist, 'bulk/index.json'), 'utf8')).filter(
    ({ group }: { group: string }) => group.startsWith('versions/'),
  );
  assert.equal(
    told.map((dump: { path: string }) => dump.path),
    dumps(dist),
  );
  const { parts } = readRoot(dist);
  const listed = parts.filter(({ path: file }) => file === 'manifest/bulk/versions.ndjson');
  assert.equal(
    listed.flatMap(part => Array.from(readPart(dist, part), entry => entry.path)),
    dumps(dist),
  );
  const files = [...filesUnder(dist, 'api')].filter(file => /\/versions\/[^/]+\.json$/.test(file));
  const counts: Record<string, number> = {};
  for (const { path: file, source, group, documents } of told) {
    const part = group.slice('versions/'.length);
    assert.equal([source, file], [null, `bulk/versions/${part}.jsonl.gz`]);
    const lines = gunzipSync(fs.readFileSync(path.join(dist, file)))
      .toString()
      .split('\n');
    assert.is(lines.pop(), '');
    const entries = [
      ...readPart(
        dist,
        parts.find(({ path: name }) => name === `manifest/${part.replace('/', '/versions/')}.ndjson`)!,
      ),
    ];
    const own = entries.map(entry => entry.path).filter(name => files.includes(name));
    assert.equal(
      lines,
      own.map(name => fs.readFileSync(path.join(dist, name), 'utf8')),
      file,
    );
    assert.is(documents, lines.length);
    counts[group] = lines.length;
  }
  assert.is(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    files.length,
  );
  assert.not.ok(hasFindings(await verifyTree(dist, silent)));
  return counts;
}

test('former versions are dumped by title and year, and a night writes those of titles that changed', async () => {
  const { corpus, dist } = editable();
  const folder = path.join(path.dirname(dist), 'archive');
  const build = (out: string, asOf: string, more = {}) =>
    buildHere(corpus, out, { now, archive: { folder, asOf }, ...more });
  const [title17, title1] = ['usc/title-17/chapter-01/section-106.md', 'ecfr/title-01'];
  const notice = [...filesUnder(corpus, 'fr')].find(file => file.endsWith('2018-09910.md'))!;
  const rule = [...filesUnder(corpus, title1)].find(file => /section-.*\.md$/.test(file))!;
  await build(dist, '2022-01-01');
  assert.equal(dumps(dist), []);
  assert.not(fs.existsSync(path.join(dist, 'manifest/bulk/versions.ndjson')));
  for (const file of [title17, notice]) edit(corpus, file, text => `${text}\nOne lamp.\n`);
  await build(dist, '2022-01-02');
  assert.equal(await assertDumps(dist), { 'versions/fr/2018': 1, 'versions/usc/t17': 1 });
  const before = timestamps(dist);
  edit(corpus, rule, text => `${text}\nOne gull.\n`);
  await build(dist, '2022-01-03');
  assert.equal(await assertDumps(dist), {
    ...{ 'versions/ecfr/t1': 1, 'versions/fr/2018': 1, 'versions/usc/t17': 1 },
  });
  const written = touched(before, timestamps(dist)).filter(file => /^bulk\/versions\/.*gz$/.test(file));
  assert.equal(written, ['bulk/versions/ecfr/t1.jsonl.gz']);
  edit(corpus, title17, text => `${text}\nTwo lamps.\n`);
  await build(dist, '2022-01-04');
  assert.is((await assertDumps(dist))['versions/usc/t17'], 2);
  const cold = `${dist}-cold`;
  await build(cold, '2022-01-04', { cold: true });
  assertSameTree(dist, cold);
  await build(dist, '2022-01-04', { archive: { folder, asOf: '2022-01-04', versions: 'archive' } });
  assert.equal(dumps(dist), []);
  await build(dist, '2022-01-04');
  assertSameTree(dist, cold);
  await build(dist, '2022-01-04', { bulk: false });
  assert.not(fs.existsSync(path.join(dist, 'bulk')));
});

test.run();

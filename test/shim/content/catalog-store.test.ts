import { cpSync, fstatSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../build/contract/errors.ts';
import { CATALOG } from '../../../build/contract/paths.ts';
import { MANIFEST, readRoot } from '../../../build/files/manifest/root.ts';
import { ContentStore } from '../../../shim/content/catalog-store.ts';
import { SAMPLE } from '../../helpers/sample.ts';
import { sampleTree, temporaryFolder } from '../../helpers/tree.ts';
import { until } from '../../helpers/until.ts';
import { closeAfter } from '../../runner/leftovers.cjs';

interface Watched {
  store: ContentStore;
  dist: string;
  lines: string[];
}

/** Over a copy of the sample's catalog and manifest; the catalog may be damaged. */
async function open(catalog: 'good' | 'missing' = 'good'): Promise<Watched> {
  const dist = join(temporaryFolder(), 'dist');
  cpSync(join((await sampleTree()).dist, 'catalog'), join(dist, 'catalog'), { recursive: true });
  cpSync(join((await sampleTree()).dist, MANIFEST), join(dist, MANIFEST));
  if (catalog === 'missing') rmSync(join(dist, CATALOG));
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  const store = new ContentStore({ dist, log });
  closeAfter(() => store.close());
  await store.open();
  return { store, dist, lines };
}

/** As a build does it: by a rename. */
function replace(dist: string, bytes: Buffer): void {
  writeFileSync(join(dist, 'coming'), bytes);
  renameSync(join(dist, 'coming'), join(dist, CATALOG));
}

test('a good catalog has its documents, no problem, and one line in the log', async () => {
  const { store, lines } = await open();
  assert.equal([store.documents, store.problem], [SAMPLE.all, null]);
  assert.equal(Object.keys(store.content.listings), ['usc', 'ecfr', 'fr']);
  const { build } = readRoot((await sampleTree()).dist);
  assert.equal(
    lines,
    [`Serving ${SAMPLE.all} documents, build ${build.slice(0, 12)}`],
    'that of the manifest',
  );
  await store.close();
});

test("the log line of a new tree waits for the manifest's root", async () => {
  const { store, dist, lines } = await open();
  replace(dist, readFileSync(join(dist, CATALOG)));
  const opened = store.opened;
  await until(() => store.opened !== opened);
  const build = 'c'.repeat(64);
  const root = JSON.parse(readFileSync(join(dist, MANIFEST), 'utf8'));
  writeFileSync(join(dist, MANIFEST), JSON.stringify({ ...root, build }));
  await until(() => lines.length === 2);
  assert.is(lines[1], `Serving ${SAMPLE.all} documents, build ${build.slice(0, 12)}`);
  await store.close();
});

test('without a catalog the answer is 503, and the problem is logged once', async () => {
  const { store, dist, lines } = await open('missing');
  assert.throws(
    () => store.content,
    (error: Error) => error instanceof ApiError && error.status === 503,
  );
  assert.match(store.problem ?? '', /no catalog\. Run "npm run build"/);
  assert.match(lines[0] ?? '', CATALOG, 'the log names the file');
  const catalog = readFileSync(join((await sampleTree()).dist, CATALOG));
  replace(dist, catalog);
  await until(() => store.problem === null);
  await until(() => lines.length === 2);
  assert.is(store.content.documents, SAMPLE.all);
  await store.close();
});

test('a damaged catalog leaves the last good one in use, and listeners hear only of new ones', async () => {
  const { store, dist } = await open();
  let changes = 0;
  store.onChange(() => changes++);
  const good = readFileSync(join(dist, CATALOG));
  const { content } = store;
  replace(dist, good.subarray(0, 5000));
  await until(() => store.problem !== null);
  assert.is(store.content, content);
  assert.is(changes, 0);
  replace(dist, good);
  await until(() => store.problem === null);
  assert.is(changes, 1);
  assert.is(store.content.build, content.build);
  await store.close();
});

test('a store that is closed while it opens uses nothing and leaves no file open', async () => {
  const { store, dist, lines } = await open();
  await store.close();
  const late = new ContentStore({
    dist,
    log: { info: line => lines.push(line), error: line => lines.push(line) },
  });
  const opening = late.open();
  await late.close();
  await opening;
  assert.is(late.documents, 0);
  assert.is(lines.length, 1, 'of the first store');
  assert.equal(descriptorsOf(join(dist, CATALOG)), []);
});

/** The descriptors of this process that are of a file. */
function descriptorsOf(file: string): number[] {
  const { ino } = statSync(file);
  const isOf = (descriptor: number) => {
    try {
      return fstatSync(descriptor).ino === ino;
    } catch {
      return false;
    }
  };
  return Array.from({ length: 200 }, (_, descriptor) => descriptor).filter(isOf);
}

test.run();

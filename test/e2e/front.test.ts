import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeCorpus } from '../bench/generator/corpus.ts';
import { buildHere } from '../helpers/builds.ts';
import { allPages } from '../helpers/pages.ts';
import { startShim } from '../helpers/shim.ts';
import { catalogsOf, temporaryFolder } from '../helpers/tree.ts';

/** The front of a list has 25 pages of 20: so many documents that a source has a page beyond. */
const DOCUMENTS = 980;

test('with --pages front only lists of a whole source end early, and the shim answers their further pages alike', async () => {
  const folder = temporaryFolder();
  const [corpus, dist, whole] = ['corpus', 'front', 'all'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeCorpus(corpus, { documents: DOCUMENTS, seed: 15 });
  await buildHere(corpus, dist, { pages: 'front' });
  await buildHere(corpus, whole);
  const catalogs = await catalogsOf({ dist, corpus });
  const front = new Set(Array.from(allPages(catalogs, 'front'), ({ path }) => path));
  const left = [...allPages(catalogs)].filter(({ path }) => !front.has(path));
  // Of some 540 sections of ecfr, beyond 500: all of them, by cursor too, those in force, of one legal status, of one agency or none.
  assert.ok(left.length > 4, `${left.length} pages`);
  const kinds = new Set(
    left.map(({ url }) => url.replace(/^[^?]*\?(?:(\w+)=[^&]*&)?sort=.*&(offset|cursor)=.*/, '$1 $2')),
  );
  assert.equal(
    [' offset', ' cursor'].filter(kind => !kinds.has(kind)),
    [],
  );
  assert.equal(
    [...kinds].filter(kind => kind.startsWith('title_number')),
    [],
  );
  const shim = await startShim({ dist });
  for (const path of front) assert.ok(existsSync(join(dist, path)), path);
  for (const { url, path } of left) {
    assert.not.ok(existsSync(join(dist, path)), path);
    assert.equal((await shim.get(url)).bytes, readFileSync(join(whole, path)), url);
  }
  await shim.close();
  await buildHere(corpus, dist);
  for (const { path } of left)
    assert.equal(readFileSync(join(dist, path)), readFileSync(join(whole, path)), path);
});

test.run();

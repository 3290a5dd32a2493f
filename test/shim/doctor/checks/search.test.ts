import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOG, SEARCH_INDEX } from '../../../../build/contract/paths.ts';
import { search } from '../../../../shim/doctor/checks/search.ts';
import { SAMPLE } from '../../../helpers/sample.ts';
import { searchProcesses } from '../../../helpers/search-processes.ts';
import { sampleTree, temporaryFolder } from '../../../helpers/tree.ts';
import { finding } from '../patient.ts';

/** The check of the embedded engine. */

async function copy(): Promise<{ dist: string; index: string }> {
  const dist = join(temporaryFolder(), 'dist');
  for (const file of [CATALOG, SEARCH_INDEX]) cpSync(join((await sampleTree()).dist, file), join(dist, file));
  return { dist, index: join(dist, SEARCH_INDEX) };
}

test('the index is searched, and no process stays', async () => {
  const { dist, index } = await copy();
  assert.match(await finding(search, { DIST: dist }), /^ok: the embedded engine answers, \d+ ms/);
  assert.equal(searchProcesses(process.pid, index), []);
});

test('a tree without index is only a warning', async () => {
  const { dist, index } = await copy();
  rmSync(index);
  assert.match(
    await finding(search, { DIST: dist }),
    /^warning: there is no search index .* → build without --no-search/,
  );
});

test('an index that finds nothing is a problem even with all documents', async () => {
  const { dist, index } = await copy();
  const db = new Database(index);
  db.exec('DROP TABLE postings');
  db.close();
  assert.match(
    await finding(search, { DIST: dist }),
    /^problem: a search fails: .* → "npm run build" makes it anew/,
  );
});

test('an index that is damaged, of another version or another tree is a problem', async () => {
  const { dist, index } = await copy();
  const change = (sql: string) => {
    const db = new Database(index);
    db.exec(sql);
    db.close();
  };
  change('DELETE FROM documents WHERE id = (SELECT max(id) FROM documents)');
  assert.match(
    await finding(search, { DIST: dist }),
    new RegExp(`^problem: the search index has ${SAMPLE.all - 1} documents, and the catalog ${SAMPLE.all}`),
  );
  change('PRAGMA user_version = 1');
  assert.match(
    await finding(search, { DIST: dist }),
    /^problem: .* cannot be used: The search index has version 1/,
  );
  writeFileSync(index, 'no database');
  assert.match(await finding(search, { DIST: dist }), /^problem: .* cannot be used/);
});

test.run();

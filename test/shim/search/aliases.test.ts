import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TreeFiles } from '../../../shim/content/tree-files.ts';
import { identifierOfAlias } from '../../../shim/search/aliases.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** A tree with these files, each the JSON of a document with this identifier and a body of so many characters. */
function tree(files: Readonly<Record<string, readonly [identifier: string, body: number]>>): TreeFiles {
  const dist = temporaryFolder();
  for (const [name, [identifier, length]] of Object.entries(files)) {
    const file = join(dist, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(
      file,
      JSON.stringify({ data: { identifier, body: 'x'.repeat(length), metadata: {} }, meta: {} }),
    );
  }
  return new TreeFiles(dist);
}

test('an alias gives the identifier in its file, of a small and of a large document', async () => {
  const files = tree({
    'api/usc/documents/t48/s565.json': ['/us/usc/t48/s561 to 599', 10],
    'api/ecfr/documents/t2/s2300.20.json': ['/us/cfr/t2/s2300.11-2300.2335', 20_000_000],
  });
  assert.is(await identifierOfAlias(files, '/us/usc/t48/s565'), '/us/usc/t48/s561 to 599');
  assert.is(await identifierOfAlias(files, '/us/cfr/t2/s2300.20'), '/us/cfr/t2/s2300.11-2300.2335');
});

test("a document's own identifier, one that nobody has and one that leaves the tree are no aliases", async () => {
  const files = tree({
    'api/usc/documents/t48/s1.json': ['/us/usc/t48/s1', 10],
    'secret.json': ['/us/usc/t1/s1', 1],
  });
  for (const identifier of ['/us/usc/t48/s1', '/us/usc/t48/s2', '/us/usc/../../../secret', '/uk/t1/s1'])
    assert.is(await identifierOfAlias(files, identifier), null, identifier);
});

test.run();

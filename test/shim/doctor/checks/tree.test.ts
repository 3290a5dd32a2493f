import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentPath } from '../../../../build/contract/paths.ts';
import { catalog } from '../../../../shim/doctor/checks/catalog.ts';
import { tree } from '../../../../shim/doctor/checks/tree.ts';
import { SAMPLE } from '../../../helpers/sample.ts';
import { catalogsOf, sampleTree, temporaryFolder } from '../../../helpers/tree.ts';
import { finding } from '../patient.ts';

/** The checks of tree and catalog. */

async function copy(): Promise<string> {
  const dist = join(temporaryFolder(), 'dist');
  cpSync((await sampleTree()).dist, dist, { recursive: true });
  return dist;
}

/** @returns the first path that the manifest lists */
function firstFile(dist: string): string {
  const { parts } = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  return JSON.parse(readFileSync(join(dist, parts[0].path), 'utf8').split('\n')[0] ?? '').path;
}

test('a whole tree is ok', async () => {
  const { dist } = await sampleTree();
  assert.match(
    await finding(tree, { DIST: dist }),
    /^ok: .* holds build [0-9a-f]{12}; [1-9]\d* files of it are/,
  );
  assert.match(
    await finding(catalog, { DIST: dist }),
    new RegExp(`^ok: ${SAMPLE.all} documents, version \\d+$`),
  );
});

test('a missing tree, a file in its place, and missing manifests and catalogs are problems', async () => {
  const dist = join(temporaryFolder(), 'nothing');
  assert.match(await finding(tree, { DIST: dist }), /^problem: there is no tree .*nothing → "npm run build"/);
  assert.match(await finding(catalog, { DIST: dist }), /^problem: the catalog .* cannot be read: ENOENT/);
  writeFileSync(dist, '');
  assert.match(await finding(tree, { DIST: dist }), /^problem: there is no tree/);
  rmSync(dist);
  mkdirSync(dist);
  assert.match(await finding(tree, { DIST: dist }), /^warning: .* has no manifest.json/);
});

test('a file that is missing or has other bytes of the same length is a problem', async () => {
  const dist = await copy();
  const file = firstFile(dist);
  const bytes = readFileSync(join(dist, file));
  writeFileSync(join(dist, file), Buffer.concat([bytes.subarray(1), Buffer.from('#')]));
  const told = `problem: ${file} of ${dist} is missing, or not what the manifest says`;
  assert.ok((await finding(tree, { DIST: dist })).startsWith(told));
  rmSync(join(dist, file));
  assert.ok((await finding(tree, { DIST: dist })).startsWith(told));
});

test('a damaged manifest or part is a problem', async () => {
  const dist = await copy();
  const { parts } = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const last = parts.at(-1).path;
  appendFileSync(join(dist, last), '\n');
  assert.ok((await finding(tree, { DIST: dist })).startsWith(`problem: ${last} of ${dist} is not what`));
  for (const text of ['{', '[]', 'null', '{"build":"x"}']) {
    writeFileSync(join(dist, 'manifest.json'), text);
    assert.match(await finding(tree, { DIST: dist }), /^problem: manifest.json of .* cannot be used/, text);
  }
});

/** A tree that holds what its manifest says, of one part with these lines. */
function treeOf(lines: readonly unknown[]): string {
  const dist = temporaryFolder();
  const text = lines.map(line => `${JSON.stringify(line)}\n`).join('');
  const digest = createHash('sha256').update(text).digest('hex');
  const parts = [{ path: 'parts.ndjson', bytes: text.length, sha256: digest }];
  writeFileSync(join(dist, 'parts.ndjson'), text);
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ build: digest, documents: {}, parts }));
  return dist;
}

test('a large file is checked by its size only', async () => {
  const bytes = 8 * 1024 * 1024 + 1;
  const dist = treeOf([{ path: 'large.bin', bytes, sha256: '0'.repeat(64) }]);
  writeFileSync(join(dist, 'large.bin'), '');
  truncateSync(join(dist, 'large.bin'), bytes);
  assert.match(await finding(tree, { DIST: dist }), /^ok: .*; 1 files of it are/);
  truncateSync(join(dist, 'large.bin'), bytes + 1);
  assert.match(await finding(tree, { DIST: dist }), /^problem: large.bin of .* is missing, or not what/);
});

test('a manifest line that lists no file is a problem', async () => {
  for (const line of [{}, null, { path: '../x', bytes: 1, sha256: '0'.repeat(64) }, 'api/x.json'])
    assert.match(
      await finding(tree, { DIST: treeOf([line]) }),
      /^problem: parts.ndjson of .* has a line that lists no file/,
      JSON.stringify(line),
    );
});

test('a tree that is published during the check is checked again', async () => {
  const dist = await copy();
  const file = join(dist, firstFile(dist));
  const bytes = readFileSync(file);
  writeFileSync(file, 'of another build');
  const { stat } = fs;
  // The publication is over right after the check has seen the file.
  Object.assign(fs, {
    async stat(name: string) {
      const found = await stat(name);
      if (name === file) writeFileSync(file, bytes);
      return found;
    },
  });
  try {
    assert.match(await finding(tree, { DIST: dist }), /^ok: /);
  } finally {
    Object.assign(fs, { stat });
  }
});

test('a manifest with paths out of the tree is not followed', async () => {
  const dist = await copy();
  const root = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  root.parts[0].path = '../outside';
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify(root));
  assert.match(await finding(tree, { DIST: dist }), /it is no manifest of a tree/);
});

test('a missing first, middle or last document is a problem', async () => {
  const dist = await copy();
  const all = await catalogsOf({ dist, corpus: '' });
  const { source, count, identifier } = all.find(({ source }) => source.id === 'ecfr') as (typeof all)[0];
  assert.ok(count > 5);
  for (const ordinal of [0, count >> 1, count - 1]) {
    const file = documentPath(source, identifier(ordinal), 'json');
    const content = readFileSync(join(dist, file));
    rmSync(join(dist, file));
    assert.match(await finding(catalog, { DIST: dist }), `problem: the tree lacks ${file}, which`);
    mkdirSync(join(dist, file));
    assert.match(
      await finding(catalog, { DIST: dist }),
      `problem: the tree lacks ${file}, which`,
      'a folder',
    );
    rmSync(join(dist, file), { recursive: true });
    writeFileSync(join(dist, file), content);
  }
  assert.match(await finding(catalog, { DIST: dist }), /^ok: /);
});

test('a damaged catalog, one of another tree or without its documents is a problem', async () => {
  const dist = await copy();
  const file = join(dist, 'catalog', 'catalog.bin');
  const { documents, ...root } = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  const manifest = (changed: object) =>
    writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ ...root, documents: changed }));
  manifest({ ...documents, fr: documents.fr + 1 });
  assert.match(
    await finding(catalog, { DIST: dist }),
    /^problem: the catalog has \d+ documents of fr, and the manifest/,
  );
  manifest(documents);
  rmSync(join(dist, 'api', 'ecfr', 'documents'), { recursive: true });
  assert.match(
    await finding(catalog, { DIST: dist }),
    /^problem: the tree lacks api\/ecfr\/documents\/.*json/,
  );
  appendFileSync(file, 'x');
  assert.match(
    await finding(catalog, { DIST: dist }),
    /^problem: the catalog .* is damaged.* → "npm run build"/,
  );
});

test.run();

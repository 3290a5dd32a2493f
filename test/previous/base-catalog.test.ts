import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openCatalog } from '../../build/common/catalog.ts';
import { CATALOG } from '../../build/contract/paths.ts';
import { BaseCatalog } from '../../build/previous/base-catalog.ts';
import { openWorkspace } from '../../build/previous/workspace.ts';
import type { StateHeader } from '../../build/state/header.ts';
import { sampleTree, temporaryFolder } from '../helpers/tree.ts';

/** Descriptors that this process has open. */
const openFiles = (): number => fs.readdirSync('/dev/fd').length;

/** The sample's. */
let dist: string;
let published: string;

test.before(async () => {
  ({ dist } = await sampleTree());
  const catalog = await openCatalog(path.join(dist, CATALOG));
  published = catalog.build;
  await catalog.close();
});

const baseOf = (build: string, tree = dist): BaseCatalog =>
  new BaseCatalog(openWorkspace(tree), { catalog: { build } } as StateHeader);

test('a catalog that is taken over, opened before or not, belongs to the caller', async () => {
  for (const isAhead of [false, true]) {
    const before = openFiles();
    const base = baseOf(published);
    if (isAhead) for (let i = 0; i < 3; i++) base.open();
    const taken = await base.take();
    assert.is(taken?.build, published);
    await base.close();
    assert.is(openFiles(), before + 1, 'it is open once');
    assert.ok(taken?.sources[0]?.item(0));
    await taken?.close();
    assert.is(openFiles(), before);
  }
});

test('a catalog that is not taken over is closed', async () => {
  const before = openFiles();
  const base = baseOf(published);
  base.open();
  await base.close();
  assert.is(openFiles(), before);
});

test('a catalog that is damaged, missing or of another tree gives null', async () => {
  const before = openFiles();
  assert.is(await baseOf('another').take(), null);
  const tree = path.join(temporaryFolder(), 'dist');
  assert.is(await baseOf(published, tree).take(), null);
  fs.mkdirSync(path.dirname(path.join(tree, CATALOG)), { recursive: true });
  const bytes = fs.readFileSync(path.join(dist, CATALOG));
  bytes[bytes.length >> 1]! ^= 1;
  fs.writeFileSync(path.join(tree, CATALOG), bytes);
  const damaged = baseOf(published, tree);
  damaged.open();
  assert.is(await damaged.take(), null);
  assert.is(openFiles(), before);
});

test.run();

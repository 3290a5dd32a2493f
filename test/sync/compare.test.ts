import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Part, Root } from '../../build/files/manifest/root.ts';
import { compareTrees, partsToRead } from '../../build/sync/compare.ts';
import { SourceError } from '../../build/sync/errors.ts';
import { Moves } from '../../build/sync/file-moves.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { failure } from './helpers.ts';

const part = (name: string, more: Partial<Part> = {}): Part => ({
  ...{ path: `manifest/usc/${name}.ndjson`, source: 'usc', files: 10, bytes: 4000, content_bytes: 100 },
  ...{ sha256: 'a'.repeat(64), newest: '2020-01-01' },
  ...more,
});

const rootOf = (...parts: Part[]): Root => ({ parts }) as unknown as Root;

test('an implausible part is refused before any part is fetched', async () => {
  const wrong = part('t2', { bytes: 2 * 1024 ** 3, files: 10_000_000 });
  const moves = new Moves(path.join(temporaryFolder(), 'moves.sqlite'));
  const fetched: string[] = [];
  const told = await failure(
    compareTrees({
      ...{ root: rootOf(part('t1'), wrong), base: null, moves },
      doubts: () => false,
      fetchPart: async ({ path }) => {
        fetched.push(path);
        throw new SourceError('it is fetched');
      },
      readBase: async () => null,
      isThere: () => false,
      onPart() {},
    }),
  );
  moves.close();
  assert.match(
    told,
    /^The source is damaged: manifest\/usc\/t2\.ndjson declares 2,148 MB, more than 1,074 MB\.$/,
  );
  assert.equal(fetched, []);
});

test('equal parts are not read, unless the target is in doubt', () => {
  const root = rootOf(part('t1'), part('t2'), part('t3'));
  const base = rootOf(part('t1'), part('t2', { sha256: 'b'.repeat(64) }));
  const read = (doubts: (path: string) => boolean, of: Root | null = base): string[] =>
    partsToRead({ root, base: of, doubts }).map(({ path }) =>
      path.slice('manifest/usc/'.length, -'.ndjson'.length),
    );
  assert.equal(
    read(() => false),
    ['t2', 't3'],
  );
  assert.equal(
    read(path => path.includes('t1')),
    ['t1', 't2', 't3'],
  );
  assert.equal(
    read(() => false, null),
    ['t1', 't2', 't3'],
  );
});

test('a file that the target has is not new, even if its manifest was lost', async () => {
  const entry = {
    ...{ path: 'api/usc/documents/t1/s1.json', bytes: 2, sha256: 'c'.repeat(64), etag: '"x"' },
    ...{ content_type: 'application/json; charset=utf-8', date: '2022-01-27', identifier: '/us/usc/t1/s1' },
  };
  const text = `${JSON.stringify(entry)}\n`;
  const folder = temporaryFolder();
  const own = part('t1', { files: 1, bytes: text.length, content_bytes: 2, sha256: hash('sha256', text) });
  fs.mkdirSync(path.join(folder, 'manifest/usc'), { recursive: true });
  fs.writeFileSync(path.join(folder, own.path), text);
  for (const [isTorn, isThere, isNew] of [
    [true, true, false],
    [true, false, true],
    [false, true, true],
  ]) {
    const moves = new Moves(path.join(temporaryFolder(), 'moves.sqlite'));
    await compareTrees({
      ...{ root: rootOf(own), base: null, moves },
      doubts: () => isTorn === true,
      fetchPart: async () => folder,
      readBase: async () => null,
      isThere: () => isThere === true,
      onPart() {},
    });
    const found = Array.from(moves.inOrder()).find(move => move.path === entry.path);
    moves.close();
    assert.is(found?.isNew, isNew, `${isTorn} ${isThere}`);
  }
});

test.run();

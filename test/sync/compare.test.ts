import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Part, Root } from '../../build/files/manifest/root.ts';
import { compareTrees, partsToRead } from '../../build/sync/compare.ts';
import { SourceError } from '../../build/sync/errors.ts';
import { Moves } from '../../build/sync/moves.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { failure } from './helpers.ts';

const part = (name: string, more: Partial<Part> = {}): Part => ({
  ...{ path: `manifest/usc/${name}.ndjson`, source: 'usc', files: 10, bytes: 4000, content_bytes: 100 },
  ...{ sha256: 'a'.repeat(64), newest: '2020-01-01' },
  ...more,
});

const rootOf = (...parts: Part[]): Root => ({ parts }) as unknown as Root;

test('a part that no manifest has is refused before any is fetched', async () => {
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

test('parts that are equal are not read, unless the target is in doubt', () => {
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

test.run();

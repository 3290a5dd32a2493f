import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CATALOG, CHANGES_INDEX, SEARCH_INDEX } from '../../build/contract/paths.ts';
import { CHANGES_FEED } from '../../build/contract/site-paths.ts';
import { MANIFEST, type Root } from '../../build/files/manifest/root.ts';
import { REPORT } from '../../build/report/report.ts';
import {
  addAttachments,
  addCatalog,
  fetchAttachments,
  ROOT_SIGNATURE,
} from '../../build/sync/attachments.ts';
import { Moves } from '../../build/sync/file-moves.ts';
import { historyOf, NO_HISTORY } from '../../build/sync/history.ts';
import type { Stage } from '../../build/sync/staged-files.ts';
import type { Target } from '../../build/sync/target.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { closeAfter } from '../runner/leftovers.cjs';

/** What comes beside what the manifest lists: which files, in which order, and what goes. */

const BUILD = 'b'.repeat(64);
const ROOT = { build: BUILD, newest: '2026-01-02', parts: [] } as unknown as Root;

function moving() {
  const moves = new Moves(join(temporaryFolder(), 'moves.sqlite'));
  closeAfter(() => moves.close());
  return {
    moves,
    done: () => {
      moves.settle();
      return {
        comes: Array.from(moves.inOrder(), ({ path, rank }) => [path, rank]),
        goes: [...moves.removed()],
      };
    },
  };
}

/** @param held what the source gives out */
const staging = (held: Readonly<Record<string, string>>): Stage =>
  ({
    read: async (path: string) => (path in held ? Buffer.from(held[path] as string) : null),
    write() {},
  }) as unknown as Stage;

const targetWith = (held: readonly string[]): Target =>
  ({
    isThere: (path: string) => held.includes(path),
    read: async (path: string) => (held.includes(path) ? Buffer.from('{}') : null),
  }) as unknown as Target;

const entry = {
  ...{ number: 7, build: BUILD, previous: null, published: '2026-01-02T00:00:00.000Z', complete: true },
  ...{ documents: null, sources: null, pages: null, path: 'changes/7.ndjson', url: '/api/changes/7' },
  ...{ bytes: 0, sha256: 'c'.repeat(64) },
};
const INDEX = JSON.stringify({ data: [entry], meta: {} });

test('a feed that the index does not name is copied without a key only', async () => {
  const stage = staging({
    [CHANGES_INDEX]: INDEX,
    [CHANGES_FEED]: '<feed/>',
    [ROOT_SIGNATURE]: 's',
    [`${CHANGES_INDEX}.minisig`]: 's',
  });
  const of = { stage, root: ROOT, bytes: Buffer.from('{}') };
  assert.is(String((await fetchAttachments({ ...of, verify: null })).feed), '<feed/>');
  assert.is((await fetchAttachments({ ...of, verify: () => {} })).feed, null);
});

test("history, signatures and root are in this order, and the source's feed is not removed", async () => {
  const { moves, done } = moving();
  const stage = staging({ [CHANGES_INDEX]: INDEX, [CHANGES_FEED]: '<feed/>', [ROOT_SIGNATURE]: 's' });
  const bytes = Buffer.from('{}');
  const attachments = await fetchAttachments({ stage, root: ROOT, bytes, verify: null });
  const old = { path: 'changes/6.ndjson', bytes: 1, sha256: 'd'.repeat(64) };
  const feed = { path: CHANGES_FEED, bytes: 1, sha256: 'e'.repeat(64) };
  const known = { ...NO_HISTORY, files: [old, feed] };
  await addAttachments({ moves, stage, target: targetWith([]), root: ROOT, bytes, known }, attachments);
  const { comes, goes } = done();
  assert.equal(comes.slice(0, 1), [['changes/7.ndjson', 'changes']]);
  assert.equal(
    comes.slice(1, -2).sort(),
    [
      [CHANGES_FEED, 'list of changes'],
      [CHANGES_INDEX, 'list of changes'],
    ].sort(),
  );
  assert.equal(comes.slice(-2), [
    [ROOT_SIGNATURE, 'signature'],
    [MANIFEST, 'manifest'],
  ]);
  assert.equal(goes, ['changes/6.ndjson']);
});

test("the mirror's feed is not removed if the source has none", async () => {
  const { moves, done } = moving();
  const stage = staging({ [CHANGES_INDEX]: INDEX });
  const bytes = Buffer.from('{}');
  const attachments = await fetchAttachments({ stage, root: ROOT, bytes, verify: null });
  const known = { ...NO_HISTORY, files: [{ path: CHANGES_FEED, bytes: 1, sha256: 'e'.repeat(64) }] };
  // The target says that there is none: then nothing tells of one that would have to go.
  await addAttachments({ moves, stage, target: targetWith([]), root: ROOT, bytes, known }, attachments);
  assert.equal(done().goes, []);
});

test('a search index that the source no longer has is removed', async () => {
  const report = (...files: string[]) =>
    JSON.stringify({ build: BUILD, catalog: Object.fromEntries(files.map(file => [file, 'f'.repeat(64)])) });
  for (const [files, held, expected] of [
    [[CATALOG], [SEARCH_INDEX], [SEARCH_INDEX]],
    [[CATALOG], [], []],
    [[CATALOG, SEARCH_INDEX], [SEARCH_INDEX], []],
  ] as const) {
    const { moves, done } = moving();
    const stage = staging({ [REPORT]: report(...files) });
    await addCatalog({ moves, stage, target: targetWith(held), root: ROOT, verify: null });
    const { comes, goes } = done();
    assert.equal(goes, expected);
    assert.equal(comes.map(([path]) => path).sort(), [...files, REPORT].sort());
  }
});

test('an unreadable history counts as missing', async () => {
  const of = (text: string | null) =>
    historyOf({ read: async () => (text === null ? null : Buffer.from(text)) });
  assert.equal(await of('{"data":['), NO_HISTORY);
  assert.equal(await of(null), NO_HISTORY);
  assert.is((await of(INDEX)).number, 7);
});

test.run();

import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { silent } from '../../build/report/progress.ts';
import { verifyTree } from '../../build/verify/verify.ts';
import { buildHere, editable, sha256 } from '../helpers/builds.ts';

/** What `npm run verify` says of a history. */

async function treeWithHistory(): Promise<{ corpus: string; dist: string }> {
  const { corpus, dist } = editable();
  await buildHere(corpus, dist);
  edit(corpus);
  await buildHere(corpus, dist);
  return { corpus, dist };
}

const edit = (corpus: string): void =>
  fs.appendFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-106.md'), '\nOne more lighthouse.\n');

const wrongIn = async (dist: string, parts?: string[]) => {
  const { missing, extra, altered } = await verifyTree(dist, silent, { parts: parts ?? null });
  return { missing, extra, altered };
};
const NOTHING = { missing: [], extra: [], altered: [] };

const CASES: readonly [what: string, change: (changes: string) => void, wrong: Partial<typeof NOTHING>][] = [
  ['an intact history', () => {}, {}],
  ['no history, as in a mirror', changes => fs.rmSync(changes, { recursive: true }), {}],
  [
    'a missing list',
    changes => fs.rmSync(path.join(changes, '2.ndjson')),
    { missing: ['changes/2.ndjson'] as never },
  ],
  [
    'a list with other bytes',
    changes => fs.writeFileSync(path.join(changes, '1.ndjson'), '{}'),
    { altered: ['changes/1.ndjson'] as never },
  ],
  [
    'a list that the index does not name',
    changes => fs.writeFileSync(path.join(changes, '3.ndjson'), ''),
    { extra: ['changes/3.ndjson'] as never },
  ],
  [
    'an invalid index',
    changes => fs.writeFileSync(path.join(changes, 'index.json'), '{"data":[]}'),
    { altered: ['changes/index.json'] as never, extra: ['changes/1.ndjson', 'changes/2.ndjson'] as never },
  ],
  [
    'a link in place of a list',
    changes => {
      fs.renameSync(path.join(changes, '2.ndjson'), `${changes}-kept`);
      fs.symlinkSync(`${changes}-kept`, path.join(changes, '2.ndjson'));
    },
    { altered: ['changes/2.ndjson'] as never },
  ],
];

for (const [what, change, wrong] of CASES)
  test(`verify checks a history: ${what}`, async () => {
    const { dist } = await treeWithHistory();
    change(path.join(dist, 'changes'));
    const found = await wrongIn(dist);
    found.extra = found.extra.filter(name => name !== 'changes-kept');
    assert.equal(found, { ...NOTHING, ...wrong });
    assert.equal(await wrongIn(dist, ['usc/t17']), NOTHING, 'a part has no history');
  });

test('verify accepts any state of a history during a publication', async () => {
  const { corpus, dist } = await treeWithHistory();
  const coming = `${dist}-coming`;
  fs.cpSync(dist, coming, { recursive: true, preserveTimestamps: true });
  fs.cpSync(workspacesOf(dist)[0].folder, workspacesOf(coming)[0].folder, { recursive: true });
  edit(corpus);
  await buildHere(corpus, coming, { changesKeep: 1 });
  const [{ staging, journal }] = workspacesOf(dist);
  const manifest = 'manifest.json';
  const plan = {
    from: sha256(path.join(dist, manifest)),
    to: sha256(path.join(coming, manifest)),
    renames: ['changes/3.ndjson', 'changes/index.json', manifest],
    deletions: ['changes/1.ndjson', 'changes/2.ndjson'],
  };
  fs.mkdirSync(path.join(staging, 'changes'), { recursive: true });
  for (const file of plan.renames) fs.copyFileSync(path.join(coming, file), path.join(staging, file));
  fs.cpSync(path.join(coming, 'manifest'), path.join(staging, 'manifest'), { recursive: true });
  fs.writeFileSync(journal, JSON.stringify(plan));
  for (const file of [null, ...plan.renames.slice(0, 2)]) {
    if (file !== null) fs.renameSync(path.join(staging, file), path.join(dist, file));
    assert.equal(await wrongIn(dist), NOTHING, `${file}`);
  }
});

test.run();

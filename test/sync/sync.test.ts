import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Refusal } from '../../build/common/command-line.ts';
import { takeLock } from '../../build/common/lock.ts';
import { documentOfFile } from '../../build/files/document-file.ts';
import { readRoot } from '../../build/files/manifest/root.ts';
import { filesUnder } from '../../build/files/walk.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { readMaxRemoved } from '../../build/publish/max-removed.ts';
import { sumOf } from '../../build/sync/report.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import {
  assertMirrors,
  copyOf,
  editPart,
  editRoot,
  failure,
  nights,
  serveFiles,
  sha256Of,
  syncHere,
} from './helpers.ts';

/** build/README.md, Sync: from directory to directory, and what holds for all targets. */

let before: string;
let after: string;
test.before(async () => {
  ({ before, after } = await nights(60, 24));
});
const place = (): string => path.join(temporaryFolder(), 'mirror');
const stat = (folder: string, name: string) => fs.statSync(path.join(folder, name));

/** Bytes of the files that two trees do not have alike (a file's time follows from its content and its day), those of the manifest included, and what only the first has. */
function difference(from: string, to: string): { bytes: number; files: number; removed: number } {
  const names = (tree: string) =>
    ['api', 'bulk', 'manifest'].flatMap(folder => [...filesUnder(tree, folder)]).concat('manifest.json');
  const isNot = (name: string) =>
    !fs.existsSync(path.join(from, name)) || stat(from, name).mtimeMs !== stat(to, name).mtimeMs;
  const changed = names(to).filter(isNot);
  const bytes = changed.reduce((sum, name) => sum + stat(to, name).size, 0);
  const removed = names(from).filter(name => !fs.existsSync(path.join(to, name))).length;
  return { bytes, files: changed.length, removed };
}

test('a first run makes a mirror, the next one moves only differences, and one without differences nothing', async () => {
  const mirror = place();
  const first = await syncHere(before, mirror);
  await assertMirrors(mirror, before);
  assert.is(first.removed, 0);
  assert.is(first.resumed, 0, 'there was no earlier run');
  assert.not.ok(fs.existsSync(path.join(mirror, 'catalog')));
  const untouched = 'api/usc/titles.json';
  const { ino } = stat(mirror, untouched);
  const night = await syncHere(after, mirror);
  await assertMirrors(mirror, after);
  const expected = difference(before, after);
  const history = night.moved.changes ?? { files: 0, bytes: 0 };
  const moved = sumOf(night.moved);
  assert.is(moved.bytes - history.bytes, expected.bytes);
  assert.is(moved.files - history.files, expected.files);
  assert.is(night.removed, expected.removed);
  assert.ok(night.removed > 0);
  assert.ok(night.traffic.bytes <= 1.1 * moved.bytes, `${night.traffic.bytes} of ${moved.bytes}`);
  if (fs.readFileSync(path.join(before, untouched)).equals(fs.readFileSync(path.join(after, untouched))))
    assert.is(stat(mirror, untouched).ino, ino);
  const again = await syncHere(after, mirror);
  assert.ok(again.isUpToDate);
  assert.is(again.traffic.requests, 1);
  assert.not.ok(fs.existsSync(workspacesOf(mirror)[0].staging));
});

test('with --allow-rollback a mirror becomes an older tree', async () => {
  const mirror = place();
  await syncHere(after, mirror);
  await syncHere(before, mirror, { allowRollback: true });
  await assertMirrors(mirror, before);
});

test('files with equal size or older time are moved if their digests differ', async () => {
  const mirror = copyOf(before);
  const tree = copyOf(before);
  const name = 'api/stats.json';
  const content = Buffer.from(fs.readFileSync(path.join(tree, name)));
  content[content.length - 2] = 0x20;
  fs.writeFileSync(path.join(tree, name), content);
  editPart(tree, 'manifest/pages.ndjson', entries =>
    entries.map(entry =>
      entry.path === name ? { ...entry, sha256: sha256Of(content), date: '1999-01-01' } : entry,
    ),
  );
  await syncHere(tree, mirror);
  assert.ok(fs.readFileSync(path.join(mirror, name)).equals(content));
  assert.is(stat(mirror, name).mtime.toISOString().slice(0, 10), '1999-01-01');
});

test('a file in another part of the manifest is kept, and not moved if it is equal', async () => {
  const [mirror, tree] = [copyOf(before), copyOf(before)];
  const parts = readRoot(tree).parts.filter(({ path }) => /^manifest\/ecfr\/t/.test(path));
  const [from = '', to = ''] = parts.map(({ path }) => path);
  const moving: string[] = [];
  let lines: Parameters<Parameters<typeof editPart>[2]>[0] = [];
  editPart(tree, from, entries => {
    lines = entries.splice(0, 6);
    return entries;
  });
  editPart(tree, to, entries => [...entries, ...lines].sort((a, b) => (a.path < b.path ? -1 : 1)));
  moving.push(...lines.map(({ path }) => path));
  const plan: string[] = [];
  await syncHere(tree, mirror, { plan: line => plan.push(line) });
  assert.equal(
    plan.map(line => JSON.parse(line).path).filter(path => moving.includes(path)),
    [],
  );
  const { removed } = await syncHere(tree, mirror);
  assert.is(removed, 0);
  for (const name of moving) assert.ok(fs.existsSync(path.join(mirror, name)), name);
});

test('foreign files are kept, and an obstructing one is an error before anything is published', async () => {
  const mirror = copyOf(before);
  const foreign = ['notes.txt', 'api/usc/documents/mine.json', 'changes/mine', '.well-known/x'];
  for (const name of foreign) {
    fs.mkdirSync(path.dirname(path.join(mirror, name)), { recursive: true });
    fs.writeFileSync(path.join(mirror, name), name);
  }
  await syncHere(after, mirror);
  for (const name of foreign) assert.is(fs.readFileSync(path.join(mirror, name), 'utf8'), name);

  const other = copyOf(before);
  const come = [...filesUnder(after, 'api')].find(name => !fs.existsSync(path.join(before, name))) ?? '';
  fs.mkdirSync(path.dirname(path.join(other, come)), { recursive: true });
  fs.writeFileSync(path.join(other, come), 'mine');
  const root = fs.readFileSync(path.join(other, 'manifest.json'));
  assert.match(await failure(syncHere(after, other)), /file of somebody else/);
  assert.is(fs.readFileSync(path.join(other, come), 'utf8'), 'mine');
  assert.ok(fs.readFileSync(path.join(other, 'manifest.json')).equals(root));
});

test('a folder with foreign files, or one that overlaps the source, is refused as target', async () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'thesis.txt'), 'all of it');
  assert.match(await failure((async () => syncHere(before, folder))()), /not empty and no tree/);
  for (const to of [before, path.join(before, 'mirror'), path.dirname(before)])
    assert.match(await failure((async () => syncHere(before, to))()), /one in the other/);
  assert.match(await failure((async () => syncHere(folder, place()))()), /no tree that can be copied/);
  const damaged = copyOf(before);
  fs.writeFileSync(path.join(damaged, 'manifest.json'), '{}');
  assert.match(await failure(syncHere(before, damaged)), /cannot be told from files of somebody else/);
});

test('--keep removes nothing, and a dry run lists everything and changes nothing', async () => {
  const mirror = copyOf(before);
  const gone = [...filesUnder(before, 'api')].filter(name => !fs.existsSync(path.join(after, name)));
  const plan: { action: string; path: string; sha256?: string }[] = [];
  await syncHere(after, mirror, { plan: line => plan.push(JSON.parse(line)) });
  await assertMirrors(mirror, before);
  assert.equal(fs.readdirSync(path.dirname(mirror)), ['tree']);
  const expected = difference(before, after);
  const put = plan.filter(({ action, path }) => action === 'put' && !path.startsWith('changes/'));
  assert.is(put.length, expected.files);
  assert.is(put.at(-1)?.path, 'manifest.json');
  assert.is(put.at(-1)?.sha256, sha256Of(fs.readFileSync(path.join(after, 'manifest.json'))));
  assert.equal(
    plan
      .filter(({ action, path }) => action === 'remove' && path.startsWith('api/'))
      .map(({ path }) => path)
      .sort(),
    gone.sort(),
  );
  const { removed } = await syncHere(after, mirror, { keep: true });
  assert.is(removed, 0);
  for (const name of gone) assert.ok(fs.existsSync(path.join(mirror, name)), name);
});

test('files are published in order: new documents, documents, new pages, pages, parts, the root', async () => {
  const plan: string[] = [];
  await syncHere(after, copyOf(before), { plan: line => plan.push(JSON.parse(line).path) });
  const isOld = (name: string): boolean => fs.existsSync(path.join(before, name));
  const rank = (name: string): number => {
    if (name.startsWith('bulk/') || name === 'api/bulk.json') return 4;
    if (name.startsWith('manifest/')) return 5;
    if (name.startsWith('changes/')) return 6;
    if (name === 'manifest.json') return 7;
    return (documentOfFile(name) ? 0 : 2) + Number(isOld(name));
  };
  const ranks = plan.slice(0, plan.indexOf('manifest.json') + 1).map(rank);
  assert.equal(ranks, [...ranks].sort());
  for (const kind of [0, 1, 3, 5, 7]) assert.ok(ranks.includes(kind), `${kind}`);
  const removed = plan.slice(ranks.length).filter(name => name.startsWith('api/'));
  const firstDocument = removed.findIndex(name => documentOfFile(name) !== null);
  assert.ok(removed.slice(firstDocument).every(name => documentOfFile(name) !== null));
});

test('an older tree is refused unless it is allowed', async () => {
  const [mirror, older] = [copyOf(after), copyOf(before)];
  const root = readRoot(older);
  fs.writeFileSync(path.join(older, 'manifest.json'), JSON.stringify({ ...root, newest: '1990-01-01' }));
  for (const tree of [mirror, older]) fs.rmSync(path.join(tree, 'changes'), { recursive: true, force: true });
  assert.match(await failure(syncHere(older, mirror)), /older than what .*1990-01-01.*--allow-rollback/);
  await assertMirrors(mirror, copyWithout(after));
  await syncHere(older, mirror, { allowRollback: true });
  assert.is(readRoot(mirror).newest, '1990-01-01');
});

/** A copy without history. */
function copyWithout(tree: string): string {
  const copy = copyOf(tree);
  fs.rmSync(path.join(copy, 'changes'), { recursive: true, force: true });
  return copy;
}

/** Gives a tree a history of so many changes. */
function writeHistory(tree: string, numbers: readonly number[]): void {
  const folder = path.join(tree, 'changes');
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder);
  const data = numbers.map(number => {
    const text = `{"n":${number}}\n`;
    fs.writeFileSync(path.join(folder, `${number}.ndjson`), text);
    const [documents, sources, pages] = [null, null, null];
    const about = {
      number,
      build: number === numbers[0] ? readRoot(tree).build : sha256Of(`${number}`),
      previous: null,
      published: '2026-01-01T00:00:00.000Z',
    };
    const list = { path: `changes/${number}.ndjson`, url: `/api/changes/${number}`, bytes: text.length };
    return { ...about, complete: true, documents, sources, pages, ...list, sha256: sha256Of(text) };
  });
  fs.writeFileSync(path.join(folder, 'index.json'), JSON.stringify({ data, meta: {} }));
}

test('lists of the index are copied, and outdated ones are removed', async () => {
  const [first, second] = [copyOf(before), copyOf(after)];
  writeHistory(first, [3, 2, 1]);
  writeHistory(second, [5, 4, 3]);
  const mirror = place();
  await syncHere(first, mirror);
  assert.equal(fs.readdirSync(path.join(mirror, 'changes')).sort(), [
    '1.ndjson',
    '2.ndjson',
    '3.ndjson',
    'index.json',
  ]);
  const { ino } = stat(mirror, 'changes/3.ndjson');
  await syncHere(second, mirror);
  assert.equal(fs.readdirSync(path.join(mirror, 'changes')).sort(), [
    '3.ndjson',
    '4.ndjson',
    '5.ndjson',
    'index.json',
  ]);
  assert.is(stat(mirror, 'changes/3.ndjson').ino, ino);
  // Numbers tell which is older, whatever the newest document is.
  writeHistory(second, [6, 5]);
  editRoot(second, parts => parts.slice(1));
  const root = readRoot(second);
  fs.writeFileSync(path.join(second, 'manifest.json'), JSON.stringify({ ...root, newest: '1990-01-01' }));
  await syncHere(second, mirror);
  assert.match(await failure(syncHere(first, mirror)), /older than/);
});

test('a damaged history is refused before anything is published', async () => {
  const tree = copyOf(after);
  for (const break_ of [
    () => fs.writeFileSync(path.join(tree, 'changes/2.ndjson'), '{"n":9}\n'),
    () => fs.rmSync(path.join(tree, 'changes/2.ndjson')),
    () => fs.writeFileSync(path.join(tree, 'changes/index.json'), '{"data":[{"number":"../../x"}]}'),
    () =>
      fs.writeFileSync(
        path.join(tree, 'changes/index.json'),
        '{"data":[{"number":2,"bytes":8,"sha256":"x"}]}',
      ),
    () => fs.writeFileSync(path.join(tree, 'changes/index.json'), 'no JSON'),
  ]) {
    writeHistory(tree, [2, 1]);
    break_();
    const mirror = copyWithout(before);
    assert.match(await failure(syncHere(tree, mirror)), /damaged/);
    await assertMirrors(mirror, copyWithout(before));
  }
});

test('the catalog is copied on request and checked against the report', async () => {
  const mirror = place();
  await syncHere(after, mirror, { catalog: true });
  for (const name of ['catalog/catalog.bin', 'build.json'])
    assert.ok(fs.readFileSync(path.join(mirror, name)).equals(fs.readFileSync(path.join(after, name))), name);
  await assertMirrors(mirror, after);
  const tree = path.join(temporaryFolder(), 'tree');
  fs.cpSync(before, tree, { recursive: true });
  fs.appendFileSync(path.join(tree, 'catalog/catalog.bin'), 'x');
  assert.match(await failure(syncHere(tree, mirror, { catalog: true, allowRollback: true })), /catalog.bin/);
  assert.match(
    await failure(syncHere(copyOf(before), mirror, { catalog: true, allowRollback: true })),
    /does not give out its catalog/,
  );
});

test('a second run, or a build, of the same tree is refused', async () => {
  const mirror = copyOf(before);
  const [workspace] = workspacesOf(mirror);
  fs.mkdirSync(workspace.folder, { recursive: true });
  const unlock = takeLock(workspace.lock, 'held by this test');
  assert.match(
    await failure((async () => syncHere(after, mirror))()),
    /another sync of this tree is running/,
  );
  unlock();
  await syncHere(after, mirror);
  await assertMirrors(mirror, after);
});

test('files fetched by a failed run are not fetched again', async () => {
  const mirror = copyOf(before);
  let left = 40;
  const broken = await serveFiles(after, (request, response, name) => {
    if (!name.startsWith('api/') || request.method === 'HEAD' || left-- > 0) return false;
    response.writeHead(503).end();
    return true;
  });
  assert.match(await failure(syncHere(broken.url, mirror)), /status 503/);
  await broken.close();
  await assertMirrors(mirror, before);
  const fetched = new Set(
    broken.asked
      .map(({ url }) => url)
      .filter(url => url.startsWith('/api/'))
      .slice(1, 41),
  );
  const sound = await serveFiles(after);
  const { resumed } = await syncHere(sound.url, mirror);
  await sound.close();
  await assertMirrors(mirror, after);
  assert.ok(resumed >= 40, `${resumed}`);
  const again = sound.asked.filter(({ method, url }) => method === 'GET' && fetched.has(url));
  assert.equal(again, []);
});

test('files of another tree left by a failed run are not published', async () => {
  const mirror = place();
  await fs.promises.mkdir(path.join(workspacesOf(mirror)[0].staging, 'api/usc'), { recursive: true });
  for (const name of ['api/usc/old.json', 'api/stats.json', 'stray'])
    fs.writeFileSync(path.join(workspacesOf(mirror)[0].staging, name), 'old');
  await syncHere(before, mirror);
  await assertMirrors(mirror, before);
});

test('a source that publishes during a run is copied in its newest state', async () => {
  const tree = copyOf(before);
  let asked = 0;
  const server = await serveFiles(tree, (_request, _response, name) => {
    if (name.startsWith('api/') && ++asked === 20) {
      fs.rmSync(tree, { recursive: true });
      fs.cpSync(copyOf(after), tree, { recursive: true, preserveTimestamps: true });
    }
    return false;
  });
  const mirror = place();
  await syncHere(server.url, mirror);
  await server.close();
  await assertMirrors(mirror, after);
});

test('a mirror that lost a part of the manifest is repaired by moving differences only', async () => {
  const mirror = copyOf(before);
  const [changed = ''] = readRoot(after)
    .parts.filter(part =>
      readRoot(before).parts.some(old => old.path === part.path && old.sha256 !== part.sha256),
    )
    .map(part => part.path);
  fs.writeFileSync(path.join(mirror, changed), 'damaged');
  const { moved } = await syncHere(after, mirror, { keep: true });
  const expected = difference(before, after);
  assert.is(sumOf(moved).files - (moved.changes?.files ?? 0), expected.files);
  for (const name of filesUnder(after, 'api'))
    assert.ok(fs.readFileSync(path.join(mirror, name)).equals(fs.readFileSync(path.join(after, name))), name);
});

test('a disk that is too small is an error before anything is fetched or published', async () => {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return console.log('SKIPPED: no file system can be mounted');
  }
  try {
    assert.match(await failure(syncHere(before, path.join(folder, 'mirror'))), /disk is too small/);
    assert.not.ok(fs.existsSync(path.join(folder, 'mirror')));
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
});

test('too many removed documents are refused, and the mirror is unchanged, unless allowed', async () => {
  const mirror = copyOf(after);
  const tree = copyOf(after);
  // The source has lost two thirds of a source's documents.
  const parts = readRoot(tree).parts.filter(({ path }) => /^manifest\/ecfr\/t/.test(path));
  const kept = readRoot(tree).documents.ecfr ?? 0;
  editRoot(tree, all => all.filter(({ path }) => !parts.some(part => part.path === path)));
  const lines: string[] = [];
  const limits = [readMaxRemoved('10%'), readMaxRemoved('99%'), readMaxRemoved(String(kept - 1))];
  for (const [maxRemoved, keep] of limits.flatMap(max => [[max, false] as const, [max, true] as const])) {
    const error = await syncHere(tree, mirror, { maxRemoved, keep }).catch(error => error);
    assert.instance(error, Refusal);
    assert.match(error.message, `ecfr would lose ${kept} of ${kept} documents`);
    await assertMirrors(mirror, after);
  }
  const dry = await syncHere(tree, mirror, {
    maxRemoved: readMaxRemoved('10%'),
    plan: line => lines.push(line),
  }).catch(error => error);
  assert.instance(dry, Refusal);
  assert.ok(
    lines.some(line => /"remove","path":"api\/ecfr\/documents/.test(line)),
    'it tells what would go',
  );
  const { removed } = await syncHere(tree, mirror, { maxRemoved: readMaxRemoved('100%') });
  assert.ok(removed >= 3 * kept);
  // What is there for the first time has nothing to lose, and a usual night is not refused.
  await syncHere(tree, place(), { maxRemoved: readMaxRemoved('0') });
  await syncHere(before, copyOf(before), { maxRemoved: readMaxRemoved('0') });
});

test('files left by an interrupted run do not count as removed documents', async () => {
  const mirror = copyOf(after);
  const left = 'api/ecfr/documents/t99/s1.json';
  fs.mkdirSync(path.dirname(path.join(mirror, left)), { recursive: true });
  fs.writeFileSync(path.join(mirror, left), '{}');
  const target = { isTorn: true, doubts: () => true, leftOver: () => [left] };
  const { removed } = await syncHere(after, mirror, { target, maxRemoved: readMaxRemoved('0') });
  assert.is(removed, 1);
  await assertMirrors(mirror, after);
});

test('a dry run does not finish an interrupted publication', async () => {
  let finished = 0;
  const target = { finish: async () => ++finished };
  const dry = { target, plan: () => {} };
  assert.equal([(await syncHere(after, copyOf(after), dry)).removed, finished], [0, 0]);
  assert.equal([(await syncHere(after, copyOf(after), { target })).removed, finished], [1, 1]);
});

test('the error for an older tree has both numbers', async () => {
  const mirror = copyOf(after);
  const index = path.join(mirror, 'changes/index.json');
  const text = fs.readFileSync(index, 'utf8');
  fs.writeFileSync(index, text.replaceAll('"number":1', '"number":5').replaceAll('changes/1', 'changes/5'));
  const message = await failure(syncHere(before, mirror));
  assert.match(message, /\(number 1 of \d{4}-\d\d-\d\d, not number 5 of \d{4}-\d\d-\d\d\)/);
});

test.run();

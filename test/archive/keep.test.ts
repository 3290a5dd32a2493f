import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend, type SeenPart } from '../../build/archive/append.ts';
import { readRoot } from '../../build/archive/archive.ts';
import { IndexFile } from '../../build/archive/index-file.ts';
import { type Keep, readKeep } from '../../build/archive/keep.ts';
import { PackReader } from '../../build/archive/packs.ts';
import { verifyArchive } from '../../build/archive/verify.ts';
import { readMaxRemoved } from '../../build/publish/max-removed.ts';
import { assertSameTree, buildHere, editable, run } from '../helpers/builds.ts';
import { historiesIn } from '../helpers/histories.ts';
import { Random } from '../helpers/random.ts';
import { edit, now } from '../helpers/rebuilding.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { documentOf, partOf } from './editions.ts';

/** `--archive-keep`: bounded archives. */

const newArchive = (): string => path.join(temporaryFolder(), 'archive');

/** @param bound whether what is there is bounded first, as builds do */
function append(folder: string, keep: Keep | null, ...parts: readonly SeenPart[]): void {
  const writer = new ArchiveAppend(folder, keep);
  try {
    writer.bound();
    for (const part of parts) writer.enter(part);
    writer.commit();
  } finally {
    writer.close();
  }
}

/** By identifier: `2000-01-02 DIGEST` and `2000-01-03 gone`. */
function histories(folder: string): Record<string, string[]> {
  const reader = new PackReader(folder);
  const all: [string, string[]][] = [];
  for (const part of readRoot(folder).parts)
    for (const [identifier, runs] of historiesIn(folder, part)) {
      for (const { version } of runs) if (version) reader.read(version);
      const told = runs.map(({ first, version }) => `${first.day} ${version?.text.slice(0, 8) ?? 'gone'}`);
      all.push([identifier.replace('/us/usc/t9/', ''), told]);
    }
  reader.close();
  return Object.fromEntries(all);
}

const days = (folder: string) =>
  Object.fromEntries(
    Object.entries(histories(folder)).map(([name, runs]) => [
      name,
      runs.map(each => (each.endsWith('gone') ? `-${each.slice(8, 10)}` : each.slice(8, 10))),
    ]),
  );

/** s1 has texts of the days 1, 2, 3, 4; s2 of 1, gone on 2, back on 3; s3 of 1, gone on 3. */
function made(): string {
  const folder = newArchive();
  append(folder, null, partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'x'), documentOf(3, 0, 'u')]));
  append(folder, null, partOf([documentOf(1, 1, 'b'), documentOf(3, 1, 'u')]));
  append(folder, null, partOf([documentOf(1, 2, 'c'), documentOf(2, 2, 'y')]));
  append(folder, null, partOf([documentOf(1, 3, 'd'), documentOf(2, 3, 'y')]));
  assert.equal(days(folder), { s1: ['01', '02', '03', '04'], s2: ['01', '-02', '03'], s3: ['01', '-03'] });
  return folder;
}

test('the newest versions of each document are kept', () => {
  for (const [versions, kept] of [
    [1, { s1: ['04'], s2: ['03'], s3: ['01', '-03'] }],
    [2, { s1: ['03', '04'], s2: ['01', '-02', '03'], s3: ['01', '-03'] }],
    [9, { s1: ['01', '02', '03', '04'], s2: ['01', '-02', '03'], s3: ['01', '-03'] }],
  ] as const) {
    const folder = made();
    append(folder, { versions });
    assert.equal(days(folder), kept);
    assert.equal(verifyArchive(folder).problems, []);
    const { parts } = readRoot(folder);
    const count = Object.values(kept)
      .flat()
      .filter(day => !day.startsWith('-')).length;
    assert.equal(
      parts.map(part => [part.documents, part.versions]),
      [[3, count]],
    );
  }
});

test('versions that ended before a day are dropped, and never the one in force', () => {
  for (const [since, kept] of [
    ['2000-01-01', { s1: ['01', '02', '03', '04'], s2: ['01', '-02', '03'], s3: ['01', '-03'] }],
    ['2000-01-02', { s1: ['02', '03', '04'], s2: ['03'], s3: ['01', '-03'] }],
    ['2000-01-03', { s1: ['03', '04'], s2: ['03'] }],
    ['2030-01-01', { s1: ['04'], s2: ['03'] }],
  ] as const) {
    const folder = made();
    append(folder, { since });
    assert.equal(days(folder), kept, since);
    assert.equal(verifyArchive(folder).problems, []);
  }
});

const keptSince = (folder: string): string | undefined => {
  const [part] = readRoot(folder).parts;
  return new IndexFile(folder, part!).head.kept_since;
};

test('an index knows since when all versions are kept: the latest first day of documents that lost one', () => {
  // See `made`. By date, s1 keeps the text of that day, s2 that of day 3; s3 goes as a whole, which was gone on day 3.
  const wanted: [Keep, string | undefined][] = [
    [{ since: '2000-01-01' }, undefined],
    [{ since: '2000-01-02' }, '2000-01-03'],
    [{ since: '2000-01-04' }, '2000-01-04'],
    [{ versions: 4 }, undefined],
    [{ versions: 3 }, '2000-01-02'],
    [{ versions: 1 }, '2000-01-04'],
  ];
  for (const [keep, since] of wanted) {
    const folder = made();
    append(folder, keep);
    assert.is(keptSince(folder), since, JSON.stringify(keep));
    // What is entered later, unbounded, or is bounded less, does not bring back what is lost.
    append(folder, null, partOf([documentOf(1, 9, 'z')], { isGone: () => false }));
    append(folder, { versions: 100 });
    assert.is(keptSince(folder), since, JSON.stringify(keep));
    assert.equal(verifyArchive(folder).problems, []);
  }
});

test('what is dropped as it is entered is noted, too, and a document that goes as a whole', () => {
  const folder = newArchive();
  const night = (day: number, words: string): void =>
    append(folder, { versions: 1 }, partOf([documentOf(1, day, words)], { isGone: () => false }));
  night(0, 'a');
  night(1, 'a');
  assert.is(keptSince(folder), undefined);
  night(2, 'b');
  assert.is(keptSince(folder), '2000-01-03');
  const other = newArchive();
  append(
    other,
    null,
    partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'x')]),
    partOf([documentOf(1, 3, 'a')]),
  );
  append(other, { since: '2010-01-01' });
  assert.equal([Object.keys(days(other)), keptSince(other)], [['s1'], '2000-01-04']);
});

test('histories that are bounded already are bounded where they grow, and not read again', () => {
  const folder = made();
  append(folder, { versions: 2 });
  const root = readRoot(folder);
  assert.is(root.keep, '2');
  append(folder, { versions: 2 });
  assert.equal(readRoot(folder), root);
  append(folder, { versions: 2 }, partOf([documentOf(1, 4, 'e'), documentOf(2, 4, 'y')]));
  assert.equal(days(folder).s1, ['04', '05']);
  // Without the bound everything is kept again, and the next bounded append looks at all of it.
  append(folder, null, partOf([documentOf(1, 5, 'f'), documentOf(2, 5, 'y')]));
  assert.equal([days(folder).s1, readRoot(folder).keep], [['04', '05', '06'], undefined]);
  append(folder, { versions: 2 });
  assert.equal(days(folder).s1, ['05', '06']);
});

test('packs of which most was dropped are written anew; the former root finds its files until the next append', () => {
  const folder = newArchive();
  const random = new Random(4);
  const noise = (): string => Array.from({ length: 400 }, () => random.below(36).toString(36)).join('');
  for (let edition = 0; edition < 30; edition++) {
    const seen = Array.from({ length: 6 }, (_, i) => documentOf(i, edition, i === 0 ? 'always' : noise()));
    append(folder, null, partOf(seen));
  }
  const before = readRoot(folder);
  const unbounded = histories(folder);
  const copy = `${folder}-copy`;
  fs.cpSync(folder, copy, { recursive: true });
  // Interrupted behind all files, before the root.
  const broken = new ArchiveAppend(copy, { versions: 3 });
  broken.bound();
  broken.stage();
  broken.close();
  assert.equal(histories(copy), unbounded);
  assert.equal(verifyArchive(copy).problems, []);

  append(folder, { versions: 3 });
  const after = readRoot(folder);
  const expected = Object.entries(unbounded).map(([name, runs]) => [name, runs.slice(-3)]);
  assert.equal(histories(folder), Object.fromEntries(expected));
  assert.equal(verifyArchive(folder).problems, []);
  const bytes = (root: typeof after) => root.packs.reduce((sum, pack) => sum + pack.bytes, 0);
  assert.ok(bytes(after) < bytes(before) * 0.25, `${bytes(after)} of ${bytes(before)} bytes`);
  for (const file of [...before.packs, ...before.parts])
    assert.ok(fs.existsSync(path.join(folder, file.path)), `${file.path} of the former root`);
  append(folder, { versions: 3 });
  const files = fs.readdirSync(path.join(folder, 'packs')).map(file => `packs/${file}`);
  assert.equal(files.sort(), after.packs.map(pack => pack.path).sort());
  // Numbers never come again: somebody may hold the former pack.
  append(folder, { versions: 3 }, partOf([documentOf(1, 40, 'new')], { isGone: () => false }));
  const names = readRoot(folder).packs.map(pack => pack.path);
  assert.not(before.packs.some(pack => pack.path === names.at(-1)));
});

test('a text that stands before and behind another one is moved once', () => {
  const folder = newArchive();
  const random = new Random(7);
  const noise = (): string => Array.from({ length: 400 }, () => random.below(36).toString(36)).join('');
  const others = (edition: number) => [2, 3, 4, 5, 6, 7].map(i => documentOf(i, edition, noise()));
  for (const edition of [0, 10, 11, 12])
    append(folder, null, partOf([documentOf(1, edition, 'always'), ...others(edition)]));
  const between = { isCurrent: false, isGone: () => false, isWhole: false };
  append(folder, null, partOf([documentOf(1, 5, 'between')], between));
  append(folder, { versions: 3 });
  const [part] = readRoot(folder).parts;
  const [before, , behind] = historiesIn(folder, part!).get('/us/usc/t9/s1')!;
  assert.is.not(before!.version!.pack, 'packs/000001.pack');
  assert.equal(before!.version, behind!.version);
});

test('a pack with a damaged version stays, and appends go on', () => {
  const folder = newArchive();
  const random = new Random(9);
  const noise = (): string => Array.from({ length: 400 }, () => random.below(36).toString(36)).join('');
  const stays = [8, 9].map(i => documentOf(i, 0, noise()));
  for (let edition = 0; edition < 4; edition++)
    append(folder, null, partOf([...[1, 2, 3, 4, 5, 6].map(i => documentOf(i, edition, noise())), ...stays]));
  const [entry] = readRoot(folder).parts;
  const { pack, offset } = historiesIn(folder, entry!).get('/us/usc/t9/s9')![0]!.version!;
  const target = path.join(folder, pack);
  const bytes = fs.readFileSync(target);
  bytes.fill(0, offset, offset + 20);
  fs.writeFileSync(target, bytes);
  append(folder, { versions: 1 });
  const { packs } = readRoot(folder);
  assert.equal(
    packs.map(({ path: file }) => file),
    ['packs/000001.pack', 'packs/000004.pack'],
  );
  assert.ok(packs[0]!.dropped! > packs[0]!.bytes / 2);
  assert.match(verifyArchive(folder).problems.join(), /packs\/000001\.pack/);
  append(folder, { versions: 1 }, partOf([documentOf(1, 9, 'new')], { isGone: () => false }));
  const documents = historiesIn(folder, readRoot(folder).parts[0]!);
  assert.equal(
    documents.get('/us/usc/t9/s1')!.map(({ first }) => first.day),
    ['2000-01-10'],
  );
  assert.is(documents.get('/us/usc/t9/s9')![0]!.version!.pack, pack);
});

test('many appends with a bound: what is left is the end of what everything would be', () => {
  const random = new Random(35);
  for (const keep of [{ versions: 2 }, { since: '2000-01-20' }, { versions: 1 }]) {
    const [folder, all] = [newArchive(), newArchive()];
    for (let edition = 0; edition < 40; edition++) {
      const seen = [1, 2, 3, 4]
        .filter(() => random.chance(0.85))
        .map(i => documentOf(i, edition, `text ${random.below(4)}`));
      if (seen.length === 0) continue;
      append(folder, keep, partOf(seen));
      append(all, null, partOf(seen));
    }
    const [kept, everything] = [histories(folder), histories(all)];
    assert.equal(verifyArchive(folder).problems, []);
    for (const [name, runs] of Object.entries(everything)) {
      // A document that returns after all of it was dropped is told as one that never was: readers see no such beginning.
      const [first = '', ...rest] = kept[name] ?? [];
      const left = first.endsWith('gone') ? rest : [first, ...rest].filter(each => each !== '');
      assert.equal(left, left.length > 0 ? runs.slice(-left.length) : [], name);
      if (!runs.at(-1)!.endsWith('gone')) assert.ok(left.length > 0, 'what is in force');
      if ('versions' in keep) {
        const versions = left.filter(each => !each.endsWith('gone')).length;
        assert.is(versions, Math.min(keep.versions, runs.filter(each => !each.endsWith('gone')).length));
      }
    }
  }
});

test('a build drops versions from archive and tree, also where nothing else changed', async () => {
  const { corpus, dist } = editable();
  const folder = path.join(path.dirname(dist), 'archive');
  const build = (asOf: string, keep: Keep | null, out = dist) =>
    buildHere(corpus, out, { now, archive: { folder, asOf, keep } });
  for (const day of ['2022-01-01', '2022-01-02', '2022-01-03']) {
    edit(corpus, 'usc/title-17/chapter-01/section-106.md', text => `${text}\nOn ${day}.\n`);
    await build(day, null);
  }
  const former = () => fs.readdirSync(path.join(dist, 'api/usc/documents/t17/s106/versions')).sort();
  assert.equal(former(), ['2022-01-01.json', '2022-01-01.md', '2022-01-02.json', '2022-01-02.md']);
  await build('2022-01-03', { versions: 2 });
  assert.equal(former(), ['2022-01-02.json', '2022-01-02.md']);
  const { rendered } = await build('2022-01-03', { versions: 2 });
  assert.is(rendered, 0);
  await build('2022-01-03', { versions: 2 }, `${dist}-cold`);
  assertSameTree(dist, `${dist}-cold`);
  assert.equal(verifyArchive(folder).problems, []);
});

test('a title of which all was dropped has no file, and later builds go on', async () => {
  const { corpus, dist } = editable();
  const folder = path.join(path.dirname(dist), 'archive');
  const build = (asOf: string, keep: Keep | null, out = dist, more = {}) =>
    buildHere(corpus, out, { bulk: false, now, archive: { folder, asOf, keep }, ...more });
  await build('2022-01-01', null);
  const histories = path.join(dist, 'api/usc/structure/t1/versions.json');
  assert.ok(fs.existsSync(histories));
  fs.rmSync(path.join(corpus, 'usc/title-01'), { recursive: true });
  await build('2022-01-05', null, dist, { maxRemoved: readMaxRemoved('100%') });
  assert.ok(fs.existsSync(histories));
  const keep = { since: '2022-01-06' };
  for (const asOf of ['2022-01-07', '2022-01-08']) {
    await build(asOf, keep);
    assert.not(fs.existsSync(histories));
    edit(corpus, 'usc/title-17/chapter-01/section-106.md', text => `${text}\nOn ${asOf}.\n`);
  }
  await build('2022-01-09', keep);
  await build('2022-01-09', keep, `${dist}-cold`);
  assertSameTree(dist, `${dist}-cold`);
  assert.equal(readRoot(folder).parts.find(({ name }) => name === 'usc/t1')?.documents, 0);
});

test('what is no bound is told', async () => {
  assert.equal(['0', '-1', '1.5', '', 'x', '2024-02-30', '1234567'].map(readKeep), Array(7).fill(null));
  assert.equal(['3', '2024-02-29'].map(readKeep), [{ versions: 3 }, { since: '2024-02-29' }]);
  const { corpus, dist } = editable();
  const archive = `${dist}-archive`;
  for (const [flags, told] of [
    [['--archive', archive, '--archive-keep', '0'], /--archive-keep takes a number of versions or a date/],
    [['--archive-keep', '3'], /--archive-keep needs --archive/],
  ] as const) {
    const { code, err } = await run('build', ['--corpus', corpus, '--out', dist, ...flags]);
    assert.is(code, 2, err);
    assert.match(err, told);
  }
});

test.run();

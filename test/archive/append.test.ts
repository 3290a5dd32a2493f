import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import zlib from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend, type SeenPart } from '../../build/archive/append.ts';
import { ROOT_FILE, readRoot } from '../../build/archive/archive.ts';
import { IndexFile } from '../../build/archive/index-file.ts';
import { IndexWriter } from '../../build/archive/index-writer.ts';
import { ArchiveDamage, PackReader } from '../../build/archive/packs.ts';
import { headLine, lineOf } from '../../build/archive/part-file.ts';
import { verifyArchive } from '../../build/archive/verify.ts';
import { bundled } from '../../build/common/bundle.cjs';
import { LockedError } from '../../build/common/lock.ts';
import { run } from '../helpers/builds.ts';
import { historiesIn } from '../helpers/histories.ts';
import { testWhere } from '../helpers/needs.ts';
import { Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { until } from '../helpers/until.ts';
import { closeAfter } from '../runner/leftovers.cjs';
import { documentOf, partOf } from './editions.ts';

/** Appends to archives, and what becomes of those that are interrupted. */

const newArchive = (): string => path.join(temporaryFolder(), 'archive');

function append(folder: string, ...parts: readonly SeenPart[]): Set<string>[] {
  const writer = new ArchiveAppend(folder);
  try {
    const changed = parts.map(part => writer.enter(part));
    writer.commit();
    return changed;
  } finally {
    writer.close();
  }
}

const is = (number: number) => (identifier: string) => identifier === `/us/usc/t9/s${number}`;

const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== '.lock')
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

/** By identifier: `2000-01-02 said in 1`, and `gone`. */
function histories(folder: string, name = 'usc/t9'): Record<string, string[]> {
  const entry = readRoot(folder).parts.find(part => part.name === name);
  if (!entry) return {};
  const reader = new PackReader(folder);
  const said = (content: Buffer): string => /\n\n(.*?) (?:by the sea|$)/s.exec(content.toString())?.[1] ?? '';
  const runs = Array.from(historiesIn(folder, entry), ([identifier, all]): [string, string[]] => [
    identifier.replace('/us/usc/t9/', ''),
    all.map(({ first, version }) => `${first.day} ${version ? said(reader.read(version)) : 'gone'}`),
  ]);
  reader.close();
  return Object.fromEntries(runs);
}

test('versions, removals and returns are kept, and a text that stays is kept once', () => {
  const folder = newArchive();
  const changed = append(folder, partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'b')]));
  assert.equal(changed, [new Set(['/us/usc/t9/s1', '/us/usc/t9/s2'])]);
  append(folder, partOf([documentOf(1, 1, 'c')]));
  append(folder, partOf([documentOf(1, 2, 'c'), documentOf(2, 2, 'b')]));
  assert.equal(histories(folder), {
    s1: ['2000-01-01 a', '2000-01-02 c'],
    s2: ['2000-01-01 b', '2000-01-02 gone', '2000-01-03 b'],
  });
  const { packs, parts } = readRoot(folder);
  assert.is(packs.length, 3);
  assert.equal(
    parts.map(({ documents, versions }) => [documents, versions]),
    [[2, 4]],
  );
});

test('an edition that says nothing new changes no file', () => {
  const folder = newArchive();
  const part = partOf([documentOf(1, 0), documentOf(2, 0)]);
  append(folder, part);
  const before = filesIn(folder).map(file => [file, fs.statSync(path.join(folder, file)).mtimeMs]);
  assert.equal(append(folder, part), [new Set()]);
  assert.equal(
    filesIn(folder).map(file => [file, fs.statSync(path.join(folder, file)).mtimeMs]),
    before,
  );
});

test('an edition between two with the same texts is noted, though no history is another', () => {
  const folder = newArchive();
  for (const edition of [0, 2]) append(folder, partOf([documentOf(1, edition, 'a')]));
  assert.equal(append(folder, partOf([documentOf(1, 1, 'a')])), [new Set()]);
  const [entry] = readRoot(folder).parts;
  assert.equal(
    new IndexFile(folder, entry!).head.editions.map(({ day }) => day),
    ['2000-01-01', '2000-01-02', '2000-01-03'],
  );
});

/** The lines of an index, and what they would be if all were written anew. */
function lines(folder: string): { read: string; anew: string; reasons: string[] } {
  const [entry] = readRoot(folder).parts;
  const read = fs.readFileSync(path.join(folder, entry!.path), 'utf8');
  const { head } = new IndexFile(folder, entry!);
  const anew = Array.from(historiesIn(folder, entry!), ([identifier, runs]) =>
    lineOf(identifier, runs, head.editions),
  );
  return {
    read,
    anew: `${[headLine(head), ...anew].join('\n')}\n`,
    reasons: Array.from(read.matchAll(/"reason":"(\w+)"/g), ([, reason]) => reason!),
  };
}

test('lines that an append leaves as they are equal those that it would write', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 3, 'a'), documentOf(2, 3, 'b')]));
  append(folder, partOf([documentOf(1, 4, 'a'), documentOf(2, 4, 'c'), documentOf(3, 4, 'd')]));
  const { read, anew, reasons } = lines(folder);
  assert.is(read, anew);
  assert.equal(reasons, ['first', 'first', 'amended', 'absent', 'added']);
  const counted = readRoot(folder).parts.map(({ documents, versions }) => [documents, versions]);
  assert.equal(counted, [[3, 4]]);
  // Before the first edition: what was first was added since.
  append(folder, partOf([documentOf(2, 0, 'b')], { isCurrent: false }));
  const after = lines(folder);
  assert.is(after.read, after.anew);
  assert.equal(after.reasons, ['absent', 'added', 'first', 'amended', 'absent', 'added']);
});

test('an edition before all others makes what was first be added since, also where it says nothing of a document', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 3, 'a'), documentOf(2, 3, 'b')]));
  append(folder, partOf([documentOf(2, 0, 'b')], { isGone: () => false, isWhole: false }));
  const { read, anew, reasons } = lines(folder);
  assert.is(read, anew);
  assert.equal(reasons, ['added', 'first']);
});

test('identifiers with quotation marks are found', () => {
  const folder = newArchive();
  const odd = (identifier: string) => ({ ...documentOf(1, 0, 'a'), identifier });
  const names = ['/us/usc/t9/"s1"', '/us/usc/t9/s","versions":[]', '/us/usc/t9/s\\', '/us/usc/t9/s1'];
  append(folder, partOf(names.map(odd)));
  const [entry] = readRoot(folder).parts;
  assert.equal([...historiesIn(folder, entry!).keys()].sort(), [...names].sort());
});

test('an index that names hostile places is damage', () => {
  const made = newArchive();
  append(made, partOf([documentOf(1, 0, 'a')]));
  const lies: [from: RegExp, to: string][] = [
    [/"pack":"[^"]*"/, '"pack":"../../etc/passwd"'],
    [/"bytes":\d+/, '"bytes":9007199254740991'],
    [/"bytes":\d+/, '"bytes":-1'],
    [/"offset":\d+/, '"offset":1.5'],
    [/"sha256":"\w{64}"/, '"sha256":"../x"'],
    [/"text":"\w{64}"/, '"text":null'],
    [/"from":"[^"]*"/, '"from":"../../x"'],
    [/"last_seen":"[^"]*"/, '"last_seen":"soon"'],
    [/"edition":"[^"]*","last_seen/, '"edition":7,"last_seen'],
    [/"versions":\[/, '"version":['],
    [/"day":"[^"]*"/, '"day":"never"'],
    [/^\{"editions"/, '{"kept_since":"never","editions"'],
  ];
  for (const [from, to] of lies) {
    const folder = withLie(made, text => text.replace(from, to));
    assert.throws(
      () => [...historiesIn(folder, readRoot(folder).parts[0]!)],
      (error: unknown) => error instanceof ArchiveDamage,
      to,
    );
    assert.ok(verifyArchive(folder).problems.length > 0, to);
  }
});

/** An archive with a lie in the index of its only part, of which root and digests know. */
function withLie(made: string, lie: (text: string) => string): string {
  const folder = newArchive();
  fs.cpSync(made, folder, { recursive: true });
  const [entry] = readRoot(folder).parts;
  const file = path.join(folder, entry!.path);
  const text = fs.readFileSync(file, 'utf8');
  const told = lie(text);
  assert.is.not(told, text);
  fs.writeFileSync(file, told);
  const root = JSON.parse(fs.readFileSync(path.join(folder, ROOT_FILE), 'utf8'));
  const sha256 = createHash('sha256').update(told).digest('hex');
  root.parts = [{ ...entry!, sha256, bytes: Buffer.byteLength(told) }];
  fs.writeFileSync(path.join(folder, ROOT_FILE), JSON.stringify(root));
  return folder;
}

test('an index with documents of another title or source is damage, and the line is told', () => {
  const made = newArchive();
  append(made, partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'b')]));
  for (const foreign of [
    '/us/usc/t10/s2',
    '/us/usc/t9a/s2',
    '/us/cfr/t9/s2',
    '/us/usc/s2',
    '/us/usc/t9-s2',
    'x',
  ]) {
    const folder = withLie(made, text => text.replace('/us/usc/t9/s2', foreign));
    const told = new RegExp(`^index/usc/t9-\\w+\\.ndjson, line 3: ${foreign} is no document of usc/t9$`);
    assert.throws(
      () => historiesIn(folder, readRoot(folder).parts[0]!),
      (error: unknown) => error instanceof ArchiveDamage && told.test(error.message),
      foreign,
    );
    assert.match(verifyArchive(folder).problems.join(), told);
  }
  // The rule ignores case.
  const folder = withLie(made, text => text.replace('/us/usc/t9/s1', '/us/usc/T9/s1'));
  assert.equal(verifyArchive(folder).problems, []);
});

test('lines that are not in order are damage: they would not be found', () => {
  const made = newArchive();
  append(made, partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'b')]));
  for (const lie of ['$1$3$2', '$1$2$2']) {
    const folder = withLie(made, text => text.replace(/^(.*\n)(.*\n)(.*\n)$/, lie));
    const told = /^index\/usc\/t9-\w+\.ndjson, line 3: \/us\/usc\/t9\/s1 is not in order$/;
    assert.match(verifyArchive(folder).problems.join(), told);
    assert.throws(() => append(folder, partOf([documentOf(1, 1, 'c')])), told);
  }
});

test('the same documents give the same bytes, in whatever order they were read', () => {
  const documents = Array.from({ length: 12 }, (_, i) => documentOf(i, 0));
  const next = documents.map((_, i) => documentOf(i, 1));
  const [one, other] = [newArchive(), newArchive()];
  for (const seen of [documents, next]) {
    append(one, partOf(seen));
    append(other, partOf(seen.toReversed()));
  }
  assert.equal(readRoot(one), readRoot(other));
  assert.is(readRoot(one).packs.length, 2);
});

test('a history that cannot be read is told with its line', () => {
  const made = newArchive();
  append(made, partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'b')]));
  const folder = withLie(made, text => text.replace(/(t9\/s2.*)"from":"[^"]*"/, '$1"from":"soon"'));
  const [problem = ''] = verifyArchive(folder).problems;
  assert.match(
    problem,
    /^index\/usc\/t9-\w+\.ndjson, line 3: \/us\/usc\/t9\/s2: a run of editions has no days$/,
  );
});

test('an index tells how many texts of a day were dropped', () => {
  const folder = newArchive();
  for (const words of ['a', 'b', 'c']) {
    const writer = new ArchiveAppend(folder, { versions: 1 });
    writer.enter(partOf([documentOf(1, 0, words)]));
    writer.commit();
    writer.close();
  }
  const [part] = readRoot(folder).parts;
  const runs = historiesIn(folder, part!).get('/us/usc/t9/s1');
  assert.equal(
    runs?.map(({ dropped }) => dropped),
    [2],
  );
  for (const lie of ['0', '1.5', '"2"']) {
    const [problem = ''] = verifyArchive(
      withLie(folder, text => text.replace('"dropped":2', `"dropped":${lie}`)),
    ).problems;
    assert.match(problem, /line 2: .* what was dropped is no number$/, lie);
  }
});

test('a part of a source that nobody knows is damage', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 0, 'a')]));
  const file = path.join(folder, ROOT_FILE);
  const root = fs.readFileSync(file, 'utf8');
  for (const name of ['state/t9', 'usca/t9', 'us/t9']) {
    fs.writeFileSync(file, root.replace('"name": "usc/t9"', `"name": "${name}"`));
    const line = root.split('\n').findIndex(text => text.includes('"usc/t9"')) + 1;
    const told = new RegExp(`archive\\.json: line ${line}: ${name} is of no source that is known$`);
    assert.ok(line > 1);
    for (const read of [() => readRoot(folder), () => verifyArchive(folder)])
      assert.throws(
        read,
        (error: unknown) => error instanceof ArchiveDamage && told.test(error.message),
        name,
      );
  }
});

test('a root that names hostile files is damage', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 0, 'a')]));
  const file = path.join(folder, ROOT_FILE);
  const root = fs.readFileSync(file, 'utf8');
  const lies: [from: string, to: string][] = [
    ['"name": "usc/t9"', '"name": "../../evil/t9"'],
    ['"name": "usc/t9"', '"name": "usc/../t9"'],
    ['"name": "usc/t9"', '"name": "usc/t9/x"'],
    ['"path": "index/', '"path": "../index/'],
    ['"path": "index/usc/', '"path": "index/../'],
    ['"path": "index/', '"path": "packs/'],
    ['"path": "packs/', '"path": "packs/../packs/'],
  ];
  for (const [from, to] of lies) {
    const lie = root.replace(from, to);
    assert.is.not(lie, root);
    fs.writeFileSync(file, lie);
    assert.throws(
      () => readRoot(folder),
      (error: unknown) => error instanceof ArchiveDamage && /is no name of/.test(error.message),
      to,
    );
  }
  fs.writeFileSync(file, root);
  const [entry] = readRoot(folder).parts;
  assert.throws(
    () => historiesIn(folder, { ...entry!, bytes: entry!.bytes + 1 }),
    (error: unknown) => error instanceof ArchiveDamage && /bytes, not/.test(error.message),
  );
});

test('the file that an older edition with the same text replaces is counted as dropped', () => {
  const folder = newArchive();
  const older = { isCurrent: false, isGone: () => false, isWhole: false };
  append(folder, partOf([documentOf(1, 5, 'a'), documentOf(2, 5, 'b')]));
  const bytes = [...historiesIn(folder, readRoot(folder).parts[0]!)].map(([, [run]]) => run!.version!.bytes);
  const dropped = () => readRoot(folder).packs.map(pack => pack.dropped);
  assert.equal(dropped(), [undefined]);
  append(folder, partOf([documentOf(1, 1, 'a')], older));
  assert.equal(dropped(), [bytes[0], undefined]);
  // An edition between two others drops nothing: the same file is on both sides of it.
  append(folder, partOf([documentOf(1, 3, 'c')], older));
  assert.equal(dropped(), [bytes[0], undefined, undefined]);
  append(folder, partOf([documentOf(2, 1, 'b')], older));
  assert.equal(verifyArchive(folder).problems, []);
  assert.equal(
    readRoot(folder).packs.map(pack => pack.path.slice(-6, -5)),
    ['2', '3', '4'],
  );
});

test('an index of many pieces is read as it was written', () => {
  const folder = newArchive();
  const names = Array.from({ length: 9000 }, (_, i) => `/us/usc/t9/s${'§'.repeat(i % 40)}${i}`).sort();
  const writer = new IndexWriter(folder, 'usc/t9');
  const head = { editions: [{ day: '2000-01-01', edition: 'x' }], kept_since: '1999-01-01' };
  for (const name of names) writer.put(lineOf(name, [], []));
  const text = `${[headLine(head), ...names.map(name => lineOf(name, [], []))].join('\n')}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  const written = writer.finish(head);
  assert.is(fs.readdirSync(path.join(folder, 'index/usc')).length, 2);
  writer.close();
  assert.equal(written, {
    ...{ path: `index/usc/t9-${sha256.slice(0, 16)}.ndjson`, bytes: Buffer.byteLength(text), sha256 },
  });
  assert.equal(filesIn(folder), [written.path]);
  assert.is(fs.readFileSync(path.join(folder, written.path), 'utf8'), text);
  const index = new IndexFile(folder, { name: 'usc/t9', ...written, documents: 9000, versions: 0 });
  assert.equal(index.head, head);
  assert.equal(
    Array.from(index, ({ identifier }) => identifier),
    names,
  );
});

test('a root, or a line of an index, that is too large is not read', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 0, 'a')]));
  const [part] = readRoot(folder).parts;
  const bytes = 30e6;
  fs.truncateSync(path.join(folder, part!.path), bytes);
  assert.throws(
    () => historiesIn(folder, { ...part!, bytes }),
    (error: unknown) => error instanceof ArchiveDamage && /a line has more than/.test(error.message),
  );
  fs.truncateSync(path.join(folder, ROOT_FILE), 65 << 20);
  assert.throws(
    () => readRoot(folder),
    (error: unknown) => error instanceof ArchiveDamage && /is larger than/.test(error.message),
  );
});

test('only what is named is gone, and what is left out otherwise stays', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'b'), documentOf(3, 0, 'c')]));
  append(folder, partOf([documentOf(1, 1, 'd')], { isGone: is(2) }));
  assert.equal(histories(folder), {
    s1: ['2000-01-01 a', '2000-01-02 d'],
    s2: ['2000-01-01 b', '2000-01-02 gone'],
    s3: ['2000-01-01 c'],
  });
});

test('what is gone is gone since the edition that is given, or else since the newest', () => {
  const folder = newArchive();
  for (const edition of [0, 1])
    append(folder, partOf([documentOf(1, edition, 'a'), documentOf(2, edition, 'b')]));
  append(folder, partOf([], { isGone: is(1) }));
  append(folder, partOf([], { isGone: is(2), edition: { day: '2001-01-01', edition: 'x' } }));
  assert.equal(histories(folder), {
    s1: ['2000-01-01 a', '2000-01-02 gone'],
    s2: ['2000-01-01 b', '2001-01-01 gone'],
  });
});

test('a given day on which a text is still there is no news, one before its first day is its first', () => {
  const folder = newArchive();
  const given = (edition: number): SeenPart => {
    const seen = { ...documentOf(1, edition, 'a'), isGiven: true };
    return partOf([seen], { edition: { day: seen.day, edition: seen.edition } });
  };
  append(folder, given(3));
  assert.equal(append(folder, given(5)), [new Set()]);
  assert.equal(append(folder, given(1)), [new Set(['/us/usc/t9/s1'])]);
  assert.equal(histories(folder), { s1: ['2000-01-02 a'] });
});

test('a title that is seen as a whole for the first time is noted, also where no text is new', () => {
  const seen = (number: number, edition: number) => ({ ...documentOf(number, edition, 'a'), isGiven: true });
  const { day, edition } = documentOf(1, 1);
  for (const given of [null, { day, edition }]) {
    const folder = newArchive();
    append(folder, partOf([seen(1, 0)], { isGone: () => false, isWhole: false }));
    assert.equal(append(folder, partOf([seen(1, 1)], { edition: given })), [new Set()]);
    append(folder, partOf([seen(1, 2), seen(2, 2)]));
    assert.equal(histories(folder), { s1: ['2000-01-01 a'], s2: ['2000-01-02 gone', '2000-01-03 a'] });
  }
});

test('an edition that had a whole title once had it, whatever is seen of it later', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 0, 'a')]));
  append(folder, partOf([documentOf(1, 0, 'b')], { isGone: () => false, isWhole: false }));
  append(folder, partOf([documentOf(1, 1, 'b'), documentOf(2, 1, 'c')]));
  assert.equal(histories(folder).s2, ['2000-01-01 gone', '2000-01-02 c']);
});

test('nothing is in the archive before the commit, and what an interrupted append left is removed', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 0, 'a')]));
  const before = filesIn(folder);
  const root = fs.readFileSync(path.join(folder, ROOT_FILE), 'utf8');
  const broken = new ArchiveAppend(folder);
  broken.enter(partOf([documentOf(1, 1, 'b')]));
  const staged = broken.stage();
  assert.is(staged.packs.length, 2);
  broken.close();
  assert.is(fs.readFileSync(path.join(folder, ROOT_FILE), 'utf8'), root);
  assert.ok(filesIn(folder).length > before.length);
  fs.writeFileSync(path.join(folder, 'packs/000009.pack.new'), 'half');
  const foreign = ['packs/README', 'packs/000001.pack.sha256', 'packs/backpack'];
  for (const file of foreign) fs.writeFileSync(path.join(folder, file), "another program's");
  append(folder, partOf([documentOf(1, 0, 'a')]));
  assert.equal(filesIn(folder), [...before, ...foreign].sort());
  append(folder, partOf([documentOf(1, 2, 'c')]));
  assert.equal(histories(folder), { s1: ['2000-01-01 a', '2000-01-03 c'] });
});

/** Fails where somebody reads the archive, appends to it, or changes any of its files. */
function assertLost(folder: string, file: string): void {
  const before = filesIn(folder);
  const told = new RegExp(`has ${file.replaceAll('.', '\\.')} and no archive\\.json`);
  const isTold = (error: unknown): boolean => error instanceof ArchiveDamage && told.test(error.message);
  assert.throws(() => append(folder, partOf([documentOf(1, 5, 'z')])), isTold, file);
  assert.throws(() => readRoot(folder), isTold, file);
  assert.throws(() => verifyArchive(folder), isTold, file);
  assert.equal(filesIn(folder), before);
  // The append has let go of its lock.
  assert.throws(() => new ArchiveAppend(folder), isTold);
}

test('an archive without its root is damage, and loses no file', async () => {
  const folder = newArchive();
  for (const edition of [0, 1, 2]) append(folder, partOf([documentOf(1, edition, `${edition}`)]));
  const root = fs.readFileSync(path.join(folder, ROOT_FILE));
  fs.rmSync(path.join(folder, ROOT_FILE));
  assertLost(folder, 'packs/000001.pack');
  const { code, out, err } = await run('verify', ['--archive', folder]);
  assert.is(code, 1, out);
  assert.match(err, /packs\/000001\.pack and no archive\.json/);
  fs.writeFileSync(path.join(folder, ROOT_FILE), root);
  append(folder, partOf([documentOf(1, 3, '3')]));
  assert.is(histories(folder).s1?.length, 4);
  assert.equal(verifyArchive(folder).problems, []);
});

test('a mirror whose first copy is on its way is damage, at each file', () => {
  const made = newArchive();
  append(made, partOf([documentOf(1, 0, 'a')]));
  const index = readRoot(made).parts[0]!.path;
  // What rsync and rclone name a file that they write.
  for (const file of [index, 'packs/.000001.pack.Xy12ab', 'packs/000001.pack.1f2e.partial']) {
    const folder = newArchive();
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), 'x');
    assertLost(folder, file);
  }
});

test('an interrupted first append is followed by another', () => {
  const folder = newArchive();
  const broken = new ArchiveAppend(folder);
  assert.equal(filesIn(folder), [ROOT_FILE]);
  broken.enter(partOf([documentOf(1, 0, 'a')]));
  broken.stage();
  broken.close();
  assert.is(filesIn(folder).length, 3);
  assert.equal(verifyArchive(folder), {
    ...{ packs: 0, documents: 0, versions: 0, bytes: 0, unpacked: 0, problems: [] },
  });
  append(folder, partOf([documentOf(2, 1, 'b')]));
  assert.equal(histories(folder), { s2: ['2000-01-02 b'] });
  assert.is(filesIn(folder).length, 3);
  // Programs before wrote no root first: half a pack is of nobody else.
  const former = newArchive();
  fs.mkdirSync(path.join(former, 'packs'), { recursive: true });
  fs.writeFileSync(path.join(former, 'packs/000001.pack.new'), 'half');
  append(former, partOf([documentOf(2, 1, 'b')]));
  assert.equal(histories(former), { s2: ['2000-01-02 b'] });
  assert.is(filesIn(former).length, 3);
});

test('two processes do not append at once', () => {
  const folder = newArchive();
  const first = new ArchiveAppend(folder);
  assert.throws(
    () => new ArchiveAppend(folder),
    (error: unknown) => error instanceof LockedError,
  );
  first.close();
  new ArchiveAppend(folder).close();
});

test('packs are bounded', () => {
  const folder = newArchive();
  // What cannot be compressed to much less than three quarters.
  const noise = (seed: number): string =>
    createHash('shake256', { outputLength: (9 << 20) / 4 })
      .update(String(seed))
      .digest('base64');
  append(folder, partOf(Array.from({ length: 16 }, (_, i) => documentOf(i, 0, noise(i)))));
  const { packs } = readRoot(folder);
  assert.is(packs.length, 2);
  assert.ok(packs.every(({ bytes }) => bytes <= 32 << 20));
  assert.equal(verifyArchive(folder).problems, []);
});

const FILES = '/proc/self/fd';
const hindrance = fs.existsSync(FILES) ? null : `there is no ${FILES}`;
testWhere(test, hindrance, 'many packs are read with few files open', () => {
  const folder = newArchive();
  for (let i = 0; i < 70; i++) append(folder, partOf([documentOf(0, i)]));
  const reader = new PackReader(folder);
  const open = (): number => fs.readdirSync(FILES).length;
  const before = open();
  const [entry] = readRoot(folder).parts;
  for (const [, runs] of historiesIn(folder, entry!))
    for (const { version } of runs) if (version) reader.read(version);
  assert.ok(open() - before <= 64, `${open() - before} files are open`);
  reader.close();
  assert.is(open(), before);
});

test('damage is told, by reading and by npm run verify', async () => {
  const made = newArchive();
  append(made, partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'b')]));
  append(made, partOf([documentOf(1, 1, 'c')]));
  const index = readRoot(made).parts[0]!.path;
  const sound = await run('verify', ['--archive', made]);
  assert.is(sound.code, 0, sound.err);
  assert.match(sound.out, /^3 versions of 2 documents in 2 packs: .*; 0 problems\n$/);
  const flipped = (file: string) => (folder: string) => {
    const bytes = fs.readFileSync(path.join(folder, file));
    bytes[bytes.length >> 1]! ^= 1;
    fs.writeFileSync(path.join(folder, file), bytes);
  };
  const removed = (file: string) => (folder: string) => fs.rmSync(path.join(folder, file));
  const rewritten = (change: (text: string) => string) => (folder: string) => {
    const file = path.join(folder, ROOT_FILE);
    const text = fs.readFileSync(file, 'utf8');
    assert.is.not(change(text), text);
    fs.writeFileSync(file, change(text));
  };
  const damages: [damage: (folder: string) => void, told: RegExp][] = [
    [flipped('packs/000001.pack'), /packs\/000001\.pack is not as it was written/],
    [removed('packs/000002.pack'), /packs\/000002\.pack is missing/],
    [flipped(index), /its digest is not/],
    [removed(index), /\.ndjson is missing/],
    [rewritten(text => text.replace('"format": 1', '"format": 2')), /its format is 2/],
    [rewritten(text => text.slice(0, 40)), /archive\.json: /],
    [
      rewritten(text => text.replace('packs/000001.pack', '../secret.pack')),
      /no name of a file of an archive/,
    ],
    [rewritten(text => text.replace('index/usc/', 'index/../../')), /no name of a file of an archive/],
    [rewritten(text => text.replace('"bytes": ', '"bytes": 1')), /\.pack has \d+ bytes, not 1\d+/],
  ];
  for (const [damage, told] of damages) {
    const folder = newArchive();
    fs.cpSync(made, folder, { recursive: true });
    damage(folder);
    const { code, out, err } = await run('verify', ['--archive', folder]);
    assert.is(code, 1, `${told}: ${out}${err}`);
    assert.match(out + err, told);
  }
  const { code } = await run('verify', ['--archive', path.join(made, 'packs')]);
  assert.is(code, 2);
});

test('a version that is not what the index says is told', () => {
  const folder = newArchive();
  append(folder, partOf([documentOf(1, 0, 'a'), documentOf(2, 0, 'b')]));
  const [entry] = readRoot(folder).parts;
  const versions = [...historiesIn(folder, entry!)].flatMap(([, runs]) => runs[0]?.version ?? []);
  const reader = new PackReader(folder);
  const [one, other] = versions;
  assert.throws(
    () => reader.read({ ...one!, sha256: other!.sha256 }),
    (error: unknown) => error instanceof ArchiveDamage && /its digest/.test(error.message),
  );
  assert.throws(
    () => reader.read({ ...one!, bytes: one!.bytes - 1 }),
    (error: unknown) => error instanceof ArchiveDamage,
  );
  assert.throws(
    () => reader.read({ ...one!, pack: '../secret.pack' }),
    (error: unknown) => error instanceof ArchiveDamage && /no name of a pack/.test(error.message),
  );
  reader.close();
});

test('a small version that grows beyond all bounds is damage', () => {
  const folder = newArchive();
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 };
  const bomb = zlib.brotliCompressSync(Buffer.alloc((256 << 20) + 1), { params });
  fs.mkdirSync(path.join(folder, 'packs'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'packs/000001.pack'), bomb);
  const reader = new PackReader(folder);
  const place = { pack: 'packs/000001.pack', offset: 0, bytes: bomb.length };
  assert.throws(
    () => reader.read({ text: '', sha256: '', ...place }),
    (error: unknown) => error instanceof ArchiveDamage && /larger than 268435456 bytes/.test(error.message),
  );
  reader.close();
});

test('a history that cannot have been, and a text that is not that of the index, are told', () => {
  const made = newArchive();
  for (const edition of [0, 2]) append(made, partOf([documentOf(1, edition, `of ${edition}`)]));
  const problemsOf = (lie: (text: string) => string): string[] =>
    verifyArchive(withLie(made, lie)).problems.map(problem => problem.replace(/\w{64}/g, 'DIGEST'));
  const disorder = '/us/usc/t9/s1: its versions are not in order';
  const mismatch = '/us/usc/t9/s1: DIGEST is not the text DIGEST';
  const versions = /"versions":\[(\{.*?\}),(\{.*?\})\]/;
  const swapped = (text: string): string => text.replace(versions, '"versions":[$2,$1]');
  const endsBefore = (text: string): string =>
    text.replace(/"last_seen":"[^"]*"/, '"last_seen":"1999-01-01"');
  const absentAlone = (text: string): string =>
    text.replace(versions, (_, first: string) => `"versions":[${first.replace(/,"text".*/, '}')}]`);
  const repeated = (text: string): string => text.replace(versions, '"versions":[$1,$1]');
  for (const lie of [swapped, endsBefore, absentAlone, repeated]) assert.equal(problemsOf(lie), [disorder]);
  const other = '0'.repeat(64);
  assert.equal(
    problemsOf(text => text.replace(/"text":"\w*"/, `"text":"${other}"`)),
    [mismatch],
  );
});

const ROUNDS = 40;

test('appends that are killed at any moment lose nothing, and the next one goes on', async () => {
  const folder = newArchive();
  const random = new Random(35);
  // A bundle starts in a fraction of the time that the loader takes.
  const program = bundled(new URL('appender.ts', import.meta.url));
  let next = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const child = spawn(process.execPath, [program, folder, String(next)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const end = closeAfter(() => child.kill('SIGKILL'));
    let printed = '';
    child.stdout.on('data', chunk => {
      printed += chunk;
    });
    const closed = once(child, 'close');
    await until(() => printed.includes('\n'), { seen: () => printed });
    await wait(random.below(20));
    await end();
    await closed;
    const last = Number(printed.trimEnd().split('\n').at(-1));
    assert.ok(last >= next);
    const { problems, documents } = verifyArchive(folder);
    assert.equal(problems, [], `round ${round}`);
    assert.is(documents, 8);
    // The last one may be in the archive before it is printed.
    const days = histories(folder).s0!.length;
    assert.ok(days === last + 1 || days === last + 2, `${days} editions, ${last} was printed`);
    next = days;
  }
  const kept = histories(folder);
  const undisturbed = newArchive();
  for (let edition = 0; edition < next; edition++)
    append(undisturbed, partOf(Array.from({ length: 8 }, (_, i) => documentOf(i, edition))));
  assert.equal(kept, histories(undisturbed));
});

test.run();

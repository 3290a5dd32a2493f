import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mtimeOf } from '../../build/files/entry.ts';
import { DirectorySource } from '../../build/sync/directory-source.ts';
import { SourceError, WrongContent } from '../../build/sync/errors.ts';
import { historyOf, NO_HISTORY } from '../../build/sync/history.ts';
import { hasContent, Stage, type Staged } from '../../build/sync/staged-files.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** A source of these files, and a stage for what comes from it. */
function opened(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const [from, staging, scratch] = ['from', 'staging', 'scratch'].map(name => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(from, name)), { recursive: true });
    fs.writeFileSync(path.join(from, name), content);
  }
  const source = new DirectorySource(from);
  const stage = () => new Stage(staging, scratch, source);
  return { from, staging, scratch, source, stage };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const file = (name: string, content: string): Staged => ({
  path: name,
  bytes: content.length,
  sha256: sha256(content),
  date: '2020-01-02',
});

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => assert.unreachable(),
    error => error,
  ) as Promise<Error>;

test('a file is fetched once, has the time of its day, and leaves no draft', async () => {
  const { scratch, source, stage } = opened({ 'a/b.json': 'one' });
  const first = stage();
  const entry = file('a/b.json', 'one');
  await first.bringFirst(entry);
  await first.bring(entry);
  assert.equal(
    [first.resumed, source.traffic.requests],
    [0, 1],
    'what this run has made is no earlier run’s',
  );
  const { mtimeMs } = fs.statSync(first.fileOf('a/b.json'));
  assert.is(Math.round(mtimeMs / 1000), mtimeOf(entry));
  const second = stage();
  await second.bring(entry);
  assert.equal([second.resumed, source.traffic.requests], [1, 1]);
  assert.equal(fs.readdirSync(scratch), []);
});

test('files with equal content are fetched once, even at the same time', async () => {
  const { source, stage } = opened({ 'a.json': 'one', 'b.json': 'one', 'c.json': 'one' });
  const here = stage();
  await Promise.all(['a.json', 'b.json'].map(name => here.bring(file(name, 'one'))));
  await here.bring({ ...file('c.json', 'one'), date: '2021-03-04' });
  assert.is(source.traffic.requests, 1);
  for (const name of ['a.json', 'b.json', 'c.json'])
    assert.ok(hasContent(here.fileOf(name), file(name, 'one')), name);
  const times = ['a.json', 'c.json'].map(name => Math.round(fs.statSync(here.fileOf(name)).mtimeMs / 1000));
  assert.equal(
    times,
    ['2020-01-02', '2021-03-04'].map(date => mtimeOf({ ...file('', 'one'), date })),
  );
});

test('if the first of two equal files fails, the other is fetched itself', async () => {
  const { stage } = opened({ 'b.json': 'one' });
  const here = stage();
  const [first, second] = await Promise.allSettled(
    ['a.json', 'b.json'].map(name => here.bring(file(name, 'one'))),
  );
  assert.equal([first?.status, second?.status], ['rejected', 'fulfilled']);
});

test('a missing, longer or different file is refused and leaves nothing', async () => {
  const { scratch, staging, stage } = opened({ 'a.json': 'one and more', 'b.json': 'two' });
  for (const [entry, message] of [
    [file('a.json', 'one'), /a\.json is not what the manifest names/],
    [file('b.json', 'owt'), /b\.json is not what the manifest names/],
    [file('c.json', 'c'), /c\.json is missing/],
  ] as const) {
    const error = await failure(stage().bring(entry));
    assert.ok(error instanceof WrongContent);
    assert.match(error.message, message);
  }
  assert.equal([fs.readdirSync(scratch), fs.readdirSync(staging)], [[], []]);
});

test('small files are read up to their bound', async () => {
  const { stage } = opened({ 'a.json': 'one' });
  assert.is((await stage().read('a.json', 3))?.toString(), 'one');
  assert.is(await stage().read('b.json', 3), null);
  assert.match((await failure(stage().read('a.json', 2))).message, /longer than 2 bytes/);
});

test('a link does not count as the file that it leads to', () => {
  const folder = temporaryFolder();
  fs.writeFileSync(path.join(folder, 'a'), 'one');
  fs.symlinkSync('a', path.join(folder, 'b'));
  const entry = file('', 'one');
  assert.equal(
    ['a', 'b', 'c'].map(name => hasContent(path.join(folder, name), entry)),
    [true, false, false],
  );
  assert.not(hasContent(path.join(folder, 'a'), { ...entry, bytes: 4 }));
  assert.ok(hasContent(path.join(folder, 'a'), { ...entry, bytes: null }));
});

test('files staged by an earlier run for another tree are removed', async () => {
  const { staging, stage } = opened({});
  for (const name of ['a/b/c.json', 'a/d.json']) {
    fs.mkdirSync(path.dirname(path.join(staging, name)), { recursive: true });
    fs.writeFileSync(path.join(staging, name), name);
  }
  assert.is(
    stage().clean(name => name === 'a/d.json'),
    'a/d.json'.length,
  );
  assert.equal(fs.readdirSync(path.join(staging, 'a')), ['d.json']);
});

test('a tree in a folder has its root, says if it is known, and is an error without one', async () => {
  const { from, source } = opened({ 'manifest.json': '{}' });
  assert.is((await source.root(null)).toString(), '{}');
  assert.is(await source.root(sha256('{}')), 'same');
  assert.is((await source.root(sha256('{ }'))).toString(), '{}');
  fs.rmSync(path.join(from, 'manifest.json'));
  assert.instance(await failure(source.root(null)), SourceError);
});

test('an unreadable history of the target counts as missing', async () => {
  for (const index of [null, 'x', '{}', '[]'])
    assert.equal(
      await historyOf({ read: async () => (index === null ? null : Buffer.from(index)) }),
      NO_HISTORY,
      index ?? '',
    );
});

test.run();

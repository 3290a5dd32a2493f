import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Entry, manifestLine } from '../../../build/files/entry.ts';
import { comparePaths, PartText, sortedByPath } from '../../../build/files/manifest/patch.ts';
import type { Part } from '../../../build/files/manifest/root.ts';
import { Random } from '../../helpers/random.ts';

const NAMES = ['a', 'b', 'é', '"', '\u{1d11e}', '\uffee', 'z'];

function randomEntry(random: Random): Entry {
  const name = Array.from({ length: 1 + random.below(3) }, () => random.pick(NAMES)).join('');
  const sha256 = random.pick(['a', 'b', 'c']).repeat(64);
  return {
    path: `api/usc/documents/t1/${name}.json`,
    bytes: random.below(1000),
    sha256,
    date: random.day(2018, 2),
  };
}

const sorted = (entries: ReadonlyMap<string, Entry>): Entry[] =>
  [...entries.values()].sort((a, b) => comparePaths(a.path, b.path));

const newestOf = (entries: readonly Entry[]): string =>
  entries.reduce((newest, { date }) => (date > newest ? date : newest), '');

function partOf(entries: readonly Entry[]): PartText {
  const bytes = Buffer.from(entries.map(manifestLine).join(''));
  const content_bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const path = 'manifest/usc/t1.ndjson';
  return new PartText(bytes, {
    ...{ path, files: entries.length, bytes: bytes.length, sha256: '', content_bytes },
    newest: newestOf(entries),
  });
}

test('the entries of some files are read, and other lines are not', () => {
  const random = new Random(16);
  const entries = new Map(
    Array.from({ length: 40 }, () => randomEntry(random)).map(entry => [entry.path, entry]),
  );
  const all = sorted(entries);
  const asked: string[] = [];
  const isAsked = (path: string): boolean => asked.push(path) % 3 === 0;
  const read = Array.from(partOf(all).entriesOf(isAsked), manifestLine);
  assert.equal(read, all.filter((_, i) => i % 3 === 2).map(manifestLine));
  assert.equal(
    asked,
    all.map(({ path }) => path),
  );
  const part = new PartText(Buffer.from('{"path":"a"}\n{"path":"b"}\n'), { path: 'x' } as Part);
  assert.equal([...part.entriesOf(() => false)], []);
  assert.throws(() => [...part.entriesOf(path => path === 'b')], /x has a line that names no file/);
});

test('a patched part equals one made from all entries', () => {
  const random = new Random(15);
  for (let round = 0; round < 400; round++) {
    const entries = new Map<string, Entry>();
    for (let i = random.below(30); i > 0; i--) {
      const entry = randomEntry(random);
      entries.set(entry.path, entry);
    }
    const part = partOf(sorted(entries));
    for (const entry of entries.values()) assert.is(part.find(entry.path)?.sha256, entry.sha256);
    const changes = new Map<string, Entry | null>();
    for (let i = random.below(8); i > 0; i--) {
      const entry = randomEntry(random);
      if (!entries.has(entry.path)) assert.is(part.find(entry.path), null);
      changes.set(entry.path, random.chance(0.4) ? null : entry);
    }
    const { content, files, content_bytes, newest } = part.patch(changes);
    for (const [path, entry] of changes) {
      if (entry) entries.set(path, entry);
      else entries.delete(path);
    }
    const expected = sorted(entries);
    assert.is(Buffer.concat(content).toString(), expected.map(manifestLine).join(''), `round ${round}`);
    assert.is(files, expected.length);
    assert.is(
      content_bytes,
      expected.reduce((sum, entry) => sum + entry.bytes, 0),
    );
    assert.is(newest, newestOf(expected));
  }
});

test('paths are sorted by bytes', () => {
  const paths = ['b', 'a/b', '\uff5e', '\u{1f600}', 'a', 'é', ''];
  const byBytes = [...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const items = paths.map(path => ({ path }));
  assert.equal(
    sortedByPath(items, ({ path }) => path).map(({ path }) => path),
    byBytes,
  );
});

test('a line without a file is an error', () => {
  const bytes = Buffer.from('{"path":"api/a.json"}\n');
  const part = {
    path: 'manifest/pages.ndjson',
    files: 1,
    bytes: bytes.length,
    sha256: '',
    content_bytes: 0,
    newest: '',
  };
  assert.throws(() => new PartText(bytes, part).find('api/a.json'), /names no file/);
});

test.run();

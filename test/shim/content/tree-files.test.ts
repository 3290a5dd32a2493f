import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cacheTagHeaders } from '../../../build/contract/cache-tags.ts';
import { etagOf } from '../../../build/contract/etag.ts';
import { type MadeFile, type TreeFile, TreeFiles } from '../../../shim/content/tree-files.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

const NOTHING = Buffer.alloc(0);

function newTree(files: Readonly<Record<string, string>>): { dist: string; files: TreeFiles } {
  const dist = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dist, name), content);
  return { dist, files: new TreeFiles(dist) };
}

test('a file has its bytes and their validator', async () => {
  const { files } = newTree({ 'a.json': '{"a":1}' });
  const file = await files.get('a.json');
  assert.is(file?.content?.toString(), '{"a":1}');
  assert.is(file?.etag, etagOf('{"a":1}'));
  assert.is(file?.path, 'a.json');
});

test('the second read of a file is from memory, without a promise', async () => {
  const { files } = newTree({ 'a.json': '1' });
  const first = await files.get('a.json');
  assert.is(files.get('a.json'), first);
});

test('a missing file is undefined, and is looked up again', async () => {
  const { dist, files } = newTree({ 'a.json': '1' });
  mkdirSync(join(dist, 'folder.json'));
  for (const name of ['b.json', 'a.json/b.json', 'folder.json', `${'x'.repeat(300)}.json`]) {
    assert.is(await files.get(name), undefined, name);
  }
  writeFileSync(join(dist, 'b.json'), '2');
  assert.is((await files.get('b.json'))?.content?.toString(), '2');
});

test('paths out of the tree on any system are not looked up', async () => {
  const { dist } = newTree({ 'secret.json': '1' });
  mkdirSync(join(dist, 'tree/folder'), { recursive: true });
  const names = ['..\\secret.json', 'C:secret.json', 'a.json:stream', 'NUL.json', 'folder/...'];
  for (const name of names) writeFileSync(join(dist, 'tree', name), 'on Windows elsewhere');
  const files = new TreeFiles(join(dist, 'tree'));
  for (const name of ['../secret.json', 'folder/../../secret.json', join(dist, 'secret.json'), ...names])
    assert.is(await files.get(name), undefined, name);
});

test('a large file is described, not held', async () => {
  const large = 'x'.repeat(1024 * 1024 + 1);
  const { files } = newTree({ 'a.txt': large });
  const file = await files.get('a.txt');
  assert.is(file?.content, null);
  assert.is(file?.etag, etagOf(large));
  assert.is(file && (await files.readSame(file))?.length, large.length);
});

test('a file of just a megabyte is held', async () => {
  const { files } = newTree({ 'a.txt': 'x'.repeat(1024 * 1024) });
  assert.is((await files.get('a.txt'))?.content?.length, 1024 * 1024);
});

test('a part of a file has its first and its last byte', async () => {
  const { files } = newTree({ 'a.txt': 'abcdef' });
  const part = await files.open({ path: 'a.txt' }, { first: 1, last: 3 }).toArray();
  assert.is(Buffer.concat(part).toString(), 'bcd');
});

test('the validator of a large file is computed once for each version of the file', async () => {
  const { dist, files } = newTree({ 'a.txt': 'x'.repeat(2e6) });
  const etags: (string | undefined)[] = [];
  for (const letter of ['x', 'x', 'y']) {
    if (letter === 'y') {
      writeFileSync(join(dist, 'b.txt'), letter.repeat(2e6));
      renameSync(join(dist, 'b.txt'), join(dist, 'a.txt'));
    }
    files.clear();
    etags.push((await files.get('a.txt'))?.etag);
  }
  assert.equal(
    etags,
    ['x', 'x', 'y'].map(letter => etagOf(letter.repeat(2e6))),
  );
});

test('simultaneous requests read a file once', async () => {
  const { files } = newTree({ 'a.json': '1' });
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => files.get('a.json')));
  assert.ok(first && first === second && first === third);
  assert.equal(files.uses, { hits: 2, misses: 1 });
});

test('an answer made of files is made once, and kept until clear; a large one is made for each request', async () => {
  const { files } = newTree({ 'a.json': '1' });
  let made = 0;
  const make = (size: number) => async () => {
    made++;
    return { ...(await files.get('a.json')), content: Buffer.alloc(size) } as MadeFile;
  };
  const [first, same] = await Promise.all([files.made('[1]', make(5)), files.made('[1]', make(5))]);
  assert.is(first, same);
  assert.is(files.made('[1]', make(5)), first);
  assert.is(files.held('[1]'), first);
  await files.made('[2]', make(1024 * 1024));
  assert.is(made, 2);
  assert.ok(files.held('[2]'));
  await files.made('[3]', make(1024 * 1024 + 1));
  assert.is(files.held('[3]'), undefined);
  files.clear();
  assert.is.not(await files.made('[1]', make(5)), first);
  assert.is(made, 4);
});

test('a replaced file is read again after ten seconds', async () => {
  const { dist, files } = newTree({ 'a.json': 'old' });
  const now = performance.now.bind(performance);
  const after = async (ms: number) => {
    performance.now = () => now() + ms;
    // The cache looks at the clock once in a while.
    await new Promise(resolve => setTimeout(resolve, 5));
    return (await files.get('a.json'))?.content?.toString();
  };
  try {
    await after(0);
    writeFileSync(join(dist, 'a.json'), 'new');
    assert.equal([await after(0), await after(11_000)], ['old', 'new']);
  } finally {
    performance.now = now;
  }
});

test('the smallest file counts with its key and headers', async () => {
  const { files } = newTree({ 'a.json': '1' });
  await files.get('a.json');
  assert.ok(files.heldBytes > 1000, `${files.heldBytes}`);
  const { heldBytes } = files;
  await files.made(
    'x'.repeat(8000),
    async () => ({ ...(await files.get('a.json')), content: NOTHING }) as MadeFile,
  );
  assert.ok(files.heldBytes > heldBytes + 9000, `${files.heldBytes}`);
});

test('after clear a file is read again', async () => {
  const { dist, files } = newTree({ 'a.json': 'old' });
  await files.get('a.json');
  writeFileSync(join(dist, 'a.json'), 'new');
  files.clear();
  assert.is((await files.get('a.json'))?.content?.toString(), 'new');
});

test('clear fails no running request, and keeps none of its results', async () => {
  const { dist, files } = newTree({ 'a.json': 'old' });
  const pending = files.get('a.json');
  const missing = files.get('b.json');
  files.clear();
  assert.is((await pending)?.content?.toString(), 'old');
  assert.is(await missing, undefined);
  writeFileSync(join(dist, 'a.json'), 'new');
  assert.is((await files.get('a.json'))?.content?.toString(), 'new');
});

test('a large file is read whole only while it is the described one', async () => {
  const large = 'x'.repeat(1024 * 1024 + 1);
  const { dist, files } = newTree({ 'a.txt': large });
  const file = (await files.get('a.txt'))!;
  assert.is((await files.readSame(file))?.toString(), large);
  for (const other of [`${large}x`, large.slice(1), large.replace('x', 'y')]) {
    writeFileSync(join(dist, 'a.txt'), other);
    assert.is(await files.readSame(file), null);
  }
  rmSync(join(dist, 'a.txt'));
  assert.is(await files.readSame(file), null);
});

test('of a file that grew no more is read than one byte beyond its length', async () => {
  const { dist, files } = newTree({ 'a.txt': 'x'.repeat(1024 * 1024 + 1) });
  const file = (await files.get('a.txt'))!;
  truncateSync(join(dist, 'a.txt'), 400 * 1024 * 1024);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 1);
  assert.is(await files.readSame(file), null);
  clearInterval(look);
  assert.ok(most < 100 * 1024 * 1024, `${most}`);
});

test('a file has the tags of its path', async () => {
  const { files } = newTree({ 'a.json': '1' });
  assert.equal((await files.get('a.json'))?.tags, cacheTagHeaders('a.json'));
});

test('plain and compressed files together fit the bytes of the cache', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `${i}.json`);
  const { dist } = newTree(Object.fromEntries(names.map(name => [name, randomBytes(2000).toString('hex')])));
  const bound = 40_000;
  const files = new TreeFiles(dist, { cacheBytes: bound });
  const all: TreeFile[] = [];
  for (const name of names) {
    const file = (await files.get(name))!;
    all.push(file);
    for (const coding of ['br', 'gzip'] as const)
      assert.ok(await files.compressed.get(file.etag, coding, () => file.content!));
    assert.is(files.get(name), file, 'what was asked for last is held');
  }
  // Whatever is held is there without a promise.
  const lengthOf = (held: unknown) => (held instanceof Buffer ? held.length : 0);
  const held = all.flatMap(({ path, etag }) => {
    const plain = files.get(path);
    const coded = (['br', 'gzip'] as const).map(coding =>
      files.compressed.get(etag, coding, () => Promise.resolve(null)),
    );
    return [plain && 'content' in plain ? plain.content : null, ...coded].map(lengthOf);
  });
  const bytes = held.reduce((sum, length) => sum + length, 0);
  assert.ok(bytes <= bound && bytes > bound / 2, `${bytes}`);
  assert.ok(held.filter(length => length > 0).length >= 6, 'of two files all three forms');
});

test.run();

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fingerprintOf, makeEntry, mtimeOf } from '../../build/files/entry.ts';
import { type Output, StagingWriter } from '../../build/files/staging.ts';
import { leftOpen } from '../helpers/open-files.ts';

const DAY = '2018-05-10T00:00:00.000Z';
const FILE = 'api/a.json';

const staged = suite<{ root: string }>();

staged.before.each(context => {
  context.root = fs.mkdtempSync(path.join(os.tmpdir(), 'pandect-staging-'));
});
staged.after.each(({ root }) => fs.rmSync(root, { recursive: true, force: true }));

const pieces = (): Buffer[] => ['né', '', 'w'].map(text => Buffer.from(text));

/** The same file in every form. */
const FORMS: Record<string, () => Output['content']> = {
  'a text': () => 'néw',
  bytes: () => Buffer.from('néw'),
  pieces,
  'a generator': function* () {
    yield* pieces();
  },
};

for (const [name, content] of Object.entries(FORMS)) {
  staged(`${name} is written with its time, and has its entry`, ({ root }) => {
    const entry = new StagingWriter(root).write({
      path: FILE,
      content: content(),
      timestamp: DAY,
      identifier: '/a',
    });
    assert.equal(entry, makeEntry(FILE, [Buffer.from('néw')], DAY, '/a'));
    assert.is(fs.readFileSync(path.join(root, FILE), 'utf8'), 'néw');
    assert.is(fs.statSync(path.join(root, FILE)).mtimeMs, 1000 * mtimeOf(entry));
  });

  staged(`${name} is left out where it is published so`, ({ root }) => {
    const writer = new StagingWriter(root);
    const file = path.join(root, FILE);
    const entry = makeEntry(FILE, [Buffer.from('néw')], DAY);
    const output = () => ({ path: FILE, content: content(), timestamp: DAY });
    assert.equal(writer.write(output(), fingerprintOf(entry)), entry);
    assert.not.ok(fs.existsSync(file));
    // Another day is another file.
    writer.write(output(), fingerprintOf({ ...entry, date: '2018-05-11' }));
    assert.ok(fs.existsSync(file));
  });
}

staged('a file is written again from its beginning', ({ root }) => {
  for (const content of ['a lamp', 'fog'])
    new StagingWriter(root).write({ path: FILE, content, timestamp: DAY });
  assert.is(fs.readFileSync(path.join(root, FILE), 'utf8'), 'fog');
});

staged(
  'chunks are written one after the other, with the time that is known behind the last',
  async ({ root }) => {
    let bytes = 0;
    function* chunks(): Generator<Buffer> {
      for (const piece of pieces()) {
        bytes += piece.length;
        yield piece;
      }
    }
    await new StagingWriter(root).stream(FILE, chunks(), () => 1_000_000 + bytes);
    assert.is(fs.readFileSync(path.join(root, FILE), 'utf8'), 'néw');
    assert.is(fs.statSync(path.join(root, FILE)).mtimeMs, 1_000_004_000);
  },
);

staged('chunks leave no open file, also where their source fails', async ({ root }) => {
  const failing = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('a');
    throw new Error('the source is gone');
  };
  const writer = new StagingWriter(root);
  assert.is(await leftOpen(() => writer.stream(FILE, pieces(), () => 0)), 0);
  const broken = async (): Promise<void> => {
    const failed = await writer.stream(FILE, failing(), () => 0).catch((error: Error) => error.message);
    assert.is(failed, 'the source is gone');
  };
  assert.is(await leftOpen(broken), 0);
});

staged('a generator that fails leaves no open file', ({ root }) => {
  function* failing(): Generator<Buffer> {
    yield Buffer.from('a');
    throw new Error('the source is gone');
  }
  const open = (): number => fs.readdirSync('/proc/self/fd').length;
  const writer = new StagingWriter(root);
  const write = () => writer.write({ path: FILE, content: failing(), timestamp: DAY });
  assert.throws(write, /the source is gone/);
  const before = fs.existsSync('/proc/self/fd') ? open() : 0;
  for (let i = 0; i < 20; i++) assert.throws(write, /the source is gone/);
  // Others may close theirs meanwhile.
  if (before > 0) assert.ok(open() < before + 20);
});

staged.run();

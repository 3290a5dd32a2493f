import { PassThrough } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Lines } from './lines.ts';

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => assert.unreachable() as never,
    (error: Error) => error.message,
  );

test('pieces of a line are joined, and a last line without an end counts', async () => {
  const stream = new PassThrough();
  const lines = new Lines(stream);
  const seen: string[] = [];
  for (const piece of ['on', 'e\ntw', 'o\n\nthr']) stream.write(piece);
  await lines.match(/two/);
  lines.onLine(line => seen.push(line));
  stream.end('ee');
  await lines.match(/three/);
  assert.equal(lines.all, ['one', 'two', '', 'three']);
  assert.equal(seen, lines.all, 'those that had come, too');
  assert.is(lines.text(), 'one\ntwo\n\nthree');
});

test('a character whose bytes arrive apart is one character', async () => {
  const stream = new PassThrough();
  const lines = new Lines(stream);
  const bytes = Buffer.from('§ 1\n');
  stream.write(bytes.subarray(0, 1));
  stream.write(bytes.subarray(1));
  await lines.match(/^§ 1$/);
});

test('a wait finds a past or a later line', async () => {
  const stream = new PassThrough();
  const lines = new Lines(stream);
  const later = lines.match(/listening at (\d+)/);
  stream.write('warning\nlistening at 7\nlistening at 8\n');
  assert.is((await later)[1], '7');
  assert.is((await lines.match(/listening at (\d+)/))[1], '7');
});

test('lines of two streams are counted together', async () => {
  const streams = [new PassThrough(), new PassThrough()] as const;
  const lines = new Lines(...streams);
  const three = lines.until(() => lines.all.length === 3);
  streams[0].write('a\nb');
  streams[1].write('c\n');
  streams[0].write('\n');
  await three;
  assert.equal([...lines.all].sort(), ['a', 'b', 'c']);
});

test('a wait ends with the last stream, and its error has the output', async () => {
  const streams = [new PassThrough(), new PassThrough()] as const;
  const lines = new Lines(...streams, null);
  const failure = messageOf(lines.match(/never/));
  streams[0].end('the port is taken\n');
  streams[1].write('good');
  streams[1].end(' bye');
  assert.match(await failure, /^The output ended: [\s\S]*good bye/);
  assert.match(await messageOf(lines.match(/never/)), 'The output ended', 'also where it had ended before');
});

test('a wait for a missing line times out, and its error has the output', async () => {
  const stream = new PassThrough();
  const lines = new Lines(stream);
  stream.write('half a line');
  const message = await messageOf(lines.match(/never/, { boundMs: 50 }));
  assert.is(message, 'It did not come within 0.05 s. Seen last: half a line');
  stream.end();
});

test('an error in a condition fails its own wait only', async () => {
  const stream = new PassThrough();
  const lines = new Lines(stream);
  const failing = messageOf(
    lines.until(() => {
      if (lines.all.length > 0) throw new Error('no JSON');
      return false;
    }),
  );
  const other = lines.match(/second/);
  stream.write('first\nsecond\n');
  assert.is(await failing, 'no JSON');
  assert.is((await other)[0], 'second');
});

test.run();

import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BoundedLog, fileSink, inPieces, type Sink } from '../../../shim/http/log.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/** A log whose sink answers by hand. */
function log(maxWaiting?: number) {
  const asked: { text: string; done: (written: number, error?: Error) => void }[] = [];
  const sink: Sink = (bytes, done) =>
    asked.push({ text: bytes.toString(), done: (written, error) => done(written, error ?? null) });
  const lossLine = (lines: number) => `lost ${lines}\n`;
  return { asked, log: new BoundedLog({ sink, lossLine, ...(maxWaiting && { maxWaiting }) }) };
}

const full = new Error('ENOSPC');

test('a line is written at once, and lines that come meanwhile are written together', () => {
  const { asked, log: it } = log();
  for (const line of ['a\n', 'b\n', 'c\n']) it.write(line);
  assert.equal(
    asked.map(({ text }) => text),
    ['a\n'],
  );
  asked[0]?.done(2);
  assert.is(asked[1]?.text, 'b\nc\n');
});

test('lines beyond the bound are lost, and reported with the next written lines', () => {
  const { asked, log: it } = log(4);
  for (const line of ['a\n', 'b\n', 'c\n', 'd\n', 'e\n']) it.write(line);
  asked[0]?.done(2);
  assert.is(asked[1]?.text, 'lost 2\nb\nc\n');
  asked[1]?.done(11);
  it.write('f\n');
  assert.is(asked[2]?.text, 'f\n', 'told once');
});

test('lines that cannot be written are lost and counted until the count can be written', () => {
  const { asked, log: it } = log();
  it.write('a\n');
  asked[0]?.done(0, full);
  it.write('b\n');
  assert.is(asked[1]?.text, 'lost 1\nb\n');
  asked[1]?.done(0, full);
  it.write('c\n');
  assert.is(asked[2]?.text, 'lost 2\nc\n');
  asked[2]?.done(9);
  it.write('d\n');
  assert.is(asked[3]?.text, 'd\n');
});

test('a partly written line counts as lost and does not spoil the next', () => {
  const { asked, log: it } = log();
  it.write('a\n');
  it.write('bb\n');
  it.write('cc\n');
  asked[0]?.done(2);
  asked[1]?.done(4, full); // "bb\nc"
  it.write('d\n');
  assert.is(asked[2]?.text, '\nlost 1\nd\n');
});

test('lines of any length and script are written as they came, while further ones wait', () => {
  const lines = Array.from({ length: 300 }, (_, i) => `${i} ${'§ 法 🗽 '.repeat(i % 40)}${'x'.repeat(i)}\n`);
  const taken: Buffer[] = [];
  let text = '';
  let done = (): void => {};
  const it = new BoundedLog({
    lossLine: String,
    sink: (bytes, told) => {
      taken.push(bytes);
      done = () => {
        // Only now, when the next lines are in memory.
        text += bytes.toString();
        told(bytes.length, null);
      };
    },
  });
  for (const [i, line] of lines.entries()) {
    it.write(line);
    if (i % 100 === 99) done();
  }
  done();
  assert.is(text, lines.join(''));
  assert.is(taken.length, 4);
});

test('flush waits for unfinished writes, within its time', async () => {
  const { asked, log: it } = log();
  await it.flush(60_000);
  it.write('a\n');
  await it.flush(10);
  it.write('b\n');
  const flushed = it.flush(60_000);
  asked[0]?.done(2);
  asked[1]?.done(2);
  await flushed;
});

test('a file gets all bytes in order, and a full disk is an error with the written bytes', async () => {
  const file = join(temporaryFolder(), 'log');
  writeFileSync(file, 'first\n');
  const fd = openSync(file, 'a');
  const it = new BoundedLog({ sink: fileSink(fd), lossLine: String });
  const lines = Array.from({ length: 1000 }, (_, i) => `line ${i}\n`);
  for (const line of lines) it.write(line);
  await it.flush(60_000);
  closeSync(fd);
  assert.is(readFileSync(file, 'utf8'), `first\n${lines.join('')}`);
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a full disk refuses', async () => {
  const fd = openSync('/dev/full', 'w');
  const [written, error] = await new Promise<[number, Error | null]>(resolve =>
    fileSink(fd)(Buffer.from('x\n'), (...result) => resolve(result)),
  );
  closeSync(fd);
  assert.is(written, 0);
  assert.match(error?.message ?? '', 'ENOSPC');
});

/** What a sink in pieces gives to the one below it. */
function pieces(text: string, below: (piece: string) => [written: number, error?: Error]) {
  const given: string[] = [];
  let outcome: [written: number, error: Error | null] | undefined;
  inPieces((bytes, done) => {
    given.push(bytes.toString());
    const [written, error] = below(bytes.toString());
    done(written, error ?? null);
  })(Buffer.from(text), (...told) => {
    outcome = told;
  });
  return { given, outcome };
}

test('on shared output whole lines are written in unmixed pieces, and a longer line is one piece', () => {
  const all = (piece: string): [number] => [piece.length];
  const line = `${'x'.repeat(1023)}\n`;
  const many = pieces(line.repeat(9), all);
  assert.equal(
    many.given.map(({ length }) => length),
    [4096, 4096, 1024],
  );
  assert.equal(many.outcome, [9 * 1024, null]);
  const long = `${'y'.repeat(5000)}\n`;
  assert.equal(pieces(line + long + line.repeat(4), all).given, [line, long, line.repeat(4)]);
  const torn = `${line.repeat(4)}no end`;
  assert.equal(pieces(torn, all).given, [line.repeat(4), 'no end']);
  assert.equal(pieces('z'.repeat(9000), all).given, ['z'.repeat(9000)]);
});

test('a partly written piece is the last one', () => {
  const line = `${'x'.repeat(4095)}\n`;
  let calls = 0;
  const failing = pieces(line.repeat(3), () => (calls++ === 0 ? [4096] : [10, full]));
  assert.equal(failing.outcome, [4106, full]);
  assert.is(failing.given.length, 2);
});

test.run();

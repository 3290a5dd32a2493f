import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Mark, MarkedFile } from '../../build/files/marked-file.ts';
import { temporaryFolder } from '../helpers/tree.ts';

/** Reading of a large file from mark to mark. */

/** Takes texts to these marks, until the file ends before one. */
function taken(text: string, ...marks: Mark[]): string[] {
  const name = path.join(temporaryFolder(), 'marked');
  fs.writeFileSync(name, text);
  const file = new MarkedFile(name);
  const texts: string[] = [];
  try {
    assert.throws(() => {
      for (;;) texts.push(file.takeTo(...marks).text);
    }, `${name} ends before `);
  } finally {
    file.close();
  }
  return texts;
}

test('texts end at the first mark, which is taken, or belongs to the one or the other', () => {
  const comma = { text: ',' };
  assert.equal(taken('a,b;,c', comma), ['a', 'b;']);
  assert.equal(taken('a,b;c,d', comma, { text: ';' }), ['a', 'b', 'c']);
  assert.equal(taken('a;b,c', { text: ',' }, { text: ';' }), ['a', 'b']);
  assert.equal(taken(',,', comma), ['', '']);
  assert.equal(taken('[a]-[b]-[c]', { text: ']-[', kept: 1, left: 1 }), ['[a]', '[b]']);
  assert.equal(taken('', comma), []);
  // One that begins within another one comes later.
  assert.equal(taken('a,;b', { text: ',;' }, { text: ';' }), ['a']);
  assert.equal(taken('a,;b', { text: ';' }, { text: ',;' }), ['a']);
});

test('the mark that was met is told', () => {
  const name = path.join(temporaryFolder(), 'marked');
  fs.writeFileSync(name, 'a;b,c,');
  const [comma, semicolon] = [{ text: ',' }, { text: ';' }];
  const file = new MarkedFile(name);
  const marks = [1, 2, 3].map(() => file.takeTo(comma, semicolon).mark);
  file.close();
  assert.equal(marks, [semicolon, comma, comma]);
});

/** Bytes that are held at first. */
const HELD = 1 << 18;

test('texts, characters and marks may lie across what is read at a time, and texts be much longer', () => {
  const lengths = [10, HELD - 12, HELD - 1, HELD, HELD + 1, HELD / 2, 5 * HELD + 7, 3, 2 * HELD - 2, 1];
  const texts = lengths.map((length, i) => `${'§'.repeat(length / 2)}${i}`);
  // Not compared as a whole: a difference would print megabytes.
  const read = taken(texts.map(text => `${text}-end-`).join(''), { text: '-end-' });
  assert.equal(
    read.map((text, i) => text === texts[i]),
    texts.map(() => true),
  );
});

test.run();

import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Spool } from '../../build/files/spool.ts';
import { Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const file = path.join(temporaryFolder(), 'spool');

test('a short spool makes no file', () => {
  const spool = new Spool(file);
  for (const text of ['one', '', '§ three']) spool.add(text);
  assert.equal(
    [0, 1, 2].map(i => spool.at(i)),
    ['one', '', '§ three'],
  );
  assert.equal(
    [0, 1, 2].map(i => spool.bytes(i)),
    [3, 0, 8],
  );
  assert.not.ok(fs.existsSync(file));
  spool.close();
});

test('texts are read in any order, also the last ones and long ones', () => {
  const random = new Random(15);
  const spool = new Spool(file);
  const texts = Array.from({ length: 3000 }, (_, i) =>
    `${i} §`.repeat(random.below(i % 500 === 3 ? 150_000 : 600)),
  );
  // Longer than what is held in memory.
  texts[1503] = '§'.repeat(1_500_000);
  for (const [i, text] of texts.entries()) {
    spool.add(text);
    const before = random.below(i + 1);
    if (i % 7 === 0) assert.is(spool.at(before), texts[before]);
  }
  assert.ok(fs.statSync(file).size > 1_000_000);
  for (let i = 0; i < 5000; i++) {
    const at = random.below(texts.length);
    assert.ok(spool.at(at) === texts[at], `text ${at}`);
    assert.is(spool.bytes(at), Buffer.byteLength(texts[at] ?? ''));
  }
  spool.close();
  assert.not.ok(fs.existsSync(file));
});

test.run();

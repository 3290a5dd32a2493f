import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MARK_FILE, readMark } from '../../build/corpus/mark.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

const marked = (content: string | Buffer): ReturnType<typeof readMark> => {
  const corpus = temporaryFolder();
  writeFileSync(join(corpus, MARK_FILE), content);
  return readMark(corpus);
};

test('a corpus is a sample if its mark says so', () => {
  assert.equal(readMark(SAMPLE_CORPUS), { sample: true });
  assert.equal(marked('{"sample": true}'), { sample: true });
  assert.equal(marked('{"sample": false}'), { sample: false });
  assert.equal(marked('{}'), { sample: false });
  assert.equal(readMark(temporaryFolder()), { sample: false });
});

test('an invalid mark is an error, not a missing mark', () => {
  for (const [content, reason] of [
    ['', 'is not valid JSON'],
    ['{"sample": true', 'is not valid JSON'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'is not valid JSON'],
    ['[]', 'must be an object, as {"sample": true}'],
    ['null', 'must be an object, as {"sample": true}'],
    ['true', 'must be an object, as {"sample": true}'],
    ['{"sample": "true"}', 'must say true or false for "sample"'],
    ['{"sample": null}', 'must say true or false for "sample"'],
    ['{"smaple": true}', 'may name "sample" alone, but names "smaple"'],
    [`{"sample": true}${' '.repeat(4081)}`, 'has more than 4096 bytes'],
  ] as const)
    assert.equal(marked(content), { reason }, String(content).slice(0, 40));
  assert.equal(marked(`{"sample": true}${' '.repeat(4080)}`), { sample: true }, 'the most that it may have');
});

test('a folder or a link in place of the mark is an error', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, MARK_FILE));
  assert.equal(readMark(folder), { reason: 'is no file' });
  const linked = temporaryFolder();
  symlinkSync(join(SAMPLE_CORPUS, MARK_FILE), join(linked, MARK_FILE));
  assert.equal(readMark(linked), { reason: 'is no file' });
});

test.run();

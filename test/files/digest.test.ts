import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { digestBeside, digestOfFile } from '../../build/files/digest.ts';
import { Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const MEGABYTE = 1024 * 1024;

test('a file of any length has its digest, computed at once or beside other work', async () => {
  const file = join(temporaryFolder(), 'file');
  const random = new Random(7);
  for (const length of [0, 1, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1, 2 * MEGABYTE, 3 * MEGABYTE + 7]) {
    // Each piece differs from the others.
    const content = Buffer.alloc(length).map(() => random.below(256));
    writeFileSync(file, content);
    const expected = createHash('sha256').update(content).digest('hex');
    assert.is(digestOfFile(file), expected, String(length));
    assert.is(await digestBeside(file), expected, String(length));
  }
});

test.run();

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { WITHOUT_WAITING } from './read-into.ts';

const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** SHA-256 of a file of any size, hexadecimal. */
export function digestOfFile(file: string): string {
  const handle = fs.openSync(file, WITHOUT_WAITING);
  try {
    const hash = createHash('sha256');
    for (;;) {
      const bytes = fs.readSync(handle, buffer);
      if (bytes === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytes));
    }
  } finally {
    fs.closeSync(handle);
  }
}

import { createHash } from 'node:crypto';
import fs from 'node:fs';

const buffer = Buffer.allocUnsafeSlow(256 * 1024);

/** SHA-256 of a file of any size, hexadecimal. */
export function digestOfFile(file: string): string {
  const handle = fs.openSync(file, 'r');
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

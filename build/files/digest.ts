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

/** The same, beside other work of this thread. */
export async function digestBeside(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of fs.createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(bytes);
  return hash.digest('hex');
}

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

/** The same, beside other work of this thread. A stream would take new memory for each piece: of 10 GB that costs as much as the digest. */
export async function digestBeside(file: string): Promise<string> {
  const handle = await fs.promises.open(file);
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafeSlow(1024 * 1024);
    for (;;) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(piece.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

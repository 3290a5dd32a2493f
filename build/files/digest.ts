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

const PIECE = 1024 * 1024;

/**
 * As `digestOfFile`, beside other work of this thread. A stream would allocate memory for each piece, which costs as much
 * again.
 */
export async function digestBeside(file: string): Promise<string> {
  const handle = await fs.promises.open(file);
  try {
    const hash = createHash('sha256');
    let [piece, other] = [Buffer.allocUnsafeSlow(PIECE), Buffer.allocUnsafeSlow(PIECE)];
    let { bytesRead } = await handle.read(piece, 0, PIECE, null);
    while (bytesRead > 0) {
      const next = handle.read(other, 0, PIECE, null);
      hash.update(piece.subarray(0, bytesRead));
      ({ bytesRead } = await next);
      [piece, other] = [other, piece];
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}

import fs from 'node:fs';

export type Form = 'zip' | 'xml';

/** Bytes at either end of a file that tell its form. The last record of a zip may be followed by a comment. */
const END = 1024;

/** Distinguishes a file from half a file, and from the error page of a server. @param handle open for reading */
export function hasForm(handle: number, bytes: number, form: Form): boolean {
  const start = endOf(handle, 0, Math.min(END, bytes));
  const last = endOf(handle, Math.max(0, bytes - END), Math.min(END, bytes));
  return form === 'zip'
    ? start.startsWith('PK\x03\x04') && last.includes('PK\x05\x06')
    : /^(?:\xef\xbb\xbf)?\s*<(?!!doctype html|html)/i.test(start) &&
        /<\/[^<>]+>\s*(?:<!--.*-->\s*)*$/s.test(last);
}

function endOf(handle: number, at: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, fs.readSync(handle, bytes, 0, length, at)).toString('latin1');
}

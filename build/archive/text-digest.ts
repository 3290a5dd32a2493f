import { hash } from 'node:crypto';

/** Fields that tell of an edition or of the program that wrote the file, not of its text. */
const OF_EDITION = /^(currency|release_point|last_updated|generator|format_version): *("?)(.*?)\2 *\r?$/gm;

/**
 * Identifies the text of a corpus file: equal for files that differ only in the edition that they are taken from. The date of the last
 * change counts, unless it is the day of the edition itself, which files have where nobody knows better.
 *
 * @returns SHA-256, hexadecimal
 */
export function textDigest(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\n---', 3);
  const head = text.slice(0, Math.max(end, 0));
  const currency = /^currency: *"?([^"\r\n]*)/m.exec(head)?.[1];
  const plain = head.replace(OF_EDITION, (line, field: string, _quote, value: string) =>
    field === 'last_updated' && value !== currency ? line : `${field}:`,
  );
  return hash('sha256', Buffer.from(plain + text.slice(head.length), 'latin1'));
}

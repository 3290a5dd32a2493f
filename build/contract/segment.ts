/**
 * What may be the name of a file or folder in a tree, wherever the tree lies: on Windows a backslash parts names too, a
 * colon parts a drive or a hidden stream from its file, dots and spaces at a name's end are dropped, and some
 * names are devices whatever ending they have.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;
const DOTS = /^[. ]+$/;
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** @returns why a name would lead out of its folder on some system, to complete "the identifier …"; null where it does not */
export function segmentProblem(segment: string): string | null {
  if (segment === '') return 'has an empty segment';
  if (UNPRINTABLE.test(segment)) return 'contains a control character or a lone surrogate';
  if (/[\\:]/.test(segment)) return 'contains a backslash or a colon, which part names on Windows';
  if (DOTS.test(segment)) return `has the segment ${segment}`;
  if (DEVICE.test(segment)) return `has the segment ${segment}, which is a device on Windows`;
  return null;
}

/** The longest name that file systems take, in bytes. */
export const MAX_NAME_BYTES = 255;

/** An identifier has 1,000 bytes at most; that much more are the folders in front of it, and the ending. */
const MAX_PATH_BYTES = 1200;

/** Whether a path, or a name in it, is longer than file systems take. */
export const isTooLong = (path: string): boolean =>
  byteLength(path) > MAX_PATH_BYTES || path.split('/').some(segment => byteLength(segment) > MAX_NAME_BYTES);

/** Whether a path (with forward slashes, relative) stays in its tree on every system, and fits there. */
export const isTreePath = (path: string): boolean =>
  !isTooLong(path) && path.split('/').every(segment => segmentProblem(segment) === null);

/** The length of a text in UTF-8, also where there is no Buffer: at an edge. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    // Each half of a pair counts two of its four bytes.
    else if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

/**
 * Names of files and folders that are safe on every system. On Windows a backslash separates names, a colon separates a drive
 * or a hidden stream, dots and spaces at the end are dropped, and some names are devices with any ending.
 */

/** A function, so that bundles for edges can leave the pattern out. */
const isUnprintable = (text: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u.test(text);
const DOTS = /^[. ]+$/;
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i;

/** Returns why a name would leave its folder on some system, completing "the identifier …"; null for safe names. */
export function segmentProblem(segment: string): string | null {
  if (segment === '') return 'has an empty segment';
  if (isUnprintable(segment)) return 'contains a control character or a lone surrogate';
  if (/[\\:]/.test(segment)) return 'contains a backslash or a colon, which part names on Windows';
  if (DOTS.test(segment)) return `has the segment ${segment}`;
  if (DEVICE.test(segment)) return `has the segment ${segment}, which is a device on Windows`;
  return null;
}

export const MAX_NAME_BYTES = 255;

/** An identifier has at most 1,000 bytes; the rest is for folders and the ending. */
const MAX_PATH_BYTES = 1200;

/** Tells whether a path, or a name in it, is longer than file systems take. */
export const isTooLong = (path: string): boolean =>
  byteLength(path) > MAX_PATH_BYTES || path.split('/').some(segment => byteLength(segment) > MAX_NAME_BYTES);

/** Tells whether a relative path with forward slashes stays in its tree and fits there on every system. */
export const isTreePath = (path: string): boolean =>
  !isTooLong(path) && path.split('/').every(segment => segmentProblem(segment) === null);

/** Returns the length in UTF-8 without Buffer, which edges lack. */
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

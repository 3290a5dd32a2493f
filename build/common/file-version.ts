import type { Stats } from 'node:fs';

/**
 * What changes whenever a file is replaced, or edited in place: the change time tells of edits that keep size and modification
 * time.
 */
export const versionOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  [dev, ino, size, mtimeMs, ctimeMs].join(' ');

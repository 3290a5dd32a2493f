import type { Stats } from 'node:fs';

/** Changes whenever a file is replaced or edited: the change time detects edits that keep size and modification time. */
export const versionOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  [dev, ino, size, mtimeMs, ctimeMs].join(' ');

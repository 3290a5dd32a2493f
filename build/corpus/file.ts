import { join } from 'node:path';
import type { SourceId } from '../contract/sources.ts';

export interface CorpusFile {
  source: SourceId;
  /**
   * Relative to the corpus directory, with forward slashes. Open it with {@link fsPathOf}: where a file's
   * path is not valid UTF-8, each byte of it above 0x7f stands here as a lone surrogate U+DC80 to U+DCFF.
   */
  path: string;
}

/** The name by which the file system opens a corpus file. @param path of a {@link CorpusFile} */
export function fsPathOf(corpusDir: string, path: string): string | Buffer {
  // Not by `join`, which takes as long as the call that opens the file.
  if (!ESCAPED_BYTE.test(path)) return `${corpusDir}/${path}`;
  const bytes = path.replace(ESCAPED_BYTE_GLOBAL, escaped =>
    String.fromCharCode(escaped.charCodeAt(0) - ESCAPED_BYTE_OFFSET),
  );
  return Buffer.concat([Buffer.from(join(corpusDir, '/')), Buffer.from(bytes, 'latin1')]);
}

const ESCAPED_BYTE = /[\udc80-\udcff]/u;
const ESCAPED_BYTE_GLOBAL = /[\udc80-\udcff]/gu;
/** From a byte that is no UTF-8 to the lone surrogate that stands for it. */
export const ESCAPED_BYTE_OFFSET = 0xdc00;

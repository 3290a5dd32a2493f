import { join } from 'node:path';
import type { SourceId } from '../contract/sources.ts';

export interface CorpusFile {
  source: SourceId;
  /** Relative to the corpus directory. A byte that is not valid UTF-8 is a lone surrogate here, see {@link fsPathOf}. */
  path: string;
}

/** Whether a file describes a level instead of being a document. */
export const isLevelFile = ({ path }: Pick<CorpusFile, 'path'>): boolean => LEVEL_FILE.test(path);

const LEVEL_FILE = /\/_level(?:-[^/]*)?\.md$/;

/** Returns the name by which the file system opens a corpus file. @param path of a {@link CorpusFile} */
export function fsPathOf(corpusDir: string, path: string): string | Buffer {
  // `join` takes as long as the call that opens the file.
  if (!ESCAPED_BYTE.test(path)) return `${corpusDir}/${path}`;
  return Buffer.concat([Buffer.from(join(corpusDir, '/')), Buffer.from(pathBytes(path), 'latin1')]);
}

const NOT_ASCII = /[^\0-\x7f]/;
const ESCAPED_BYTE = /[\udc80-\udcff]/u;
/** The distance from a byte that is not UTF-8 to the lone surrogate that stands for it. */
const ESCAPED_BYTE_OFFSET = 0xdc00;

/** Returns the bytes of a path as characters, as file systems and databases keep it. @param path of a {@link CorpusFile} */
export function pathBytes(path: string): string {
  if (!NOT_ASCII.test(path)) return path;
  // The pattern matches texts and single bytes in turn.
  return path.replace(/[\udc80-\udcff]|[^\0-\x7f\udc80-\udcff]+/gu, part =>
    ESCAPED_BYTE.test(part)
      ? String.fromCharCode(part.charCodeAt(0) - ESCAPED_BYTE_OFFSET)
      : Buffer.from(part).toString('latin1'),
  );
}

/** Returns the path of the {@link CorpusFile} whose bytes these characters are. */
export function pathOfBytes(latin1: string): string {
  if (!NOT_ASCII.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString();
  // U+FFFD stands for bytes that are not UTF-8, but a name may hold the character itself.
  if (!text.includes('\ufffd') || Buffer.from(text).equals(bytes)) return text;
  return latin1.replace(/[\u0080-\u00ff]/g, byte =>
    String.fromCharCode(byte.charCodeAt(0) + ESCAPED_BYTE_OFFSET),
  );
}

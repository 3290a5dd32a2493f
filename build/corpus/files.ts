import type { Dirent } from 'node:fs';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import glob from 'fast-glob';
import { SOURCES, type SourceId } from '../contract/sources.ts';

export interface CorpusFile {
  source: SourceId;
  /**
   * Relative to the corpus directory, with forward slashes. Open it with {@link fsPathOf}: where a file's
   * path is not valid UTF-8, each byte of it above 0x7f stands here as a lone surrogate U+DC80 to U+DCFF.
   */
  path: string;
}

const PATTERNS = SOURCES.map(source => `${source.id}/**/*.md`);

/** A converter leaves these beside the documents, and hidden files are an editor's. */
const NOT_DOCUMENT = /\/(?:README|_[^/]*)\.md$/;

/**
 * All documents of a corpus in the code-unit order of their paths, which no locale changes. A source without
 * a folder has none. The corpus directory and its source folders may be symbolic links, as an operator mounts
 * them; links deeper down are neither followed nor read, so nothing outside the corpus is published.
 * @throws Error of the file system where a directory cannot be read
 */
export function listCorpusFiles(corpusDir: string): CorpusFile[] {
  // Going asynchronously would take three times as long, and nothing is there to be done meanwhile.
  const names = glob.sync(PATTERNS, {
    cwd: Buffer.from(resolve(corpusDir)).toString('latin1'),
    followSymbolicLinks: false,
    // The patterns share no file.
    unique: false,
    fs: { readdirSync: readdirAsLatin1 as unknown as typeof readdirSync },
  });
  const paths = names
    .filter(name => !NOT_DOCUMENT.test(name))
    .map(decodePath)
    .sort();
  return paths.map(path => ({ source: path.slice(0, path.indexOf('/')) as SourceId, path }));
}

/** The name by which the file system opens a corpus file. @param path of a {@link CorpusFile} */
export function fsPathOf(corpusDir: string, path: string): string | Buffer {
  // Not by `join`, which takes as long as the call that opens the file.
  if (!ESCAPED_BYTE.test(path)) return `${corpusDir}/${path}`;
  const bytes = path.replace(ESCAPED_BYTE_GLOBAL, escaped =>
    String.fromCharCode(escaped.charCodeAt(0) - ESCAPE_OFFSET),
  );
  return Buffer.concat([Buffer.from(join(corpusDir, '/')), Buffer.from(bytes, 'latin1')]);
}

const ESCAPED_BYTE = /[\udc80-\udcff]/u;
const ESCAPED_BYTE_GLOBAL = /[\udc80-\udcff]/gu;
const ESCAPE_OFFSET = 0xdc00;

/** The text of a path whose characters are its bytes. */
function decodePath(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString();
  // U+FFFD stands for what is not UTF-8, but a name may also hold it itself.
  if (!text.includes('\ufffd') || Buffer.from(text).equals(bytes)) return text;
  return latin1.replace(/[\u0080-\u00ff]/g, byte => String.fromCharCode(byte.charCodeAt(0) + ESCAPE_OFFSET));
}

/**
 * fast-glob joins names as strings, and a name that is not UTF-8 would not survive that. So it is given bytes
 * as characters (all that its patterns name is ASCII), and directories are opened by bytes again.
 */
function readdirAsLatin1(directory: string): Dirent[] {
  return readdirSync(Buffer.from(directory, 'latin1') as unknown as string, {
    withFileTypes: true,
    encoding: 'latin1',
  });
}

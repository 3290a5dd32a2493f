import type { Dirent } from 'node:fs';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import glob from 'fast-glob';
import { SOURCES } from '../contract/sources.ts';
import { type CorpusFile, ESCAPED_BYTE_OFFSET } from './file.ts';

const SOURCE_IDS = SOURCES.map(source => source.id).sort();

/** A converter leaves these beside the documents, and hidden files are an editor's. */
const NOT_DOCUMENT = /\/(?:README|_[^/]*)\.md$/;

/**
 * All documents of a corpus in the code-unit order of their paths, which no locale changes. One source is listed when
 * its turn comes; a source without a folder has none. The corpus directory and its source folders may be symbolic
 * links, as an operator mounts them; links deeper down are neither followed nor read, so nothing outside the corpus is
 * published.
 *
 * @throws Error of the file system where a directory cannot be read
 */
export function* listCorpusFiles(corpusDir: string): Generator<CorpusFile> {
  const cwd = Buffer.from(resolve(corpusDir)).toString('latin1');
  for (const source of SOURCE_IDS) {
    // Going asynchronously would take three times as long, and nothing is there to be done meanwhile.
    const names = glob.sync(`${source}/**/*.md`, {
      cwd,
      followSymbolicLinks: false,
      unique: false,
      fs: { readdirSync: readdirAsLatin1 as unknown as typeof readdirSync },
    });
    const documents = names.filter(name => !NOT_DOCUMENT.test(name));
    for (const path of documents.map(decodePath).sort()) yield { source, path };
  }
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** The text of a path whose characters are its bytes. */
function decodePath(latin1: string): string {
  if (!NOT_ASCII.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString();
  // U+FFFD stands for what is not UTF-8, but a name may also hold it itself.
  if (!text.includes('\ufffd') || Buffer.from(text).equals(bytes)) return text;
  return latin1.replace(/[\u0080-\u00ff]/g, byte =>
    String.fromCharCode(byte.charCodeAt(0) + ESCAPED_BYTE_OFFSET),
  );
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

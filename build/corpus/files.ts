import type { Dirent } from 'node:fs';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import glob from 'fast-glob';
import { SOURCES, type SourceId } from '../contract/sources.ts';
import { type CorpusFile, pathOfBytes } from './file.ts';

const SOURCE_IDS = SOURCES.map(source => source.id).sort();

/** A converter leaves these beside the documents, and hidden files are an editor's. */
const NOT_DOCUMENT = /\/(?:README|_[^/]*)\.md$/;

/** The documents of a title, a year or the like: what is looked at, and remembered, at once. */
export class CorpusFolder {
  /** The files' paths, one text for all of them: there may be a million. */
  readonly #paths: string;
  /** The bytes of the folder's path as characters, such as `usc/title-01`; the source alone for files that lie in it directly. */
  readonly name: string;
  readonly source: SourceId;
  readonly count: number;

  constructor(source: SourceId, name: string, paths: readonly string[]) {
    this.source = source;
    this.#paths = paths.join('\0');
    this.name = name;
    this.count = paths.length;
  }

  /** In the code-unit order of their paths. */
  files(): CorpusFile[] {
    return this.#paths.split('\0').map(path => ({ source: this.source, path }));
  }
}

/**
 * All documents of a corpus, folder by folder, in an order that no locale changes. A folder without documents is left out, and a source
 * without a folder has none. The corpus directory and its source folders may be symbolic links, as an operator mounts them; links
 * deeper down are neither followed nor read, so nothing outside the corpus is published.
 *
 * @throws Error of the file system where a directory cannot be read
 */
export function* listCorpus(corpusDir: string): Generator<CorpusFolder> {
  const corpus = Buffer.from(resolve(corpusDir)).toString('latin1');
  for (const source of SOURCE_IDS) {
    const directory = join(corpus, source);
    if (!statSync(Buffer.from(directory, 'latin1'), { throwIfNoEntry: false })?.isDirectory()) continue;
    const folders = readdirAsLatin1(directory).filter(
      entry => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    const names = folders.map(({ name }) => name).sort();
    for (const [folder, pattern] of [
      [source, '*.md'],
      ...names.map(name => [`${source}/${name}`, '**/*.md']),
    ] as const) {
      // Going asynchronously would take three times as long, and nothing is there to be done meanwhile.
      const found = glob.sync(pattern, {
        cwd: `${corpus}/${folder}`,
        followSymbolicLinks: false,
        unique: false,
        fs: { readdirSync: readdirAsLatin1 as unknown as typeof readdirSync },
      });
      const documents = found.map(name => `${folder}/${name}`).filter(path => !NOT_DOCUMENT.test(path));
      const paths = documents.map(pathOfBytes).sort();
      if (paths.length > 0) yield new CorpusFolder(source, folder, paths);
    }
  }
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

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
  /** The files' paths, parted by NUL: one text for all of them, since there may be a million. */
  readonly text: string;
  /** The bytes of the folder's path as characters, such as `usc/title-01`; the source alone for files that lie in it directly. */
  readonly name: string;
  readonly source: SourceId;
  readonly count: number;

  constructor({ source, name }: FolderPlace, text: string, count: number) {
    this.source = source;
    this.text = text;
    this.name = name;
    this.count = count;
  }

  /** In the code-unit order of their paths. */
  files(): CorpusFile[] {
    return this.paths().map(path => ({ source: this.source, path }));
  }

  /** Of the files, in their order. */
  paths(): string[] {
    return this.count === 0 ? [] : this.text.split('\0');
  }
}

/** Where documents may lie. */
export interface FolderPlace {
  source: SourceId;
  /** See `CorpusFolder`. */
  name: string;
}

/**
 * All documents of a corpus, folder by folder, in an order that no locale changes. A folder without documents is left out, and a source
 * without a folder has none.
 *
 * @throws Error of the file system where a directory cannot be read
 */
export function* listCorpus(corpusDir: string): Generator<CorpusFolder> {
  for (const place of corpusFolders(corpusDir)) {
    const folder = listFolder(corpusDir, place);
    if (folder.count > 0) yield folder;
  }
}

/**
 * The folders of a corpus, documents or not, in the order of the listing. The corpus directory and its source folders may be symbolic
 * links, as an operator mounts them; links deeper down are neither followed nor read, so nothing outside the corpus is published.
 *
 * @throws as `listCorpus`
 */
export function corpusFolders(corpusDir: string): FolderPlace[] {
  return SOURCE_IDS.flatMap(source => {
    const directory = join(asLatin1(corpusDir), source);
    if (!statSync(Buffer.from(directory, 'latin1'), { throwIfNoEntry: false })?.isDirectory()) return [];
    const folders = readdirAsLatin1(directory).filter(
      entry => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    const names = folders.map(({ name }) => `${source}/${name}`).sort();
    return [source, ...names].map(name => ({ source, name }));
  });
}

/** The documents of one of its folders. @throws as `listCorpus` */
export function listFolder(corpusDir: string, place: FolderPlace): CorpusFolder {
  const { source, name } = place;
  // Going asynchronously would take three times as long, and nothing is there to be done meanwhile.
  const found = glob.sync(name === source ? '*.md' : '**/*.md', {
    cwd: `${asLatin1(corpusDir)}/${name}`,
    followSymbolicLinks: false,
    unique: false,
    fs: { readdirSync: readdirAsLatin1 as unknown as typeof readdirSync },
  });
  const documents = found.map(file => `${name}/${file}`).filter(path => !NOT_DOCUMENT.test(path));
  return new CorpusFolder(place, documents.map(pathOfBytes).sort().join('\0'), documents.length);
}

const asLatin1 = (directory: string): string => Buffer.from(resolve(directory)).toString('latin1');

/**
 * fast-glob joins names as strings, and a name that is not UTF-8 would not survive that. So it is given bytes
 * as characters (all that its patterns name is ASCII), and directories are opened by bytes again.
 */
function readdirAsLatin1(directory: string): Dirent[] {
  const entries = readdirSync(Buffer.from(directory, 'latin1') as unknown as string, {
    withFileTypes: true,
    encoding: 'latin1',
  });
  // Pipes, sockets and devices are listed, too: reading one tells that it is no document. fast-glob would pass over them in silence.
  for (const entry of entries)
    if (!(entry.isFile() || entry.isDirectory() || entry.isSymbolicLink())) entry.isFile = () => true;
  return entries;
}

import type { Dirent } from 'node:fs';
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import glob from 'fast-glob';
import { SOURCES, type SourceId } from '../contract/sources.ts';
import { type CorpusFile, isLevelFile, pathOfBytes } from './file.ts';

const SOURCE_IDS = SOURCES.map(source => source.id).sort();

/** Files that a converter leaves beside documents and levels, and hidden files of editors. */
const IS_OTHER = /\/(?:README|_(?!level(?:-[^/]*)?\.md$)[^/]*)\.md$/;

/** The documents and levels of one folder, such as a title or a month. Builds scan and remember a folder as a whole. */
export class CorpusFolder {
  /** The paths of the files, joined by NUL. One text takes less memory: there may be a million files. */
  readonly text: string;
  /** The folder's path, a character for each byte, such as `usc/title-01`; for files directly below a source, the source. */
  readonly name: string;
  readonly source: SourceId;
  /** The number of documents. */
  readonly count: number;

  constructor({ source, name }: FolderId, text: string, count: number) {
    this.source = source;
    this.text = text;
    this.name = name;
    this.count = count;
  }

  files(): CorpusFile[] {
    return this.paths().map(path => ({ source: this.source, path }));
  }

  paths(): string[] {
    return this.text === '' ? [] : this.text.split('\0');
  }
}

/** A folder that may hold documents. */
export interface FolderId {
  source: SourceId;
  name: string;
}

/** Lists all documents and levels by folder, without empty folders, in a locale-independent order. @throws Error of the file system */
export function* listCorpus(corpusDir: string): Generator<CorpusFolder> {
  for (const folderId of corpusFolders(corpusDir)) {
    const folder = listFolder(corpusDir, folderId);
    if (folder.text !== '') yield folder;
  }
}

/**
 * Lists the folders of a corpus, empty ones included, in the order of `listCorpus`. The corpus directory and its source folders
 * may be symbolic links, as operators mount them. Links below are not followed, so that nothing outside the corpus is
 * published.
 * @throws as `listCorpus`
 */
export function corpusFolders(corpusDir: string): FolderId[] {
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

/** Lists one folder. @throws as `listCorpus` */
export function listFolder(corpusDir: string, folderId: FolderId): CorpusFolder {
  const { source, name } = folderId;
  // The asynchronous form takes three times as long, and nothing else is to be done meanwhile.
  const found = glob.sync(name === source ? '*.md' : '**/*.md', {
    cwd: `${asLatin1(corpusDir)}/${name}`,
    followSymbolicLinks: false,
    unique: false,
    fs: { readdirSync: readdirAsLatin1 as unknown as typeof readdirSync },
  });
  const paths = found
    .map(file => pathOfBytes(`${name}/${file}`))
    .filter(path => !IS_OTHER.test(path))
    .sort();
  const count = paths.filter(path => !isLevelFile({ path })).length;
  return new CorpusFolder(folderId, paths.join('\0'), count);
}

const asLatin1 = (directory: string): string => Buffer.from(resolve(directory)).toString('latin1');

/** Lists a directory by bytes, a character for each, since fast-glob damages names that are not UTF-8. */
function readdirAsLatin1(directory: string): Dirent[] {
  const entries = readdirSync(Buffer.from(directory, 'latin1') as unknown as string, {
    withFileTypes: true,
    encoding: 'latin1',
  });
  // Pipes, sockets and devices are listed too, so that reading them reports a problem. fast-glob skips them silently.
  for (const entry of entries)
    if (!(entry.isFile() || entry.isDirectory() || entry.isSymbolicLink())) entry.isFile = () => true;
  return entries;
}

import fs from 'node:fs';
import { type CorpusFile, fsPathOf, listCorpusFiles } from './corpus/files.ts';

/** A corpus file and the marks by which an untouched file is known without reading it. */
export interface ScannedFile extends CorpusFile {
  size: number;
  /** Milliseconds. An edit may keep size and mtime (`cp -p`), but not ctime too. */
  mtime: number;
  ctime: number;
}

export async function scanCorpus(corpus: string): Promise<ScannedFile[]> {
  const files = await listCorpusFiles(corpus);
  return files.map(file => {
    const { size, mtimeMs, ctimeMs } = fs.statSync(fsPathOf(corpus, file.path));
    return { ...file, size, mtime: mtimeMs, ctime: ctimeMs };
  });
}

export const isUntouched = (now: ScannedFile, then: ScannedFile): boolean =>
  now.size === then.size && now.mtime === then.mtime && now.ctime === then.ctime;

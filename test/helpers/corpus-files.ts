import type { CorpusFile } from '../../build/corpus/file.ts';
import { listCorpus } from '../../build/corpus/files.ts';

/** The files of all documents of a corpus. */
export const corpusFiles = (corpus: string): CorpusFile[] =>
  [...listCorpus(corpus)].flatMap(folder => folder.files());

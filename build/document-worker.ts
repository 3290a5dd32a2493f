import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { catalogRecord } from './contract/catalog.ts';
import { idOf } from './contract/identifier.ts';
import { sourceOf } from './contract/sources.ts';
import { type CorpusDocument, readDocument } from './corpus/document.ts';
import { fsPathOf } from './corpus/files.ts';
import type { Problem } from './corpus/problems.ts';
import { renderDocument } from './render.ts';
import type { ScannedFile } from './scan.ts';
import type { DocumentState } from './state.ts';
import { mtimeOf } from './tree/entry.ts';
import { StagingWriter } from './tree/staging.ts';

/** A batch of corpus files for a worker thread. */
export interface Batch {
  corpus: string;
  staging: string;
  files: readonly {
    file: ScannedFile /** Of the content that was rendered last. */;
    knownSha256: string | null;
  }[];
}

export type Outcome =
  | { kind: 'rendered'; state: DocumentState }
  | { kind: 'same'; file: ScannedFile }
  | { kind: 'bad'; file: ScannedFile; problems: Problem[] };

let writer: { root: string; staging: StagingWriter } | null = null;

/** Reads, renders and stages the documents of a batch; one outcome for each file, in order. */
export default function renderBatch({ corpus, staging, files }: Batch): Outcome[] {
  if (writer?.root !== staging) writer = { root: staging, staging: new StagingWriter(staging) };
  const target = writer.staging;
  return files.map(({ file, knownSha256 }) => {
    const bytes = fs.readFileSync(fsPathOf(corpus, file.path));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (sha256 === knownSha256) return { kind: 'same', file };
    const read = readDocument(file, bytes);
    if ('problems' in read) return { kind: 'bad', file, problems: read.problems };
    return { kind: 'rendered', state: stage(read.document, file, sha256, target) };
  });
}

function stage(
  document: CorpusDocument,
  file: ScannedFile,
  sha256: string,
  target: StagingWriter,
): DocumentState {
  const rendered = renderDocument(document);
  for (const { entry, content } of rendered) target.write(entry.path, [content], () => mtimeOf(entry));
  const source = sourceOf(document.source);
  return {
    file,
    sha256,
    record: catalogRecord(source, idOf(document.identifier), document.metadata),
    date: String(document.metadata.last_updated),
    outputs: rendered.map(({ entry: { bytes, sha256: digest } }) => ({ bytes, sha256: digest })),
  };
}

import { catalogRecord } from './contract/catalog.ts';
import { idOf } from './contract/identifier.ts';
import { sourceOf } from './contract/sources.ts';
import { readDocument } from './corpus/document.ts';
import type { Problem } from './corpus/problems.ts';
import { renderDocument } from './render.ts';
import { readScanned, type ScannedFile, vanished } from './scan.ts';
import type { DocumentState } from './state.ts';
import { StagingWriter } from './tree/staging.ts';

/** A batch of corpus files for a worker thread. */
export interface Batch {
  corpus: string;
  staging: string;
  files: readonly ScannedFile[];
}

export type Outcome = { state: DocumentState } | { problems: Problem[] };

/** Reads, renders and stages the documents of a batch; one outcome for each. */
export default function renderBatch({ corpus, staging, files }: Batch): Outcome[] {
  const target = new StagingWriter(staging);
  return files.map(file => {
    const bytes = readScanned(corpus, file);
    return bytes ? stageDocument(file, bytes, target) : { problems: [vanished(file)] };
  });
}

function stageDocument(file: ScannedFile, bytes: Buffer, target: StagingWriter): Outcome {
  const read = readDocument(file, bytes);
  if ('problems' in read) return read;
  const { document } = read;
  const entries = renderDocument(document).map(output => target.write(output));
  const source = sourceOf(document.source);
  return {
    state: {
      file,
      record: catalogRecord(source, idOf(document.identifier), document.metadata),
      date: String(document.metadata.last_updated),
      outputs: entries.map(entry => ({ bytes: entry.bytes, sha256: entry.sha256 })),
    },
  };
}

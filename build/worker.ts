import { readCatalog } from './common/catalog-input.ts';
import { catalogRecord } from './contract/catalog.ts';
import { idOf } from './contract/identifier.ts';
import { CATALOG } from './contract/paths.ts';
import { sourceOf } from './contract/sources.ts';
import { readDocument } from './corpus/document.ts';
import type { CorpusFile } from './corpus/file.ts';
import type { Problem } from './corpus/problems.ts';
import { type Marks, readScanned, type Unreadable } from './corpus/scan.ts';
import { renderDocument } from './documents/render.ts';
import type { Entry } from './files/entry.ts';
import { outputOf, pageParts } from './pages/pages.ts';
import type { RenderedDocument } from './state/state.ts';
import { StagingWriter } from './tree/staging.ts';

/** Documents to be read, rendered and staged. */
export interface DocumentBatch {
  corpus: string;
  staging: string;
  files: readonly CorpusFile[];
  /** When the build began, milliseconds since the epoch. */
  began: number;
}

/** What became of one document. */
export interface Outcome {
  /** Of the file that was read; null where it could not be. */
  marks: Marks | null;
  result: { document: RenderedDocument } | { problems: Problem[] };
}

/** One of the parts of all pages, to be made and staged. */
export interface PagePart {
  /** Holds the catalog file. */
  staging: string;
  /** See `pageParts`. */
  part: number;
}

export interface StagedPart {
  part: number;
  entries: Entry[];
}

/** One task of a build. @returns one outcome for each document, or the entries of the pages */
export default function runTask(task: DocumentBatch | PagePart): Outcome[] | StagedPart {
  return 'part' in task ? stagePart(task) : stageDocuments(task);
}

function stageDocuments({ corpus, staging, files, began }: DocumentBatch): Outcome[] {
  const target = new StagingWriter(staging);
  return files.map(file => {
    const read = readScanned(corpus, file, began);
    if ('reason' in read) return { marks: null, result: { problems: [problemOf(file, read)] } };
    return { marks: read.marks, result: stageDocument(file, read.bytes, target) };
  });
}

const problemOf = ({ path }: CorpusFile, { reason }: Unreadable): Problem => ({ path, field: null, reason });

function stageDocument(file: CorpusFile, bytes: Buffer, target: StagingWriter): Outcome['result'] {
  const read = readDocument(file, bytes);
  if ('problems' in read) return read;
  const { document } = read;
  const entries = renderDocument(document).map(output => target.write(output));
  const source = sourceOf(document.source);
  return {
    document: {
      record: catalogRecord(source, idOf(document.identifier), document.metadata),
      date: String(document.metadata.last_updated),
      outputs: entries.map(entry => ({ bytes: entry.bytes, sha256: entry.sha256 })),
    },
  };
}

let parts: ReturnType<typeof pageParts> | null = null;

function stagePart({ staging, part }: PagePart): StagedPart {
  // A thread serves one build, and reads its catalog once.
  parts ??= pageParts(readCatalog(`${staging}/${CATALOG}`));
  const writer = new StagingWriter(staging);
  return { part, entries: Array.from(parts[part]?.() ?? [], page => writer.write(outputOf(page))) };
}

import { archivedEdition } from '../archive/edition-day.ts';
import { heldText } from '../archive/held-text.ts';
import type { NotedDocument } from '../archive/noted-documents.ts';
import { textDigest } from '../archive/text-digest.ts';
import { idOf } from '../contract/identifier.ts';
import { sourceOf } from '../contract/sources.ts';
import { editionOf } from '../contract/version.ts';
import { type CorpusDocument, readDocument } from '../corpus/document.ts';
import { type CorpusFile, isLevelFile } from '../corpus/file.ts';
import { type CorpusLevel, readLevel } from '../corpus/level.ts';
import type { Problem } from '../corpus/problems.ts';
import { readCorpusFile, type Timestamps, type Unreadable } from '../corpus/timestamps.ts';
import { StagingWriter } from '../files/staging.ts';
import { catalogRecord } from '../formats/catalog.ts';
import { wordsDigests } from '../pages/words-digest.ts';
import { writtenReferences } from '../references/written.ts';
import type { RenderedDocument } from '../state/document.ts';
import type { ArchiveOptions } from './archive-documents.ts';
import { renderDocument } from './render.ts';

export interface DocumentBatch {
  corpus: string;
  staging: string;
  files: readonly CorpusFile[];
  began: number;
  /** The archive that documents enter; null: none. */
  archive: Pick<ArchiveOptions, 'asOf'> | null;
}

export interface Outcome {
  /** Null for a file that could not be read. */
  timestamps: Timestamps | null;
  result:
    | { document: RenderedDocument; noted: NotedDocument | null }
    | { level: CorpusLevel | null }
    | { problems: Problem[] };
}

/** @returns one outcome for each file */
export function stageDocuments({ corpus, staging, files, began, archive }: DocumentBatch): Outcome[] {
  const target = new StagingWriter(staging);
  return files.map(file => {
    const read = readCorpusFile(corpus, file, began);
    if ('reason' in read) return { timestamps: null, result: { problems: [problemOf(file, read)] } };
    const result = isLevelFile(file)
      ? readLevel(file, read.bytes)
      : stageDocument(file, read.bytes, target, archive);
    return { timestamps: read.timestamps, result };
  });
}

const problemOf = ({ path }: CorpusFile, { reason }: Unreadable): Problem => ({ path, field: null, reason });

function stageDocument(
  file: CorpusFile,
  bytes: Buffer,
  target: StagingWriter,
  archive: DocumentBatch['archive'],
): Outcome['result'] {
  const read = readDocument(file, bytes);
  if ('problems' in read) return read;
  const { document } = read;
  const entries = renderDocument(document).map(output => target.write(output));
  const source = sourceOf(document.source);
  return {
    document: {
      record: catalogRecord(source, idOf(document.identifier), document.metadata, document.body),
      aliases: document.aliases,
      references: writtenReferences(document),
      date: String(document.metadata.last_updated),
      outputs: entries.map(entry => ({ bytes: entry.bytes, sha256: entry.sha256 })),
    },
    noted: archive && notedDocument(document, file, archive.asOf),
  };
}

function notedDocument(
  { source: id, identifier, metadata, body, raw }: CorpusDocument,
  file: CorpusFile,
  asOf: string | null,
): NotedDocument {
  const source = sourceOf(id);
  const own = editionOf(source, metadata);
  const edition = archivedEdition(source, metadata, asOf);
  const held = heldText({ source: id, identifier, metadata });
  return { identifier, file, text: textDigest(raw), own, edition, held, words: wordsDigests(body) };
}

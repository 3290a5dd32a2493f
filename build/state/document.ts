import { documentPath, type Representation } from '../contract/paths.ts';
import { sourceOf } from '../contract/sources.ts';
import type { CorpusFile } from '../corpus/file.ts';
import type { Timestamps } from '../corpus/timestamps.ts';
import type { Entry } from '../files/entry.ts';
import type { CatalogRecord } from '../formats/catalog.ts';
import type { WrittenReference } from './written-reference.ts';

/** Length and SHA-256, hexadecimal, of a representation. */
export interface OutputDigest {
  bytes: number;
  sha256: string;
}

export interface RenderedDocument {
  record: CatalogRecord;
  aliases: readonly string[];
  references: readonly WrittenReference[];
  date: string;
  /** In the order of {@link OUTPUTS}. */
  outputs: readonly OutputDigest[];
}

/** What a build remembers of a corpus file: enough to tell what an edit changes. */
export interface DocumentState {
  file: CorpusFile;
  timestamps: Timestamps;
  identifier: string;
  aliases: readonly string[];
  /** The part of the manifest that names its files. */
  part: string;
  date: string;
  outputs: readonly OutputDigest[];
  /** Values of the catalog's record; its other fields are in the catalog. */
  values: CatalogRecord['values'];
  keywords: CatalogRecord['keywords'];
}

export const OUTPUTS: readonly Representation[] = ['json', 'markdown', 'text'];

/** SHA-256 of the corpus file, which is its own Markdown representation. */
export const fileDigest = ({ outputs }: Pick<DocumentState, 'outputs'>): string | undefined =>
  outputs[OUTPUTS.indexOf('markdown')]?.sha256;

export const documentEntries = ({
  file,
  identifier,
  date,
  outputs,
}: Pick<DocumentState, 'file' | 'identifier' | 'date' | 'outputs'>): Entry[] =>
  outputs.map((output, i) => ({
    path: documentPath(sourceOf(file.source), identifier, OUTPUTS[i] as Representation),
    ...output,
    date,
    identifier,
  }));

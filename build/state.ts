import fs from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { CatalogRecord } from './contract/catalog.ts';
import { documentPath, type Representation } from './contract/paths.ts';
import { sourceOf } from './contract/sources.ts';
import { readGzipLines } from './gzip-lines.ts';
import type { ScannedFile } from './scan.ts';
import type { Entry } from './tree/entry.ts';

/** What a build made of one corpus file: enough to build everything else without reading the file again. */
export interface DocumentState {
  file: ScannedFile;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
  record: CatalogRecord;
  /** The day of the content, YYYY-MM-DD. */
  date: string;
  /** Length and SHA-256 of each representation, in the order of {@link OUTPUTS}. */
  outputs: readonly { bytes: number; sha256: string }[];
}

/** What the last build knew. It describes one published tree and is worthless beside another. */
export interface State {
  documents: Map<string, DocumentState>;
  /** Entries of everything under `api/` that is not a document. */
  pages: Entry[];
}

export const OUTPUTS: readonly Representation[] = ['json', 'markdown', 'text'];

export const documentEntries = ({ file, record, date, outputs }: DocumentState): Entry[] =>
  outputs.map((output, i) => ({
    path: documentPath(sourceOf(file.source), record.identifier, OUTPUTS[i] as Representation),
    ...output,
    date,
    identifier: record.identifier,
  }));

/** Everything under `api/`, documents first: the order of publication. */
export const entriesOf = ({ documents, pages }: State): Entry[] => [
  ...Array.from(documents.values(), documentEntries).flat(),
  ...pages,
];

interface Header {
  /** Of the code that rendered. */
  version: string;
  /** Identifies the tree: SHA-256 of its manifest. */
  manifest: string;
}

const LINES_A_CHUNK = 1000;

export function writeState(file: string, header: Header, state: State): void {
  const lines = [header, ...state.documents.values(), ...state.pages.map(page => ({ page }))];
  const handle = fs.openSync(file, 'w');
  try {
    for (let from = 0; from < lines.length; from += LINES_A_CHUNK) {
      const chunk = lines.slice(from, from + LINES_A_CHUNK).map(line => `${JSON.stringify(line)}\n`);
      fs.writeSync(handle, gzipSync(chunk.join(''), { level: 1 }));
    }
  } finally {
    fs.closeSync(handle);
  }
}

/**
 * @param expected what the state must have been made by and for
 * @returns the state, or why it cannot be used
 */
export async function readState(file: string, expected: Header): Promise<State | { reason: string }> {
  if (!fs.existsSync(file)) return { reason: 'there is none' };
  const state: State = { documents: new Map(), pages: [] };
  let header: Header | null = null;
  try {
    for await (const line of readGzipLines(file)) {
      const value = JSON.parse(line);
      if (header === null) {
        header = value as Header;
        if (header.version !== expected.version) return { reason: 'the code has changed since' };
        if (header.manifest !== expected.manifest) return { reason: 'it belongs to another tree' };
      } else if (value.page) state.pages.push(value.page);
      else state.documents.set(value.file.path, value);
    }
  } catch {
    return { reason: 'it is damaged' };
  }
  return header ? state : { reason: 'it is damaged' };
}

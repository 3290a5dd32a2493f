import fs from 'node:fs';
import type { CatalogRecord } from '../contract/catalog.ts';
import { documentPath, type Representation } from '../contract/paths.ts';
import { SOURCES, sourceOf } from '../contract/sources.ts';
import type { CorpusFile } from '../corpus/file.ts';
import type { Problem } from '../corpus/problems.ts';
import type { Timestamps } from '../corpus/scan.ts';
import type { Entry } from '../files/entry.ts';
import { gzipLines, readGzipLines } from '../files/gzip-lines.ts';

/** What rendering a document told. */
export interface RenderedDocument {
  record: CatalogRecord;
  /** The day of the content, YYYY-MM-DD. */
  date: string;
  /** Length and SHA-256 of each representation, in the order of {@link OUTPUTS}. */
  outputs: readonly { bytes: number; sha256: string }[];
}

/** What a build made of one corpus file: enough to build everything else without reading the file again. */
export interface DocumentState extends RenderedDocument {
  file: CorpusFile;
  timestamps: Timestamps;
}

/** What the last build knew. It describes one published tree and is worthless beside another. */
export interface BuildState {
  /** By path in the corpus, in the order of paths. */
  documents: Map<string, DocumentState>;
  /** Entries of everything under `api/` that is not a document. */
  pages: Entry[];
}

export const OUTPUTS: readonly Representation[] = ['json', 'markdown', 'text'];

/** SHA-256 of the corpus file, which is its own Markdown representation. */
export const fileDigest = ({ outputs }: DocumentState): string | undefined =>
  outputs[OUTPUTS.indexOf('markdown')]?.sha256;

export const documentEntries = ({ file, record, date, outputs }: DocumentState): Entry[] =>
  outputs.map((output, i) => ({
    path: documentPath(sourceOf(file.source), record.identifier, OUTPUTS[i] as Representation),
    ...output,
    date,
    identifier: record.identifier,
  }));

/** The files of all documents, in the order of their paths in the corpus. */
export function* entriesOf(documents: ReadonlyMap<string, DocumentState>): Generator<Entry> {
  for (const document of documents.values()) yield* documentEntries(document);
}

/** What can be said of a tree without its documents. */
export interface Totals {
  /** Documents by source. */
  documents: Record<string, number>;
  /** Everything under `api/`. */
  files: number;
  bytes: number;
}

export function totalsOf(state: BuildState): Totals {
  const documents: Record<string, number> = Object.fromEntries(SOURCES.map(({ id }) => [id, 0]));
  let files = 0;
  let bytes = 0;
  const count = (outputs: readonly { bytes: number }[]) => {
    files += outputs.length;
    for (const output of outputs) bytes += output.bytes;
  };
  for (const { file, outputs } of state.documents.values()) {
    documents[file.source] = (documents[file.source] ?? 0) + 1;
    count(outputs);
  }
  count(state.pages);
  return { documents, files, bytes };
}

/** How a tree was made, so that it can be brought up to date in the same way. */
export interface Making {
  /** The corpus's folder, absolute and without symbolic links. */
  corpus: string;
  keepGoing: boolean;
  search: boolean;
}

/** The first line of a state file: all that is needed to see that nothing has changed. */
export interface StateHeader {
  /** Of the code that rendered. */
  version: string;
  /** Identifies the tree: SHA-256 of its manifest. */
  manifest: string;
  /** Identifies the corpus files by their timestamps; null where these cannot be relied on.. */
  corpus: string | null;
  /** Of the documents that were left out. */
  problems: readonly Problem[];
  totals: Totals;
  made: Making;
}

const FAST = { level: 1 };

/** All of a state file but its header, compressed. The documents' part is made while their pages are. */
export async function encodeState(
  documents: BuildState['documents'],
  pages: Promise<BuildState['pages']>,
): Promise<Buffer[]> {
  async function* groups(): AsyncGenerator<Iterable<string>> {
    yield asJson(documents.values());
    yield asJson((await pages).map(page => ({ page })));
    yield asJson(['end']);
  }
  const members: Buffer[] = [];
  for await (const member of gzipLines(groups(), FAST)) members.push(member);
  return members;
}

/** @param body see `encodeState` */
export async function writeState(file: string, header: StateHeader, body: readonly Buffer[]): Promise<void> {
  const handle = fs.openSync(file, 'w');
  try {
    // The header is a member of its own, so that it can be read without the rest.
    for await (const member of gzipLines([asJson([header])], FAST)) fs.writeFileSync(handle, member);
    for (const member of body) fs.writeFileSync(handle, member);
  } finally {
    fs.closeSync(handle);
  }
}

function* asJson(values: Iterable<unknown>): Iterable<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Why a state cannot be used; completes a sentence. */
export interface Unusable {
  reason: string;
}

const DAMAGED: Unusable = { reason: 'it is damaged' };

/** @param expected by what code and for which tree the state must have been made */
export async function readStateHeader(
  file: string,
  expected: { version: string; manifest: string },
): Promise<StateHeader | Unusable> {
  if (!fs.existsSync(file)) return { reason: 'there is none' };
  const header = await firstLine(file);
  if (!header) return DAMAGED;
  if (header.version !== expected.version) return { reason: 'the code has changed since' };
  if (header.manifest !== expected.manifest) return { reason: 'it belongs to another tree' };
  return header;
}

/**
 * @param manifest the tree's; left out where the tree is not there yet
 * @returns how the tree was made, by whatever version; null where the state does not tell
 */
export async function readMaking(file: string, manifest?: string | null): Promise<Making | null> {
  const header = fs.existsSync(file) ? await firstLine(file) : null;
  if (!header || (manifest !== undefined && header.manifest !== manifest)) return null;
  // States of the first version do not tell.
  return header.made ?? null;
}

async function firstLine(file: string): Promise<StateHeader | null> {
  try {
    for await (const line of readGzipLines(file)) return JSON.parse(line) as StateHeader;
  } catch {
    // Damaged.
  }
  return null;
}

/** The rest of a state file whose header is known to be good. */
export async function readState(file: string): Promise<BuildState | Unusable> {
  const state: BuildState = { documents: new Map(), pages: [] };
  let lines = 0;
  let isComplete = false;
  try {
    for await (const line of readGzipLines(file)) {
      if (lines++ === 0) continue;
      const value = JSON.parse(line);
      if (value === 'end') isComplete = true;
      else if (value.page) state.pages.push(value.page);
      else state.documents.set(value.file.path, value);
    }
  } catch {
    return DAMAGED;
  }
  return isComplete ? state : DAMAGED;
}

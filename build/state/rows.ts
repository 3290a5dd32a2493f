import { SOURCES } from '../contract/sources.ts';
import { pathBytes, pathOfBytes } from '../corpus/file.ts';
import type { Timestamps } from '../corpus/timestamps.ts';
import type { DocumentState, OutputDigest } from './document.ts';

/** A row of the state's file as SQLite gives it. */
export type Row = readonly (string | number | null)[];

export const COLUMNS =
  'path, folder, source, size, mtime, ctime, identifier, part, date, outputs, fields, aliases';

export const INSERT = `INSERT OR REPLACE INTO documents (${COLUMNS}) VALUES (${COLUMNS.replace(/\w+/g, '?')})`;

/** Sets what no index has. */
const REPLACE =
  'UPDATE documents SET size = ?, mtime = ?, ctime = ?, date = ?, outputs = ?, fields = ?, aliases = ? WHERE path = ?';

export function rowOf(document: DocumentState): Row {
  const { file, identifier, part } = document;
  const path = pathBytes(file.path);
  const [size, mtime, ctime, ...others] = unindexedOf(document);
  return [path, folderOf(path), file.source, size, mtime, ctime, identifier, part, ...others] as Row;
}

/** The statement, with its values, that replaces the row of a path. @param before the document that has the row */
export const replacing = (before: DocumentState, document: DocumentState): [sql: string, values: Row] =>
  // A row that the indexes find as before takes a quarter of the time and of the pages.
  before.identifier === document.identifier && before.part === document.part
    ? [REPLACE, [...unindexedOf(document), pathBytes(document.file.path)]]
    : [INSERT, rowOf(document)];

/** The values for `REPLACE`, without the path. */
function unindexedOf({ timestamps, date, outputs, values, keywords, aliases }: DocumentState): Row {
  const { size, mtime, ctime } = timestamps;
  const digests = outputs.map(({ bytes, sha256 }) => `${bytes} ${sha256}`).join(' ');
  const fields = JSON.stringify([values, keywords]);
  const names = aliases.length > 0 ? JSON.stringify(aliases) : '';
  return [size, mtime, ctime, date, digests, fields, names];
}

export function stateOf(row: Row): DocumentState {
  const [path, , source, size, mtime, ctime, identifier, part, date, outputs, fields, aliases] =
    row as string[];
  const id = SOURCES.find(candidate => candidate.id === source)?.id;
  if (id === undefined) throw new Error(`The state names a source ${source}`);
  const [values, keywords] = JSON.parse(String(fields));
  return {
    file: { source: id, path: pathOfBytes(String(path)) },
    timestamps: timestampsOf(size, mtime, ctime),
    identifier: String(identifier),
    aliases: aliases ? JSON.parse(aliases) : [],
    part: String(part),
    date: String(date),
    outputs: digestsOf(String(outputs)),
    values,
    keywords,
  };
}

export const timestampsOf = (size: unknown, mtime: unknown, ctime: unknown): Timestamps => ({
  size: Number(size),
  mtime: Number(mtime),
  ctime: ctime === null ? null : Number(ctime),
});

/** The digest of the JSON, the first of a document's representations, in the column `outputs`. */
export const JSON_DIGEST = "substr(outputs, instr(outputs, ' ') + 1, 64)";

/** @param text of the column `outputs` */
function digestsOf(text: string): OutputDigest[] {
  const words = text.split(' ');
  return Array.from({ length: words.length / 2 }, (_, i) => ({
    bytes: Number(words[2 * i]),
    sha256: words[2 * i + 1] ?? '',
  }));
}

/** The folder of a corpus file, see `CorpusFolder`: the first one below the source, if there is one. */
export function folderOf(path: string): string {
  const [source = '', folder, ...rest] = path.split('/');
  return rest.length > 0 ? `${source}/${folder}` : source;
}

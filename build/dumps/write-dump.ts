import { createHash, hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { digestOfFile } from '../files/digest.ts';
import { mtimeOf } from '../files/entry.ts';
import type { PlacedPart } from '../files/manifest/root.ts';
import { readInto } from '../files/read-into.ts';
import { Scratch } from '../files/scratch.ts';
import { type DumpWithPieces, dumpPath, type Piece } from '../state/dump.ts';
import { PieceTable } from '../state/piece-table.ts';
import { joinedChecksum } from './checksum.ts';
import { deflatePiece, LAST_BLOCK } from './deflate.ts';
import { dumpLines } from './dump-lines.ts';
import { type DumpedDocument, dumpPieces, filesOf, keyOf } from './dump-pieces.ts';

/** A dump for a thread to write. */
export interface DumpTask {
  tree: string;
  staging: string;
  /** What is dumped, see `Dump`. */
  dumped: string;
  /** The parts of the manifest that list its files, in the order of its lines. */
  parts: readonly PlacedPart[];
  /** The published dump, whose pieces (`PieceTable`) can be used again; null where there is none. */
  published: Pick<DumpWithPieces, 'sha256' | 'pieces'> | null;
}

/** The dump; or the path of a document with wrong content, in which case there is no dump. */
export type WrittenDump = DumpWithPieces | { damaged: string };

class DamagedDocument extends Error {}

const NEWLINE = Buffer.from('\n');

/** A header without name, time and system (RFC 1952, section 2.3), which would differ between machines. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Stages a dump, a document at a time. */
export function writeDump(task: DumpTask): WrittenDump {
  try {
    return write(task);
  } catch (error) {
    // An error from a thread loses its class.
    if (error instanceof DamagedDocument) return { damaged: error.message };
    throw error;
  }
}

/** @throws DamagedDocument */
function write(task: DumpTask): DumpWithPieces {
  const { tree, staging, dumped, parts } = task;
  const target = path.join(staging, dumpPath(dumped));
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const handle = fs.openSync(target, 'w');
  const last = openPublished(task);
  try {
    const digest = createHash('sha256');
    let bytes = 0;
    const append = (chunk: Uint8Array): void => {
      fs.writeFileSync(handle, chunk);
      digest.update(chunk);
      bytes += chunk.length;
    };
    append(HEADER);
    const pieces = PieceTable.empty();
    let [documents, length, checksum] = [0, 0, 0];
    let newest = '';
    for (const piece of dumpPieces(dumpLines(dumped, parts))) {
      documents += piece.length;
      for (const { date } of piece) if (date > newest) newest = date;
      const key = keyOf(piece);
      const known = last?.find(key);
      if (known) append(known.read());
      const made = known?.piece ?? makePiece(key, textsOf(piece, tree, staging), append);
      pieces.push(made);
      checksum = joinedChecksum(checksum, made.checksum, made.length);
      length += made.length;
    }
    append(LAST_BLOCK);
    append(trailer(checksum, length));
    const sha256 = digest.digest('hex');
    const time = mtimeOf({ date: newest, sha256 });
    fs.futimesSync(handle, time, time);
    return { part: dumped, documents, bytes, sha256, newest, length, pieces: pieces.bytes };
  } finally {
    last?.close();
    fs.closeSync(handle);
  }
}

function makePiece(key: string, texts: Iterable<Buffer>, append: (chunk: Uint8Array) => void): Piece {
  const piece: Piece = { key, bytes: 0, length: 0, checksum: 0 };
  function* counted(): Generator<Buffer> {
    for (const text of texts) {
      piece.length += text.length;
      piece.checksum = crc32(text, piece.checksum);
      yield text;
    }
  }
  deflatePiece(counted(), chunk => {
    piece.bytes += chunk.length;
    append(chunk);
  });
  return piece;
}

/** CRC-32 and length of the text, the length modulo 2^32. */
export function trailer(checksum: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(checksum, 0);
  bytes.writeUInt32LE(length % 2 ** 32, 4);
  return bytes;
}

/** The texts of documents. Changed ones were staged by this build; the others are in the tree, where somebody may have changed them. */
function* textsOf(documents: readonly DumpedDocument[], tree: string, staging: string): Generator<Buffer> {
  for (const document of documents) {
    const files = filesOf(document).map(({ path: file, sha256 }) => {
      const staged = contentOf(path.join(staging, file));
      const json = staged ?? contentOf(path.join(tree, file));
      if (!json || (!staged && hash('sha256', json) !== sha256)) throw new DamagedDocument(file);
      return { file, json };
    });
    yield files.length === 1 ? files[0]!.json : joinedReferences(files);
    yield NEWLINE;
  }
}

/** The references of a subject with all items. @param files those with the first items, then further pages in any order */
function joinedReferences([first, ...pages]: readonly { file: string; json: Buffer }[]): Buffer {
  const { data, meta } = JSON.parse(String(first?.json));
  const further = pages.map(({ file, json }) => {
    const [, list = ''] = /list=(\w+)/.exec(file) ?? [];
    return { list, ...JSON.parse(json.toString()) };
  });
  further.sort((a, b) => a.pagination.offset - b.pagination.offset);
  for (const page of further) data[page.list].push(...page.data);
  return Buffer.from(JSON.stringify({ data, meta }));
}

const contentOf = (file: string): Buffer | null => (fs.existsSync(file) ? fs.readFileSync(file) : null);

interface KnownPiece {
  piece: Piece;
  /** Reads its bytes, always into the same memory: they are valid until the next call. */
  read(): Buffer;
}

const scratch = new Scratch();

/** The published dump, whose pieces are found by their keys; null where it is missing or changed. */
function openPublished({ tree, dumped, published }: DumpTask) {
  const file = path.join(tree, dumpPath(dumped));
  if (!published || !fs.existsSync(file) || digestOfFile(file) !== published.sha256) return null;
  const handle = fs.openSync(file, 'r');
  const pieces = PieceTable.of(published.pieces);
  /** By row: where its bytes begin. */
  const starts = new Float64Array(pieces.count);
  let at = HEADER.length;
  for (let row = 0; row < pieces.count; row++) {
    starts[row] = at;
    at += pieces.at(row).bytes;
  }
  const find = (key: string): KnownPiece | null => {
    const row = pieces.find(key);
    if (row === null) return null;
    const piece = pieces.at(row);
    const read = (): Buffer => {
      const bytes = scratch.bytes(piece.bytes);
      readInto(handle, bytes, starts[row] as number);
      return bytes;
    };
    return { piece, read };
  };
  return { find, close: () => fs.closeSync(handle) };
}

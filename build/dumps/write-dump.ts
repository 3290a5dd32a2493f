import { createHash, hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { digestOfFile } from '../files/digest.ts';
import { mtimeOf } from '../files/entry.ts';
import type { PlacedPart } from '../files/manifest/root.ts';
import { readInto } from '../files/read-into.ts';
import { Scratch } from '../files/scratch.ts';
import { type Dump, dumpPath, type Piece } from '../state/dump.ts';
import { joinedChecksum } from './checksum.ts';
import { deflatePiece, LAST_BLOCK } from './deflate.ts';
import { type DumpedDocument, documentsOf, dumpPieces, filesOf, keyOf } from './dump-pieces.ts';
import { referenceLines } from './reference-lines.ts';

/** A dump for a thread to write. */
export interface DumpTask {
  tree: string;
  staging: string;
  /** The part of the manifest that lists the documents. */
  dumped: string;
  /** What it lists, see `listOf`; for the dump of references the parts of the manifest with their files. */
  documents: string | readonly PlacedPart[];
  newest: string;
  /** The published dump, whose pieces can be used again; null where there is none. */
  published: Pick<Dump, 'sha256' | 'pieces'> | null;
}

/** The dump; or the path of a document with wrong content, in which case there is no dump. */
export type WrittenDump = Dump | { damaged: string };

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
function write(task: DumpTask): Dump {
  const { tree, staging, dumped, newest } = task;
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
    const pieces: Piece[] = [];
    let documents = 0;
    for (const piece of dumpPieces(linesOf(task))) {
      documents += piece.length;
      const key = keyOf(piece);
      const known = last?.pieces.get(key);
      if (known) append(known.read());
      pieces.push(known?.piece ?? makePiece(key, textsOf(piece, tree, staging), append));
    }
    append(LAST_BLOCK);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    append(trailer(pieces, length));
    const sha256 = digest.digest('hex');
    const time = mtimeOf({ date: newest, sha256 });
    fs.futimesSync(handle, time, time);
    return { part: dumped, documents, bytes, sha256, newest, length, pieces };
  } finally {
    last?.close();
    fs.closeSync(handle);
  }
}

const linesOf = ({ documents }: DumpTask): Iterable<DumpedDocument> =>
  typeof documents === 'string' ? documentsOf(documents) : referenceLines(documents);

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
export function trailer(pieces: readonly Piece[], length: number): Buffer {
  const bytes = Buffer.alloc(8);
  const checksum = pieces.reduce((sum, piece) => joinedChecksum(sum, piece.checksum, piece.length), 0);
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

/** The pieces of the published dump by key; null where the dump is missing or changed. */
function openPublished({ tree, dumped, published }: DumpTask) {
  const file = path.join(tree, dumpPath(dumped));
  if (!published || !fs.existsSync(file) || digestOfFile(file) !== published.sha256) return null;
  const handle = fs.openSync(file, 'r');
  const pieces = new Map<string, KnownPiece>();
  let at = HEADER.length;
  for (const piece of published.pieces) {
    const from = at;
    pieces.set(piece.key, {
      piece,
      read() {
        const bytes = scratch.bytes(piece.bytes);
        readInto(handle, bytes, from);
        return bytes;
      },
    });
    at += piece.bytes;
  }
  return { pieces, close: () => fs.closeSync(handle) };
}

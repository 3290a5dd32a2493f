import { createHash } from 'node:crypto';
import { bytesOf, type Input } from './inputs/inputs.ts';
import { notesOf } from './inputs/notes.ts';
import type { Piece, Told } from './piece.ts';
import { FileReader } from './read.ts';
import type { Edition, Schema } from './schema.ts';
import { SCHEMAS } from './schemas.ts';

/** The edition of an input, from its head, and the SHA-256 of the whole input. */
export interface Looked {
  schema: string;
  edition: Edition;
  sha256: string;
}

/** Thrown when the head has been read far enough. */
class Enough extends Error {}

/** Reads a file as far as its edition, and hashes the rest. @throws XmlError where the read part is broken */
export async function lookAt(input: Input, days: ReadonlyMap<string, string>): Promise<Looked> {
  const hash = createHash('sha256');
  const { notes, bytes: metadata } = notesOf(input);
  hash.update(metadata);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const enough = () => {
    throw new Enough();
  };
  const reader = new FileReader(SCHEMAS, days, notes, enough);
  let isReading = true;
  for await (const bytes of bytesOf(input)) {
    hash.update(bytes);
    if (!isReading) continue;
    isReading = goOn(() => reader.write(decoder.decode(bytes, { stream: true }))) && reader.edition === null;
  }
  if (isReading) goOn(() => reader.end());
  if (!reader.edition || !reader.schema) throw new Error('it tells no edition');
  return { schema: reader.schema.name, edition: reader.edition, sha256: hash.digest('hex') };
}

function goOn(read: () => void): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof Enough) return false;
    throw error;
  }
}

/** Reads all of a file. @param take receives each unit and container at its end @throws XmlError, and errors of `take` */
export async function readInput(
  input: Input,
  days: ReadonlyMap<string, string>,
  take: (piece: Piece, schema: Schema, edition: Edition) => void,
): Promise<Told> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader: FileReader = new FileReader(SCHEMAS, days, notesOf(input).notes, piece =>
    take(piece, reader.schema!, reader.edition!),
  );
  for await (const bytes of bytesOf(input)) reader.write(decoder.decode(bytes, { stream: true }));
  reader.write(decoder.decode());
  reader.end();
  return reader.told;
}

import { createHash } from 'node:crypto';
import { FileReader } from './file-reader.ts';
import { bytesOf, type Input } from './inputs/inputs.ts';
import { sidecarsOf } from './inputs/sidecars.ts';
import type { FileCounts, Passage } from './passage.ts';
import type { Edition, Schema } from './schema.ts';
import { SCHEMAS } from './schemas.ts';

/** The edition of an input, from its head, and the SHA-256 of the whole input. */
export interface InputSummary {
  schema: string;
  edition: Edition;
  sha256: string;
}

/** Thrown when the head has been read far enough. */
class EditionFound extends Error {}

/** Reads a file as far as its edition, and hashes the rest. @throws XmlError where the read part is broken */
export async function summarise(input: Input, days: ReadonlyMap<string, string>): Promise<InputSummary> {
  const hash = createHash('sha256');
  const { sidecars, bytes: metadata } = sidecarsOf(input);
  hash.update(metadata);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const enough = () => {
    throw new EditionFound();
  };
  const reader = new FileReader(SCHEMAS, days, sidecars, enough);
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
    if (error instanceof EditionFound) return false;
    throw error;
  }
}

/** Reads all of a file. @param take receives each unit and container at its end @throws XmlError, and errors of `take` */
export async function readInput(
  input: Input,
  days: ReadonlyMap<string, string>,
  take: (passage: Passage, schema: Schema, edition: Edition) => void,
): Promise<FileCounts> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader: FileReader = new FileReader(SCHEMAS, days, sidecarsOf(input).sidecars, passage =>
    take(passage, reader.schema!, reader.edition!),
  );
  for await (const bytes of bytesOf(input)) reader.write(decoder.decode(bytes, { stream: true }));
  reader.write(decoder.decode());
  reader.end();
  return reader.counts;
}

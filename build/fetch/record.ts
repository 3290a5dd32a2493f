import fs from 'node:fs';
import { readBounded } from '../files/read-bounded.ts';

/** Which edition of the law a file holds. */
export interface Edition {
  /** The day that the text is current to, YYYY-MM-DD; null where the place does not tell it. */
  day: string | null;
  /** Of the U.S. Code: the release point, such as `119-36`. */
  release_point: string | null;
}

/** Lies beside each fetched file as `<file>.fetched.json`: where it came from, and which edition it is. */
export interface FetchRecord {
  /** The official address, without the server of `--from`. */
  url: string;
  bytes: number;
  /** Hexadecimal, of the file. */
  sha256: string;
  etag: string | null;
  last_modified: string | null;
  edition: Edition;
  /** What the listing said of the file; while it says the same, the file is not asked for again. */
  listed: string;
}

const MOST_BYTES = 16 * 1024;

export const recordOf = (file: string): string => `${file}.fetched.json`;

/** @returns null where the file was not fetched whole, or was changed or removed since */
export function readRecord(file: string): FetchRecord | null {
  const bytes = readBounded(recordOf(file), MOST_BYTES);
  if (bytes === null) return null;
  try {
    const record = JSON.parse(bytes.toString()) as FetchRecord;
    return fs.statSync(file).size === record.bytes && typeof record.listed === 'string' ? record : null;
  } catch {
    return null;
  }
}

/** Comes behind the file itself: a file without a record is fetched again. */
export function writeRecord(file: string, record: FetchRecord): void {
  const part = `${recordOf(file)}.part`;
  fs.writeFileSync(part, `${JSON.stringify(record, null, 2)}\n`);
  fs.renameSync(part, recordOf(file));
}

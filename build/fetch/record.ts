import fs from 'node:fs';
import { readBounded } from '../files/read-bounded.ts';

export interface Edition {
  /** The day to which the text is current, YYYY-MM-DD; null where the place does not tell it. */
  day: string | null;
  release_point: string | null;
}

/** The origin and the edition of a fetched file. Lies beside it as `<file>.fetched.json`. */
export interface FetchRecord {
  /** The official address, without the server of `--from`. */
  url: string;
  bytes: number;
  sha256: string;
  etag: string | null;
  last_modified: string | null;
  edition: Edition;
  /** The file's facts in the listing. While they are the same, the file is not requested again. */
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

/** Written behind the file itself: a file without a record is fetched again. */
export function writeRecord(file: string, record: FetchRecord): void {
  const part = `${recordOf(file)}.part`;
  fs.writeFileSync(part, `${JSON.stringify(record, null, 2)}\n`);
  fs.renameSync(part, recordOf(file));
}

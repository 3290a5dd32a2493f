import fs from 'node:fs';
import path from 'node:path';
import type { Edition } from '../schema.ts';

/** The record that an import leaves beside a title or an issue: its edition and its files. */
export interface EditionRecord {
  edition: string;
  day: string;
  schema: string;
  /** SHA-256 of the input. */
  input: string;
  /** The program that wrote the files. */
  program: string;
  words: number;
  /** Paths relative to the corpus, with sizes. */
  files: Record<string, number>;
  /** Whether only single parts of a title were imported. */
  isOfParts?: boolean;
}

export const readRecord = (corpus: string, { record }: Edition): EditionRecord | null =>
  readRecordAt(corpus, record);

/** @returns null if the record is missing or unreadable: the title is then imported anew */
export function readRecordAt(corpus: string, record: string): EditionRecord | null {
  try {
    const read = JSON.parse(fs.readFileSync(path.join(corpus, record), 'utf8')) as EditionRecord;
    return [read.day, read.edition].every(text => typeof text === 'string') &&
      typeof read.files === 'object' &&
      read.files !== null
      ? read
      : null;
  } catch {
    return null;
  }
}

export const recordText = (record: EditionRecord): string => `${JSON.stringify(record, null, 1)}\n`;

/** Whether all files of an edition exist in their sizes. */
export const isComplete = (corpus: string, { files }: EditionRecord): boolean =>
  Object.entries(files).every(
    ([file, size]) => fs.statSync(path.join(corpus, file), { throwIfNoEntry: false })?.size === size,
  );

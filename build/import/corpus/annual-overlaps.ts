import fs from 'node:fs';
import path from 'node:path';
import type { Edition } from '../schema.ts';
import { type EditionRecord, readRecordAt, recordText } from './record.ts';

/** Folder below a title for the records and levels of volumes and parts of the printed CFR. */
export const SHELF = '_annual';

/** Documents and parts that other records claim, so that an input of the printed edition leaves them alone. */
export interface ClaimedUnits {
  /** Places with the record that claims them. */
  documents: readonly (readonly [unitPath: string, record: string])[];
  /** Parts that a record claims entirely. */
  parts: readonly (readonly [part: string, record: string])[];
}

/** The path of a file from its part on. Files of one title with the same place are the same document or level. */
function unitPathOf(file: string): string | null {
  const below = file.replace(/^[^/]+\/[^/]+\/(?:_annual\/[^/]+\/)?/, '/');
  const at = below.indexOf('/part-');
  return at < 0 ? null : below.slice(at + 1);
}

const isLevel = (file: string): boolean => file.endsWith('/_level.md');

const partOf = (unitPath: string): string => unitPath.slice(0, unitPath.indexOf('/'));

/** Finds the record that claims a file. */
export class Claims {
  readonly #documents: ReadonlyMap<string, string>;
  readonly #parts: ReadonlyMap<string, string>;

  constructor({ documents, parts }: ClaimedUnits) {
    this.#documents = new Map(documents);
    this.#parts = new Map(parts);
  }

  by(file: string): string | null {
    const unitPath = unitPathOf(file);
    if (unitPath === null) return null;
    return this.#parts.get(partOf(unitPath)) ?? this.#documents.get(unitPath) ?? null;
  }
}

/** Path of the record of a title's eCFR. */
export const ecfrRecord = (folder: string): string => `${folder}/_edition.json`;

interface Shelved {
  /** Relative to the corpus. */
  name: string;
  record: EditionRecord;
}

/**
 * Lists the documents of a volume or part of the printed edition that stay, because a newer volume or part, or the eCFR, has
 * them.
 * @param hasPriority whether a newer record has priority over this input
 */
export function claimsAgainst(
  corpus: string,
  { folder, record: own, day }: Edition,
  hasPriority: (record: string) => boolean,
): ClaimedUnits {
  const newer = shelved(corpus, folder).filter(
    ({ name, record }) => name !== own && record.day > day && hasPriority(name),
  );
  const documents = newer.flatMap(({ name, record }) => unitPathsOf(record, name));
  const name = ecfrRecord(folder);
  const ecfr = readRecordAt(corpus, name);
  if (!ecfr) return { documents, parts: [] };
  return { documents: [...documents, ...unitPathsOf(ecfr, name)], parts: wholeParts(ecfr, name) };
}

const unitPathsOf = ({ files }: EditionRecord, name: string): [string, string][] =>
  Object.keys(files).flatMap(file => {
    const unitPath = isLevel(file) ? null : unitPathOf(file);
    return unitPath === null ? [] : [[unitPath, name]];
  });

/** A part is whole if its level was imported. */
const wholeParts = ({ files }: EditionRecord, name: string): [string, string][] =>
  Object.keys(files).flatMap(file => {
    const unitPath = isLevel(file) ? unitPathOf(file) : null;
    return unitPath !== null && /^[^/]+\/_level\.md$/.test(unitPath) ? [[partOf(unitPath), name]] : [];
  });

/** Documents taken from another input. */
export interface TakenOver {
  documents: number;
  /** Label of the other input. */
  label: string;
}

/**
 * Takes the documents of an input from the other inputs of the printed edition that had them. The rest of a part that now
 * belongs to the eCFR is removed, too. An input without documents leaves nothing.
 */
export function takeFromShelf(corpus: string, { folder, record: own, isAnnual }: Edition): TakenOver[] {
  const ours = readRecordAt(corpus, own);
  if (!ours) return [];
  const claims = new Claims({
    documents: unitPathsOf(ours, own),
    parts: isAnnual ? [] : wholeParts(ours, own),
  });
  return shelved(corpus, folder).flatMap(({ name, record }) => {
    if (name === own) return [];
    const all = Object.keys(record.files);
    const taken = all.filter(file => claims.by(file) !== null);
    if (taken.length === 0) return [];
    const isEmpty = all.every(file => isLevel(file) || taken.includes(file));
    for (const file of isEmpty ? all : taken) {
      delete record.files[file];
      if (!Object.hasOwn(ours.files, file)) remove(corpus, file);
    }
    if (isEmpty) remove(corpus, name);
    // A newer input that lost documents to an older one must be read again when it is given again.
    else {
      const input = record.day > ours.day ? '' : record.input;
      fs.writeFileSync(path.join(corpus, name), recordText({ ...record, input }));
    }
    return [{ documents: taken.filter(file => !isLevel(file)).length, label: record.edition }];
  });
}

/** Whether a title's folder has nothing of the eCFR, or only parts by themselves. */
export function isWithoutWholeEcfr(corpus: string, folder: string): boolean {
  if (!fs.existsSync(path.join(corpus, folder))) return true;
  const ecfr = readRecordAt(corpus, ecfrRecord(folder));
  if (ecfr) return ecfr.isOfParts === true;
  return fs.existsSync(path.join(corpus, folder, SHELF));
}

function shelved(corpus: string, folder: string): Shelved[] {
  const directory = path.join(corpus, folder, SHELF);
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory)
    .filter(name => name.endsWith('.json'))
    .sort()
    .flatMap(file => {
      const name = `${folder}/${SHELF}/${file}`;
      const record = readRecordAt(corpus, name);
      return record ? [{ name, record }] : [];
    });
}

/** Removes a file, and the folders that become empty. */
function remove(corpus: string, file: string): void {
  fs.rmSync(path.join(corpus, file), { force: true });
  for (let folder = path.posix.dirname(file); folder.includes('/'); folder = path.posix.dirname(folder)) {
    try {
      fs.rmdirSync(path.join(corpus, folder));
    } catch {
      return;
    }
  }
}

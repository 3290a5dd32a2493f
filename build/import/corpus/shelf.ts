import fs from 'node:fs';
import path from 'node:path';
import type { Edition } from '../schema.ts';
import { type EditionRecord, readRecordAt, recordText } from './record.ts';

/** Where volumes and parts of the printed CFR have their records, and their levels: below the folder of the title. */
export const SHELF = '_annual';

/** What an input of the printed edition leaves to others. */
export interface HeldPlaces {
  /** By place, the record of what has it. */
  documents: readonly (readonly [place: string, record: string])[];
  /** Parts of which all is another input's, whose record is told. */
  parts: readonly (readonly [part: string, record: string])[];
}

/** What several inputs of one title have at the same place is the same document or level: its path from its part on. */
function placeOf(file: string): string | null {
  const below = file.replace(/^[^/]+\/[^/]+\/(?:_annual\/[^/]+\/)?/, '/');
  const at = below.indexOf('/part-');
  return at < 0 ? null : below.slice(at + 1);
}

const isLevel = (file: string): boolean => file.endsWith('/_level.md');

const partOf = (place: string): string => place.slice(0, place.indexOf('/'));

/** Tells the record of what holds a file, where something does. */
export class Held {
  readonly #documents: ReadonlyMap<string, string>;
  readonly #parts: ReadonlyMap<string, string>;

  constructor({ documents, parts }: HeldPlaces) {
    this.#documents = new Map(documents);
    this.#parts = new Map(parts);
  }

  by(file: string): string | null {
    const place = placeOf(file);
    if (place === null) return null;
    return this.#parts.get(partOf(place)) ?? this.#documents.get(place) ?? null;
  }
}

/** Where the record of the eCFR of a title lies. */
export const ecfrRecord = (folder: string): string => `${folder}/_edition.json`;

interface Shelved {
  /** Relative to the corpus. */
  name: string;
  record: EditionRecord;
}

/**
 * What of a volume or part of the printed edition stays as it is, since a newer one has it, or the eCFR.
 *
 * @param isNewerHeld whether the record of a newer one holds against this input
 */
export function heldAgainst(
  corpus: string,
  { folder, record: own, day }: Edition,
  isNewerHeld: (record: string) => boolean,
): HeldPlaces {
  const newer = shelved(corpus, folder).filter(
    ({ name, record }) => name !== own && record.day > day && isNewerHeld(name),
  );
  const documents = newer.flatMap(({ name, record }) => placesOf(record, name));
  const name = ecfrRecord(folder);
  const ecfr = readRecordAt(corpus, name);
  if (!ecfr) return { documents, parts: [] };
  return { documents: [...documents, ...placesOf(ecfr, name)], parts: wholeParts(ecfr, name) };
}

const placesOf = ({ files }: EditionRecord, name: string): [string, string][] =>
  Object.keys(files).flatMap(file => {
    const place = isLevel(file) ? null : placeOf(file);
    return place === null ? [] : [[place, name]];
  });

/** Where the level of a part came, all of the part did. */
const wholeParts = ({ files }: EditionRecord, name: string): [string, string][] =>
  Object.keys(files).flatMap(file => {
    const place = isLevel(file) ? placeOf(file) : null;
    return place !== null && /^[^/]+\/_level\.md$/.test(place) ? [[partOf(place), name]] : [];
  });

/** So many documents of another input are now this one's. */
export interface TakenOver {
  documents: number;
  /** Of the other input. */
  label: string;
}

/**
 * Takes what an input has brought from the other inputs of the printed edition that had it. What is left of a part that is now the
 * eCFR's goes with it; an input that has no document any more leaves nothing.
 */
export function takeFromShelf(corpus: string, { folder, record: own, isAnnual }: Edition): TakenOver[] {
  const ours = readRecordAt(corpus, own);
  if (!ours) return [];
  const held = new Held({
    documents: placesOf(ours, own),
    parts: isAnnual ? [] : wholeParts(ours, own),
  });
  return shelved(corpus, folder).flatMap(({ name, record }) => {
    if (name === own) return [];
    const all = Object.keys(record.files);
    const taken = all.filter(file => held.by(file) !== null);
    if (taken.length === 0) return [];
    const isEmpty = all.every(file => isLevel(file) || taken.includes(file));
    for (const file of isEmpty ? all : taken) {
      delete record.files[file];
      if (!Object.hasOwn(ours.files, file)) remove(corpus, file);
    }
    if (isEmpty) remove(corpus, name);
    // A newer input whose documents an older one took is to be read again when it is given again.
    else {
      const input = record.day > ours.day ? '' : record.input;
      fs.writeFileSync(path.join(corpus, name), recordText({ ...record, input }));
    }
    return [{ documents: taken.filter(file => !isLevel(file)).length, label: record.edition }];
  });
}

/** Whether all that a title's folder has of the eCFR are parts that came by themselves, or it has nothing of it. */
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

/** Removes a file, and the folders that it leaves empty. */
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

import fs from 'node:fs';
import path from 'node:path';
import { type EditionRecord, recordText } from './record.ts';

/** Folders of the records of issues and of single documents. */
const ISSUES = 'fr/_issues';
const DOCUMENTS = 'fr/_documents';

const numberOf = (identifier: string): string => identifier.slice(identifier.lastIndexOf('/') + 1);

interface IssueEntry {
  record: string;
  day: string;
  file: string;
}

/** Finds the issue of a document by the records of imports. */
export class IssueIndex {
  readonly #corpus: string;
  readonly #holders = new Map<string, IssueEntry>();

  constructor(corpus: string) {
    this.#corpus = corpus;
    for (const record of recordsIn(corpus, ISSUES)) {
      const { day, files } = readJson(corpus, record);
      for (const file of Object.keys(files))
        this.#holders.set(path.posix.basename(file, '.md'), { record, day, file });
    }
  }

  /** The day of the issue that has a document; null if none has it. */
  dayOf(identifier: string): string | null {
    return this.#holders.get(numberOf(identifier))?.day ?? null;
  }

  /** Removes a document, replaced by another input, from its issue's record. */
  release(identifier: string): void {
    const holder = this.#holders.get(numberOf(identifier));
    const own = `${DOCUMENTS}/${numberOf(identifier)}.json`;
    if (!holder || !fs.existsSync(path.join(this.#corpus, own))) return;
    const record = readJson(this.#corpus, holder.record);
    delete record.files[holder.file];
    fs.writeFileSync(path.join(this.#corpus, holder.record), recordText(record));
    if (!Object.hasOwn(readJson(this.#corpus, own).files, holder.file))
      fs.rmSync(path.join(this.#corpus, holder.file), { force: true });
  }
}

/** Removes the records of single documents that an issue now has, and their files at other paths. */
export function newerDocuments(corpus: string, day: string): Set<string> {
  const records = recordsIn(corpus, DOCUMENTS).map(record => readJson(corpus, record));
  return new Set(
    records
      .filter(record => record.day > day)
      .flatMap(({ files }) => Object.keys(files).map(file => `/us/fr/${path.posix.basename(file, '.md')}`)),
  );
}

/** Removes the records of single documents that an issue now has. */
export function takeOver(corpus: string, files: readonly string[]): void {
  for (const file of files) {
    const record = `${DOCUMENTS}/${path.posix.basename(file, '.md')}.json`;
    if (!fs.existsSync(path.join(corpus, record))) continue;
    for (const own of Object.keys(readJson(corpus, record).files))
      if (own !== file) fs.rmSync(path.join(corpus, own), { force: true });
    fs.rmSync(path.join(corpus, record));
  }
}

const recordsIn = (corpus: string, folder: string): string[] => {
  const directory = path.join(corpus, folder);
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory)
    .filter(name => name.endsWith('.json'))
    .map(name => `${folder}/${name}`);
};

const readJson = (corpus: string, record: string): EditionRecord =>
  JSON.parse(fs.readFileSync(path.join(corpus, record), 'utf8')) as EditionRecord;

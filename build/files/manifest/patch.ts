import { type Entry, manifestLine } from '../entry.ts';
import { asEntry } from './line.ts';
import { ManifestError, type Part } from './root.ts';

/** Changes of a part: new entries by path, null for removed files. */
export type PartChanges = ReadonlyMap<string, Entry | null>;

export interface PatchedPart {
  content: readonly Buffer[];
  files: number;
  content_bytes: number;
  newest: string;
}

/** The text of a part, with lines sorted by path. A change parses only the lines it reads: there may be a hundred thousand. */
export class PartText {
  readonly #bytes: Buffer;
  readonly #part: Part;

  /** @param bytes of this part, already checked */
  constructor(bytes: Buffer, part: Part) {
    this.#bytes = bytes;
    this.#part = part;
  }

  get bytes(): number {
    return this.#bytes.length;
  }

  /** The entry of a file; null where the part does not list it. @throws ManifestError */
  find(path: string): Entry | null {
    const { start, entry } = this.#lookUp(path);
    return start < this.#bytes.length && entry?.path === path ? entry : null;
  }

  /** The entries of the files that are asked for, by their paths. Other lines are not parsed. @throws ManifestError */
  *entriesOf(isAsked: (path: string) => boolean): Generator<Entry> {
    for (let start = 0; start < this.#bytes.length; ) {
      const end = this.#endOf(start);
      if (isAsked(this.#pathAt(start, end))) yield this.#entryAt(start, end);
      start = end;
    }
  }

  /** @throws ManifestError */
  patch(changes: PartChanges): PatchedPart {
    const chunks: Buffer[] = [];
    const left = { ...this.#part };
    let copied = 0;
    let isNewestGone = false;
    let isNewestThere = false;
    let newest = left.newest;
    for (const path of [...changes.keys()].sort(comparePaths)) {
      const next = changes.get(path);
      const { start, end, entry } = this.#lookUp(path);
      chunks.push(this.#bytes.subarray(copied, start));
      copied = start;
      if (entry?.path === path) {
        copied = end;
        left.files--;
        left.content_bytes -= entry.bytes;
        isNewestGone ||= entry.date === left.newest;
      }
      if (!next) continue;
      chunks.push(Buffer.from(manifestLine(next)));
      left.files++;
      left.content_bytes += next.bytes;
      if (next.date < newest) continue;
      newest = next.date;
      isNewestThere = true;
    }
    chunks.push(this.#bytes.subarray(copied));
    if (isNewestGone && !isNewestThere) newest = chunks.map(newestIn).reduce((a, b) => (a > b ? a : b));
    return { content: chunks, files: left.files, content_bytes: left.content_bytes, newest };
  }

  /** Finds the line of a path, or else the line before which it would stand. */
  #lookUp(path: string): { start: number; end: number; entry: Entry | null } {
    let [low, high] = [0, this.#bytes.length];
    // Both are beginnings of lines. Lines before `low` sort before the path, lines from `high` on do not.
    while (low < high) {
      const start = this.#lineAt((low + high) >>> 1, low);
      const end = this.#endOf(start);
      if (comparePaths(this.#pathAt(start, end), path) < 0) low = end;
      else high = start;
    }
    if (low === this.#bytes.length) return { start: low, end: low, entry: null };
    const end = this.#endOf(low);
    return { start: low, end, entry: this.#entryAt(low, end) };
  }

  /** The beginning of the line around a byte. @param least the beginning of an earlier line */
  #lineAt(offset: number, least: number): number {
    return offset <= least ? least : Math.max(least, this.#bytes.lastIndexOf(NEWLINE, offset - 1) + 1);
  }

  #endOf(start: number): number {
    const newline = this.#bytes.indexOf(NEWLINE, start);
    return newline < 0 ? this.#bytes.length : newline + 1;
  }

  /** The path of a line. Most lines need not be parsed for it. */
  #pathAt(start: number, end: number): string {
    const from = start + PATH_FIRST.length;
    const quote = this.#bytes.indexOf(QUOTE, from);
    const path = this.#bytes.toString('utf8', from, quote);
    const isPlain = this.#bytes.toString('latin1', start, from) === PATH_FIRST && !path.includes('\\');
    return isPlain ? path : this.#entryAt(start, end).path;
  }

  #entryAt(start: number, end: number): Entry {
    const entry = asEntry(this.#bytes.toString('utf8', start, end));
    if (!entry) throw new ManifestError(`${this.#part.path} has a line that names no file`);
    return entry;
  }
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;
/** How `manifestLine` begins. */
const PATH_FIRST = '{"path":"';

/** Compares by the bytes in UTF-8. JavaScript has the same order, except for characters of two units. */
export function comparePaths(a: string, b: string): number {
  if (PAIRED.test(a) || PAIRED.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return compareUnits(a, b);
}

const compareUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One half of a character of two units. */
const PAIRED = /[\ud800-\udfff]/;

/** Sorts an array in the order of `comparePaths`. @param pathOf the path of an item */
export function sortedByPath<T>(array: T[], pathOf: (item: T) => string): T[] {
  const isPaired = array.some(item => PAIRED.test(pathOf(item)));
  const compare = isPaired ? comparePaths : compareUnits;
  return array.sort((a, b) => compare(pathOf(a), pathOf(b)));
}

/** Paths do not contain this, since quotation marks in them are escaped. */
const DATE_FIRST = '"date":"';
const DAY_LENGTH = 10;

function newestIn(lines: Buffer): string {
  let newest = '';
  for (let at = lines.indexOf(DATE_FIRST); at >= 0; at = lines.indexOf(DATE_FIRST, at)) {
    at += DATE_FIRST.length;
    const day = lines.toString('latin1', at, at + DAY_LENGTH);
    if (day > newest) newest = day;
  }
  return newest;
}

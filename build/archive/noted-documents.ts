import fs from 'node:fs';
import path from 'node:path';
import { outerLabelOf } from '../contract/document-levels.ts';
import { shorthandOf } from '../contract/identifier.ts';
import { isDated } from '../contract/levels.ts';
import { type Source, sourceOf } from '../contract/sources.ts';
import type { HeldText } from '../contract/title-history.ts';
import type { EditionKey } from '../contract/version.ts';
import type { CorpusFile } from '../corpus/file.ts';
import { partOfOuter } from '../files/manifest/parts.ts';
import { readInto } from '../files/read-into.ts';
import { identifierIn, linesOfPieces, piecesOf } from './file-lines.ts';

/** Identifies words; hexadecimal. */
export interface WordsDigests {
  /** Of a document's own text, with its heading. */
  text: string;
  /** Of its credits and notes. */
  notes: string;
}

/** A document of the corpus, as it may enter the archive. */
export interface NotedDocument {
  /** The first field, see `identifierIn`. */
  identifier: string;
  file: CorpusFile;
  /** See `textDigest`. */
  text: string;
  /** What its own metadata tell the readers of the API, see `editionOf`. */
  own: EditionKey | null;
  /** Its edition in the archive; null where nothing tells it. */
  edition: EditionKey | null;
  /** What the history of its title tells of it. */
  held: HeldText;
  words: WordsDigests;
}

/**
 * The part of the archive with a document's history: that of its title, or of the year in a document number. It follows from the
 * identifier alone, which a document keeps.
 */
export function partOfHistory(source: Source, identifier: string): string {
  const shorthand = shorthandOf(source, identifier);
  if (isDated(source)) return `${source.id}/${/^(?:\w\d-)?(\d{4})-/.exec(shorthand)?.[1] ?? 'other'}`;
  return partOfOuter(source, outerLabelOf(source, shorthand) ?? '');
}

/** Characters of a part that are held before they are written: there are hundreds of parts. */
const WINDOW = 16_384;

/** Documents that a build has read, by part, in files: there may be a million. */
export class NotedDocuments {
  readonly #folder: string;
  readonly #waiting = new Map<string, { file: string; lines: string[]; length: number }>();

  /** @param folder for files, which need not exist */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get parts(): string[] {
    return [...this.#waiting.keys()].sort();
  }

  note(document: NotedDocument): void {
    const part = partOfHistory(sourceOf(document.file.source), document.identifier);
    const file = path.join(this.#folder, String(this.#waiting.size));
    const waiting = this.#waiting.get(part) ?? { file, lines: [], length: 0 };
    this.#waiting.set(part, waiting);
    const line = JSON.stringify(document);
    waiting.lines.push(line);
    waiting.length += line.length;
    if (waiting.length > WINDOW) this.#write(part);
  }

  /** The documents of a part, each as it was noted last. Nothing is noted in it any longer. */
  of(part: string): NotedPart {
    this.#write(part);
    return new NotedPart(part, this.#waiting.get(part)?.file ?? null);
  }

  #write(part: string): void {
    const waiting = this.#waiting.get(part);
    if (!waiting || waiting.lines.length === 0) return;
    fs.mkdirSync(this.#folder, { recursive: true });
    fs.appendFileSync(waiting.file, `${waiting.lines.join('\n')}\n`);
    waiting.lines = [];
    waiting.length = 0;
  }
}

/** The noted documents of a part. What is held is where they are: each is read where it is asked for. */
export class NotedPart {
  readonly #file: string | null;
  readonly #places = new Map<string, { at: number; bytes: number }>();

  /** @param file has a document a line, each as it was noted last; null: there are none */
  constructor(part: string, file: string | null) {
    this.#file = file;
    let at = 0;
    this.#reading(handle => {
      for (const line of linesOfPieces(piecesOf(handle), part)) {
        const bytes = Buffer.byteLength(line);
        this.#places.set(identifierIn(line), { at, bytes });
        at += bytes + 1;
      }
    });
  }

  has(identifier: string): boolean {
    return this.#places.has(identifier);
  }

  identifiers(): Iterable<string> {
    return this.#places.keys();
  }

  *documents(): Generator<NotedDocument> {
    for (const identifier of this.#places.keys()) yield this.get(identifier) as NotedDocument;
  }

  get(identifier: string): NotedDocument | undefined {
    const place = this.#places.get(identifier);
    return (
      place &&
      this.#reading(handle => {
        const bytes = Buffer.allocUnsafe(place.bytes);
        readInto(handle, bytes, place.at);
        return JSON.parse(bytes.toString()) as NotedDocument;
      })
    );
  }

  #reading<T>(read: (handle: number) => T): T | undefined {
    if (this.#file === null) return undefined;
    const handle = fs.openSync(this.#file, 'r');
    try {
      return read(handle);
    } finally {
      fs.closeSync(handle);
    }
  }
}

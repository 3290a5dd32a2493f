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
import type { WordsDigests } from '../pages/words-digest.ts';

/** A document of the corpus, as it may enter the archive. */
export interface NotedDocument {
  file: CorpusFile;
  identifier: string;
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

/** Text that is held for a part before it is written. */
const WINDOW = 65_536;

/** Documents that a build has read, by part, in files: there may be a million. */
export class NotedDocuments {
  readonly #folder: string;
  readonly #waiting = new Map<string, { name: string; lines: string[]; length: number }>();

  /** @param folder for files, which need not exist */
  constructor(folder: string) {
    this.#folder = folder;
  }

  get parts(): string[] {
    return [...this.#waiting.keys()].sort();
  }

  note(document: NotedDocument): void {
    const part = partOfHistory(sourceOf(document.file.source), document.identifier);
    const waiting = this.#waiting.get(part) ?? { name: String(this.#waiting.size), lines: [], length: 0 };
    this.#waiting.set(part, waiting);
    const line = JSON.stringify(document);
    waiting.lines.push(line);
    waiting.length += line.length;
    if (waiting.length > WINDOW) this.#write(part);
  }

  /** The documents of a part, by identifier: each as it was noted last. */
  of(part: string): Map<string, NotedDocument> {
    const waiting = this.#waiting.get(part);
    if (!waiting) return new Map();
    const file = path.join(this.#folder, waiting.name);
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    const lines = [...text.split('\n').filter(line => line !== ''), ...waiting.lines];
    return new Map(
      lines.map(line => {
        const document = JSON.parse(line) as NotedDocument;
        return [document.identifier, document];
      }),
    );
  }

  #write(part: string): void {
    const waiting = this.#waiting.get(part);
    if (!waiting) return;
    fs.mkdirSync(this.#folder, { recursive: true });
    fs.appendFileSync(path.join(this.#folder, waiting.name), `${waiting.lines.join('\n')}\n`);
    waiting.lines = [];
    waiting.length = 0;
  }
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { idOf } from '../../build/contract/identifier.ts';
import { documentPath } from '../../build/contract/paths.ts';
import { type Metadata, type SourceId, sourceOf } from '../../build/contract/sources.ts';
import { type Entry, makeEntry } from '../../build/files/entry.ts';
import { partOfDocument } from '../../build/files/manifest/parts.ts';
import { ManifestWriter } from '../../build/files/manifest/write.ts';
import { columnFields, columnValue } from '../../build/formats/catalog.ts';
import type { TreeDocument } from '../../build/search/documents/tree-documents.ts';
import { temporaryFolder } from './tree.ts';

/** Small trees of documents, without manifest and catalog. */

export interface FixtureDocument {
  identifier: string;
  source: SourceId;
  text: string;
  metadata?: Metadata;
}

export class FixtureTree {
  readonly directory = temporaryFolder();

  constructor(documents: readonly FixtureDocument[]) {
    for (const document of documents) this.write(document);
  }

  write({ identifier, source, text, metadata }: FixtureDocument): void {
    const data = {
      id: idOf(identifier),
      identifier,
      source,
      metadata: { identifier, source, ...metadata },
      body: text,
    };
    this.#write(this.#path(source, identifier, 'json'), JSON.stringify({ data }));
    this.#write(this.#path(source, identifier, 'text'), text);
  }

  /** Writes the manifest of the documents that are there now. */
  publish(documents: readonly FixtureDocument[]): void {
    const parts = new Map<string, Entry[]>();
    for (const { source, identifier, metadata = {} } of documents) {
      const values = columnFields(sourceOf(source)).map(field => columnValue(metadata[field]));
      const part = partOfDocument(sourceOf(source), identifier, values);
      const entries = (['json', 'text'] as const).map(representation => {
        const file = this.#path(source, identifier, representation);
        return makeEntry(file, [readFileSync(join(this.directory, file))], '2018-05-10', identifier);
      });
      parts.set(part, [...(parts.get(part) ?? []), ...entries]);
    }
    const writer = new ManifestWriter(this.directory, null);
    for (const [name, entries] of parts) writer.stagePart(name, entries);
    writer.finish('2018-05-10', {});
  }

  delete({ source, identifier }: FixtureDocument): void {
    for (const representation of ['json', 'text'] as const) {
      rmSync(join(this.directory, this.#path(source, identifier, representation)));
    }
  }

  #path = (source: SourceId, identifier: string, representation: 'json' | 'text'): string =>
    documentPath(sourceOf(source), identifier, representation);

  #write(path: string, content: string): void {
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** A section of the United States Code. */
export const section = (title: number, number: string, name: string, text: string): FixtureDocument => ({
  identifier: `/us/usc/t${title}/s${number}`,
  source: 'usc',
  text,
  metadata: {
    display_title: `${title} USC § ${number} - ${name}`,
    title_number: title,
    title_name: `Title ${title}`,
    section_number: number,
    section_name: name,
    status: 'in_force',
  },
});

/** A notice in the Federal Register. */
export const notice = (
  number: string,
  title: string,
  text: string,
  metadata: Metadata = {},
): FixtureDocument => ({
  identifier: `/us/fr/${number}`,
  source: 'fr',
  text,
  metadata: {
    display_title: title,
    document_number: number,
    document_type: 'notice',
    publication_date: `${number.slice(0, 4)}-05-21`,
    status: 'in_force',
    ...metadata,
  },
});

/** The documents. Reading the nth of them does something first: runs list documents long before they read them. */
export async function* whenReading(
  documents: AsyncIterable<TreeDocument>,
  nth: number,
  act: () => void,
): AsyncGenerator<TreeDocument> {
  let count = 0;
  for await (const document of documents) {
    const { read } = document;
    const acting = () => {
      if (++count === nth) act();
      return read();
    };
    yield Object.assign(document, { read: acting });
  }
}

/** An act that fails. */
export const interrupt = (): never => {
  throw new Error('Interrupted.');
};

export const messageOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'no error',
    (error: Error) => error.message,
  );

import { documentBody, timestampOf } from './contract/envelope.ts';
import { idOf } from './contract/identifier.ts';
import { documentPath, type Representation } from './contract/paths.ts';
import { sourceOf } from './contract/sources.ts';
import type { CorpusDocument } from './corpus/document.ts';
import { plainText } from './text/plain.ts';
import { type Entry, makeEntry } from './tree/entry.ts';

export interface RenderedFile {
  entry: Entry;
  content: Buffer;
}

/** The three representations of a document: JSON in its envelope, the stored Markdown as it is, plain text. */
export function renderDocument(document: CorpusDocument): RenderedFile[] {
  const { identifier, metadata, body, raw } = document;
  const source = sourceOf(document.source);
  const timestamp = timestampOf(metadata.last_updated as string);
  const id = idOf(identifier);
  const { json } = documentBody({ id, identifier, source: source.id, metadata, body }, timestamp);
  const file = (representation: Representation, content: Buffer): RenderedFile => {
    const path = documentPath(source, identifier, representation);
    return { entry: makeEntry(path, content, timestamp, identifier), content };
  };
  return [file('json', Buffer.from(json)), file('markdown', raw), file('text', Buffer.from(plainText(body)))];
}

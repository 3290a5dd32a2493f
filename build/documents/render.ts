import { documentBody, timestampOf } from '../contract/envelope.ts';
import { idOf } from '../contract/identifier.ts';
import { documentPath, type Representation } from '../contract/paths.ts';
import { sourceOf } from '../contract/sources.ts';
import type { CorpusDocument } from '../corpus/document.ts';
import type { Output } from '../files/staging.ts';
import { plainText } from '../text/plain.ts';

/** The three representations of a document: JSON in its envelope, the stored Markdown unchanged, and plain text. */
export function renderDocument(document: CorpusDocument): Output[] {
  const { identifier, metadata, body, raw } = document;
  const source = sourceOf(document.source);
  const timestamp = timestampOf(metadata.last_updated as string);
  const id = idOf(identifier);
  const { json } = documentBody({ id, identifier, source: source.id, metadata, body }, timestamp);
  const output = (representation: Representation, content: Buffer | string): Output => {
    return { path: documentPath(source, identifier, representation), content, timestamp, identifier };
  };
  return [output('json', json), output('markdown', raw), output('text', plainText(body))];
}

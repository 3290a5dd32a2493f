import { REPRESENTATIONS, type Representation } from '../contract/paths.ts';
import { SOURCES, type Source } from '../contract/sources.ts';

export interface DocumentFile {
  source: Source;
  identifier: string;
  representation: Representation;
}

/** A file of references: the folder of documents or levels, the shorthand of the subject, and the query of a further page. */
export const REFERENCES_FILE =
  /^(api\/[^/]+\/(?:documents|structure))\/(.+)\/references(?:\/_q\/(.*))?\.json$/s;

/** A file of versions: the id of the source, the shorthand of the document, the name of a former version, the ending. */
export const VERSION_FILE = /^api\/([^/]+)\/documents\/(.+)\/versions(?:\/([^/]+))?(\.json|\.md)$/s;

/** A file of the histories of a title's documents: the id of the source, the name of the title. */
export const HISTORY_FILE = /^api\/([^/]+)\/structure\/([^/]+)\/versions\.json$/;

const DOCUMENT = /^api\/([^/]+)\/documents\/(?!_q\/)(.+)(\.[a-z]+)$/s;

/** The document that a file of the tree represents: the reverse of `documentPath`. Null for other files. */
export function documentOfFile(path: string): DocumentFile | null {
  if (REFERENCES_FILE.test(path) || VERSION_FILE.test(path)) return null;
  const [, id, shorthand, extension] = DOCUMENT.exec(path) ?? [];
  const source = SOURCES.find(candidate => candidate.id === id);
  const representation = (Object.keys(REPRESENTATIONS) as Representation[]).find(
    name => REPRESENTATIONS[name].extension === extension,
  );
  return source && representation
    ? { source, identifier: source.namespace + shorthand, representation }
    : null;
}

/** The document of a file of versions; null for other files. */
export function subjectOfVersionFile(path: string): Omit<DocumentFile, 'representation'> | null {
  const [, id, shorthand] = VERSION_FILE.exec(path) ?? [];
  const source = SOURCES.find(candidate => candidate.id === id);
  return source ? { source, identifier: source.namespace + shorthand } : null;
}

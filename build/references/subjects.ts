import { API_FOLDER, documentPath, structureLevelPath } from '../contract/paths.ts';
import { type RoutedSource, SOURCES, type Source } from '../contract/sources.ts';
import { REFERENCES_FILE } from '../files/document-file.ts';

/** Subjects of references: documents and levels by their paths in the tree, without `.json`. */

const ENDING = '.json';

/** @param json the file of a document */
export const subjectOfDocument = (json: string): string => json.slice(0, -ENDING.length);

export const documentSubject = (source: RoutedSource, identifier: string): string =>
  subjectOfDocument(documentPath(source, identifier, 'json'));

export const levelSubject = (source: RoutedSource, identifier: string): string =>
  subjectOfDocument(structureLevelPath(source, identifier));

export interface Subject {
  resource: 'references' | 'levelreferences';
  source: Source;
  identifier: string;
}

/** The document or level that a subject names; null for the identifier of what the corpus lacks. */
export function readSubject(subject: string): Subject | null {
  const [, id, folder, shorthand] = SUBJECT.exec(subject) ?? [];
  const source = SOURCES.find(each => each.id === id);
  if (!source) return null;
  const resource = folder === 'documents' ? 'references' : 'levelreferences';
  return { resource, source, identifier: source.namespace + shorthand };
}

const SUBJECT = new RegExp(`^${API_FOLDER}/([^/]+)/(documents|structure)/(.+)$`, 's');

/** The subject of a file of references. */
export const subjectOfFile = (path: string): string => path.replace(REFERENCES_FILE, '$1/$2');

import { REPRESENTATIONS, type Representation } from '../contract/paths.ts';
import { SOURCES, type Source } from '../contract/sources.ts';

export interface DocumentFile {
  source: Source;
  identifier: string;
  representation: Representation;
}

const DOCUMENT = /^api\/([^/]+)\/documents\/(?!_q\/|.*\/references(?:\/_q\/.*)?\.json$)(.+)(\.[a-z]+)$/s;

/** The document that a file of the tree represents: the reverse of `documentPath`. Null for other files. */
export function documentOfFile(path: string): DocumentFile | null {
  const [, id, shorthand, extension] = DOCUMENT.exec(path) ?? [];
  const source = SOURCES.find(candidate => candidate.id === id);
  const representation = (Object.keys(REPRESENTATIONS) as Representation[]).find(
    name => REPRESENTATIONS[name].extension === extension,
  );
  return source && representation
    ? { source, identifier: source.namespace + shorthand, representation }
    : null;
}

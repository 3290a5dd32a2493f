import { typesenseBinary } from '../helpers/typesense-server.ts';
import { typesense } from '../search/typesense/find/subject.ts';
import { embedded, embeddedAsBuilt, type Subject } from './subject.ts';

/** Both engines; Typesense only where its server is there. */
export const subjects = (): Subject[] => [embedded, ...typesenses()];

/** The same for a tree that has its search index. */
export const subjectsAsBuilt = (): Subject[] => [embeddedAsBuilt, ...typesenses()];

export function typesenses(): Subject[] {
  const binary = typesenseBinary();
  return binary ? [typesense(binary)] : [];
}

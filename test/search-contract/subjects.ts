import { typesenseBinary } from '../helpers/typesense-server.ts';
import { typesense } from '../shim/search/typesense/subject.ts';
import { embedded, type Subject } from './subject.ts';

/** Both engines; Typesense only where its server is there. */
export function subjects(): Subject[] {
  const binary = typesenseBinary();
  return binary ? [embedded, typesense(binary)] : [embedded];
}

import { resourceBody, timestampOf } from '../contract/envelope.ts';
import { BULK_FOLDER, bulkUrl, pathOf } from '../contract/paths.ts';
import type { Output } from '../files/staging.ts';
import { type Dump, dumpPath, isDumpOfDocuments } from '../state/dump.ts';

/** The list of all dumps, relative to the tree. */
const BULK_INDEX = `${BULK_FOLDER}/index.json`;

/** A dump as `/api/bulk` and the index show it. */
function description({ part, documents, bytes, length, sha256, newest }: Dump) {
  const [source = null, group = part] = isDumpOfDocuments(part) ? part.split('/') : [];
  return {
    path: dumpPath(part),
    source,
    group,
    documents,
    bytes,
    uncompressed_bytes: length,
    sha256,
    newest,
  };
}

/** The index as a table for tools, and the same list in the API's envelope. @param dumps at least one */
export function overviewOutputs(dumps: readonly Dump[]): [index: Output, page: Output] {
  const descriptions = dumps.map(description);
  const newest = dumps.reduce((day, dump) => (dump.newest > day ? dump.newest : day), '');
  const { json, timestamp } = resourceBody(descriptions, timestampOf(newest));
  const lines = descriptions.map(dump => JSON.stringify(dump)).join(',\n');
  return [
    { path: BULK_INDEX, content: `[\n${lines}\n]\n`, timestamp },
    { path: pathOf(bulkUrl), content: json, timestamp },
  ];
}

import { resourceBody, timestampOf } from '../contract/envelope.ts';
import { BULK_FOLDER, bulkUrl, pathOf } from '../contract/paths.ts';
import type { Output } from '../files/staging.ts';
import { type Dump, dumpPath } from '../state/dump.ts';

/** Where the dumps are told of, relative to the tree. */
const BULK_INDEX = `${BULK_FOLDER}/index.json`;

/** As `/api/bulk` and the index tell it. */
function description({ part, documents, bytes, length, sha256, newest }: Dump) {
  const [source, group] = part.split('/');
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

/** The index, which tools read as a table, and the same in the envelope of the API. @param dumps one at least */
export function overviewOutputs(dumps: readonly Dump[]): [index: Output, page: Output] {
  const told = dumps.map(description);
  const newest = dumps.reduce((day, dump) => (dump.newest > day ? dump.newest : day), '');
  const { json, timestamp } = resourceBody(told, timestampOf(newest));
  const lines = told.map(dump => JSON.stringify(dump)).join(',\n');
  return [
    { path: BULK_INDEX, content: `[\n${lines}\n]\n`, timestamp },
    { path: pathOf(bulkUrl), content: json, timestamp },
  ];
}

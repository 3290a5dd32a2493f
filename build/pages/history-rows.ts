import {
  CHANGED,
  CONSTANT,
  type DocumentHistory,
  historyOf,
  type LevelDoubles,
  PLACES,
  type StoredDocument,
  type StoredHistory,
} from '../contract/title-history.ts';

/**
 * Reads the whole file row by row: all rows at once would take four times as much memory as the file.
 *
 * @param json as a build wrote it @returns the levels with the number of another one, and all documents, those that changed first
 */
export function historyRows(json: Buffer): { doubles: LevelDoubles; rows: Iterable<DocumentHistory> } {
  const [changed, places, constant] = [json.indexOf(CHANGED), json.indexOf(PLACES), json.indexOf(CONSTANT)];
  const { data } = JSON.parse(`${json.toString('utf8', 0, changed)}}}`) as { data: StoredHistory };
  const { levels, doubles = [] } = data;
  const end = json.lastIndexOf(END);
  // The rows outlive the file: who has read them all holds it no longer. A function that named `json` would hold it.
  let left: Buffer | null = json;
  function* rows(): Generator<DocumentHistory> {
    for (const [from, to] of [
      [changed + CHANGED.length, places - 1],
      [constant + CONSTANT.length, end],
    ] as const)
      for (let at = from; left && at < to; ) {
        const next = left.indexOf(BETWEEN_ROWS, at);
        const last = next < 0 || next > to ? to : next + 2;
        yield historyOf(JSON.parse(left.toString('utf8', at, last)) as StoredDocument, levels);
        at = last + 1;
      }
    left = null;
  }
  return { doubles, rows: rows() };
}

/** Behind a row, and before the next: identifiers begin with a slash, and a text that ends so has a comma behind it. */
const BETWEEN_ROWS = ']],["/';
/** Behind the last row. */
const END = ']},"meta":';

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
import { type Mark, MarkedFile } from '../files/marked-file.ts';

/**
 * Reads the file row by row: all rows at once would take four times as much memory as the file, which may have 60 MB.
 *
 * @param file as a build wrote it @returns the levels with the number of another one, and all documents, those that changed first
 */
export function historyRows(file: string): { doubles: LevelDoubles; rows: Iterable<DocumentHistory> } {
  const { levels, doubles = [] } = headOf(file);
  function* rows(): Generator<DocumentHistory> {
    const opened = new MarkedFile(file);
    try {
      opened.takeTo(BEHIND_HEAD);
      yield* rowsBefore(BEHIND_CHANGED);
      opened.takeTo(BEHIND_PLACES);
      yield* rowsBefore(BEHIND_CONSTANT);
    } finally {
      opened.close();
    }
    function* rowsBefore(last: Mark): Generator<DocumentHistory> {
      for (let mark: Mark | null = null; mark !== last; ) {
        const taken = opened.takeTo(BETWEEN_ROWS, last);
        mark = taken.mark;
        if (taken.text !== '') yield historyOf(JSON.parse(taken.text) as StoredDocument, levels);
      }
    }
  }
  return { doubles, rows: rows() };
}

function headOf(file: string): StoredHistory {
  const opened = new MarkedFile(file);
  try {
    return (JSON.parse(`${opened.takeTo(BEHIND_HEAD).text}}}`) as { data: StoredHistory }).data;
  } finally {
    opened.close();
  }
}

const BEHIND_HEAD: Mark = { text: CHANGED };
/** Identifiers begin with a slash, and a text that ends so has a comma behind it. */
const BETWEEN_ROWS: Mark = { text: ']],["/', kept: 2, left: 3 };
const BEHIND_CHANGED: Mark = { text: `]${PLACES}` };
const BEHIND_PLACES: Mark = { text: CONSTANT };
const BEHIND_CONSTANT: Mark = { text: ']},"meta":' };

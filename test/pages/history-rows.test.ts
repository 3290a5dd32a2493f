import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { collectGarbage } from '../../build/common/garbage.ts';
import { resourceBody } from '../../build/contract/envelope.ts';
import {
  type DocumentHistory,
  type HeldText,
  readHistory,
  serialisedHistory,
  storedHistory,
  type TitleHistory,
} from '../../build/contract/title-history.ts';
import { historyRows } from '../../build/pages/history-rows.ts';

/** The file with the histories of a title, as a whole and row by row. */

/** Titles that look like what is between rows and lists of the file. */
const HOSTILE = [
  '§ 1–2',
  ']],[',
  ']],["/us/usc/t9/s1"',
  ',"changed":[',
  ',"constant":[',
  ']},"meta":',
  '\\',
  '',
];

const textOf = (title: string, more: Partial<HeldText> = {}): HeldText => ({
  ...{ display_title: title, status: title, isNewInNotes: false, was: null },
  levels: ['/us/usc/t9', `/us/usc/t9/ch${title}`],
  ...more,
});

/** @param count of documents: each third never changed, others were new in their notes, renumbered or gone */
function historyOf(count: number, doubles: TitleHistory['doubles'] = []): TitleHistory {
  const documents = Array.from({ length: count }, (_, i): DocumentHistory => {
    const title = HOSTILE[i % HOSTILE.length] as string;
    const first = { from: '2020-01-01', text: textOf(title) };
    const more = [
      [],
      [
        { from: '2021-01-01', text: textOf(title, { isNewInNotes: true }) },
        { from: '2022-01-01', text: null },
      ],
      [{ from: '2021-01-01', text: textOf('moved', { was: '/us/usc/t9/s1' }) }],
    ][i % 3] as DocumentHistory['runs'];
    return { identifier: `/us/usc/t9/s${i}`, runs: [first, ...more] };
  });
  return { from: '2020-01-01', to: '2022-01-01', documents, ...(doubles.length > 0 && { doubles }) };
}

const DOUBLES = [['/us/usc/t9/ch1:x', '/us/usc/t9/ch1~2']] as const;

for (const history of [historyOf(0), historyOf(1), historyOf(2), historyOf(50, DOUBLES), historyOf(3000)]) {
  const { documents, doubles = [] } = history;
  const file = resourceBody(storedHistory(history), 'x').json;

  test(`a file of ${documents.length} documents that is written in pieces is the same`, () => {
    const pieces = [...serialisedHistory(history)];
    assert.is(pieces.join(''), JSON.stringify(storedHistory(history)));
    const longest = Math.max(...pieces.map(({ length }) => length));
    assert.ok(documents.length < 1000 || longest < file.length / 3, `${longest} of ${file.length}`);
  });

  test(`a file of ${documents.length} documents is read row by row as it is read as a whole`, () => {
    assert.equal(readHistory(file, true).documents, documents);
    const read = historyRows(Buffer.from(file));
    assert.equal(read.doubles, doubles);
    const isChanged = ({ runs }: DocumentHistory): boolean => runs.length > 1;
    const [changed, constant] = [true, false].map(are => documents.filter(each => isChanged(each) === are));
    assert.equal([...read.rows], [...(changed ?? []), ...(constant ?? [])]);
  });
}

/** Opens a file that only the rows hold. */
function opened(): { rows: Iterable<DocumentHistory>; file: WeakRef<Buffer> } {
  const file = Buffer.from(resourceBody(storedHistory(historyOf(3000)), 'x').json);
  return { rows: historyRows(file).rows, file: new WeakRef(file) };
}

test('rows that were read do not hold the file', async () => {
  const { rows, file } = opened();
  assert.is([...rows].length, 3000);
  // What is seen through a weak reference lives to the end of the turn.
  await setImmediate();
  collectGarbage();
  assert.is(file.deref(), undefined);
  assert.equal([...rows], [], 'the rows are there, and read');
});

test.run();

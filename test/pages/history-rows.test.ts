import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
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
import { leftOpen } from '../helpers/open-files.ts';
import { temporaryFolder } from '../helpers/tree.ts';

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

/** A file with this text. */
function written(text: string): string {
  const file = path.join(temporaryFolder(), 'versions.json');
  fs.writeFileSync(file, text);
  return file;
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
    const read = historyRows(written(file));
    assert.equal(read.doubles, doubles);
    const isChanged = ({ runs }: DocumentHistory): boolean => runs.length > 1;
    const [changed, constant] = [true, false].map(are => documents.filter(each => isChanged(each) === are));
    assert.equal([...read.rows], [...(changed ?? []), ...(constant ?? [])]);
  });
}

test('rows are read a piece at a time, and leave no file open, also where not all are read', async () => {
  const file = written(resourceBody(storedHistory(historyOf(20_000)), 'x').json);
  const { readSync, readFileSync } = fs;
  const lengths: number[] = [];
  Object.assign(fs, {
    readFileSync: assert.unreachable,
    readSync: (...args: Parameters<typeof readSync>) => {
      const length = readSync(...args);
      lengths.push(length);
      return length;
    },
  });
  try {
    const left = await leftOpen(async () => {
      assert.is([...historyRows(file).rows].length, 20_000);
      for (const row of historyRows(file).rows) {
        assert.is(row.identifier, '/us/usc/t9/s1');
        break;
      }
      historyRows(file);
    });
    assert.is(left, 0);
  } finally {
    Object.assign(fs, { readSync, readFileSync });
  }
  const { size } = fs.statSync(file);
  assert.ok(
    size > 2_000_000 && Math.max(...lengths) < 300_000,
    `${size} bytes, ${Math.max(...lengths)} at most`,
  );
});

test('a file that ends too early is refused, and closed', async () => {
  const whole = resourceBody(storedHistory(historyOf(20)), 'x').json;
  for (const end of [10, whole.indexOf('"places"') - 5, whole.indexOf('"constant"'), whole.length - 60]) {
    const file = written(whole.slice(0, end));
    const left = await leftOpen(async () =>
      assert.throws(() => [...historyRows(file).rows], `${file} ends before`),
    );
    assert.is(left, 0);
  }
});

test.run();

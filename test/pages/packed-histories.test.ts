import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DocumentHistory, HeldText } from '../../build/contract/title-history.ts';
import { PackedHistories } from '../../build/pages/packed-histories.ts';
import { settledHeap } from '../helpers/heap.ts';

/** The histories of a title's documents, held as numbers. */

const text = (name: string, more: Partial<HeldText> = {}): HeldText => ({
  display_title: name,
  status: 'in_force',
  levels: ['/us/usc/t9', `/us/usc/t9/${name}`],
  isNewInNotes: false,
  was: null,
  ...more,
});

const row = (identifier: string, ...texts: (HeldText | null)[]): DocumentHistory => ({
  identifier,
  runs: texts.map((each, i) => ({ from: `20${10 + i}-01-01`, text: each })),
});

function packed(...rows: DocumentHistory[]): PackedHistories {
  const histories = new PackedHistories();
  for (const each of rows) histories.set(each);
  return histories;
}

test('every fact of a time comes back, in the order of the law', () => {
  const rows = [
    row('/us/usc/t9/s2', text('b')),
    row(
      '/us/usc/t9/s10',
      text('a'),
      null,
      text('a', { isNewInNotes: true }),
      text('c', { was: '/us/usc/t9/s3' }),
    ),
    row('/us/usc/t9/s11', null, text('', { levels: [], status: 'repealed', was: '' })),
    row('/us/usc/t9/s12'),
  ];
  const histories = packed(...rows.toReversed());
  assert.equal([...histories], rows);
  assert.equal(histories.get('/us/usc/t9/s10'), rows[1]);
  assert.is(histories.get('/us/usc/t9/s1'), null);
  assert.is(histories.count, 4);
});

test('a document is replaced, removed and added', () => {
  const histories = packed(row('/s1', text('a')), row('/s3', text('b'), text('c')));
  histories.set(row('/s1', text('d'), text('e'), text('f')));
  assert.equal(
    [...histories],
    [row('/s1', text('d'), text('e'), text('f')), row('/s3', text('b'), text('c'))],
  );
  histories.set(row('/s2', null));
  assert.equal(
    [...histories].map(({ identifier }) => identifier),
    ['/s1', '/s2', '/s3'],
  );
  histories.delete('/s1');
  histories.delete('/s9');
  assert.equal([...histories], [row('/s2', null), row('/s3', text('b'), text('c'))]);
  assert.equal([histories.count, histories.get('/s1')], [2, null]);
  histories.delete('/s2');
  histories.delete('/s3');
  assert.equal([histories.count, [...histories]], [0, []]);
});

test('a document that is replaced while all are read is read as it is then, and none twice', () => {
  const histories = packed(row('/s1', text('a')), row('/s2', text('b')), row('/s3', text('c')));
  const read: DocumentHistory[] = [];
  for (const each of histories) {
    read.push(each);
    histories.set(row('/s3', text('d')));
    histories.set(row('/s1', text('e')));
  }
  assert.equal(read, [row('/s1', text('a')), row('/s2', text('b')), row('/s3', text('d'))]);
});

test('times take a few bytes each, and their levels are one list', async () => {
  const [documents, times] = [6000, 50];
  const histories = new PackedHistories();
  const before = await settledHeap();
  for (let i = 0; i < documents; i++)
    histories.set(row(`/s${i}`, ...Array.from({ length: times }, () => text(`a name of ${i % 10}`))));
  const bytes = ((await settledHeap()) - before) / (documents * times);
  assert.ok(bytes < 60, `${bytes} bytes for each time`);
  const [first, tenth] = ['/s0', '/s10'].map(identifier => histories.get(identifier));
  assert.equal(first, row('/s0', ...Array.from({ length: times }, () => text('a name of 0'))));
  assert.is(first?.runs[0]?.text?.levels, tenth?.runs[49]?.text?.levels);
});

test.run();

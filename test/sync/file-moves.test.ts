import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Move, Moves, RANKS, rankOf } from '../../build/sync/file-moves.ts';
import { countsOf, formatSync, sumOf } from '../../build/sync/report.ts';
import { temporaryFolder } from '../helpers/tree.ts';

const SHA = 'a'.repeat(64);

const move = (name: string, more: Partial<Move> = {}): Move => ({
  ...{
    path: name,
    rank: 'documents',
    bytes: 1,
    sha256: SHA,
    date: '2020-01-01',
    isNew: false,
    isDoubtful: false,
  },
  ...more,
});

const paths = (moves: Iterable<Move>): string[] => Array.from(moves, ({ path }) => path);

function withMoves(run: (moves: Moves) => void): void {
  const moves = new Moves(path.join(temporaryFolder(), 'moves.sqlite'));
  try {
    run(moves);
  } finally {
    moves.close();
  }
}

test('a file is moved after the files that it names', () => {
  for (const [before, after] of [
    ['new documents', 'new pages'],
    ['new pages', 'pages'],
    ['dumps', 'list of dumps'],
    ['catalog', 'report'],
    ['manifest parts', 'manifest'],
    ['changes', 'list of changes'],
    ['list of changes', 'manifest'],
    ['signature', 'manifest'],
  ] as const)
    assert.ok(RANKS.indexOf(before) < RANKS.indexOf(after), `${before}, ${after}`);
  assert.is(RANKS.at(-1), 'manifest');
  for (const [name, isNew, rank] of [
    ['bulk/usc/all.jsonl.gz', true, 'dumps'],
    ['bulk/index.json', false, 'list of dumps'],
    ['api/bulk.json', true, 'list of dumps'],
    ['api/usc/documents/t17/s106.md', true, 'new documents'],
    ['api/usc/documents/t17/s106.md', false, 'documents'],
    ['api/usc/titles.json', true, 'new pages'],
    ['api/usc/titles.json', false, 'pages'],
  ] as const)
    assert.is(rankOf(name, isNew), rank, name);
});

test('thousands of files are in order, each once, also those of one rank and removed ones', () => {
  withMoves(moves => {
    const name = (i: number): string => `api/usc/documents/t1/s${String(i).padStart(5, '0')}.json`;
    for (let i = 2500; i-- > 0; ) {
      assert.ok(
        moves.add(move(name(i), { rank: i % 2 ? 'documents' : 'new documents', isNew: i % 2 === 0 })),
      );
      moves.addGone({ path: name(i + 5000), fingerprint: i % 5 === 0 ? '' : 'x' });
      if (i < 1200) moves.addGone({ path: `api/usc/titles/${i}.json`, fingerprint: 'x' });
    }
    assert.not(moves.add(move(name(7))), 'another has the path');
    moves.settle();
    const order = Array.from({ length: 2500 }, (_, i) => i).sort((a, b) => (a % 2) - (b % 2) || a - b);
    assert.equal(paths(moves.inOrder()), order.map(name));
    assert.is(paths(moves.inOrder('documents')).length, 1250);
    assert.equal([...moves.inOrder('pages')], []);
    const removed = [...moves.removed()];
    assert.equal([removed.length, new Set(removed).size], [3700, 3700]);
    assert.ok(
      removed.slice(0, 1200).every(each => each.startsWith('api/usc/titles/')),
      'pages first',
    );
    assert.is([...moves.removed('counted')].length, 3200);
    assert.equal(moves.totals(), { files: 2500, bytes: 2500, removed: 3700 });
    assert.equal(
      [moves.find(name(8))?.isNew, moves.find(name(9))?.isNew, moves.find('x')],
      [true, false, null],
    );
    moves.drop(name(8));
    assert.is(moves.find(name(8)), null);
  });
});

test('a file in another part than before is kept, and fetched if it differs', () => {
  withMoves(moves => {
    const same = { rank: 'new pages', isNew: true } as const;
    const fingerprint = `2020-01-01 ${SHA} 1`;
    for (const name of ['api/a.json', 'api/b.json', 'api/c.json']) moves.add(move(name, same));
    moves.addGone({ path: 'api/a.json', fingerprint });
    moves.addGone({ path: 'api/b.json', fingerprint: fingerprint.replace(/1$/, '2') });
    moves.settle();
    assert.equal([...moves.removed()], []);
    assert.equal(paths(moves.inOrder()), ['api/c.json', 'api/b.json']);
    const b = moves.find('api/b.json');
    assert.equal([b?.rank, b?.isNew], ['pages', false]);
  });
});

test('a name that is both a file and a folder is found', () => {
  withMoves(moves => {
    for (const name of ['api/a', 'api/a-b/c', 'api/ab']) moves.add(move(name));
    assert.is(moves.clash(), null);
    moves.add(move('api/a/b/c'));
    assert.is(moves.clash(), 'api/a');
  });
});

test('moved files are counted by kind, with sums', () => {
  withMoves(moves => {
    moves.add(move('a', { bytes: 10 }));
    moves.add(move('b', { bytes: 5, rank: 'new documents' }));
    moves.add(move('c', { bytes: null, rank: 'catalog' }));
    const moved = countsOf(moves);
    assert.equal(moved, { documents: { files: 2, bytes: 15 }, catalog: { files: 1, bytes: 0 } });
    assert.equal(sumOf(moved), { files: 3, bytes: 15 });
    assert.equal(sumOf({}), { files: 0, bytes: 0 });
    const traffic = { requests: 1234, bytes: 5_600_000 };
    const report = {
      isUpToDate: false,
      moved,
      removed: 7,
      resumed: 0,
      traffic,
      targetTraffic: null,
      seconds: 1,
    };
    const told = formatSync(report);
    assert.match(
      told,
      /^files {6}3 moved, 0\.0 MB: documents 2, catalog 1; 7 removed\nsource {5}1,234 requests, 5\.6 MB\nseconds {4}1\.0$/,
    );
    assert.match(formatSync({ ...report, resumed: 4 }), /\nresumed {4}4 files/);
    assert.match(formatSync({ ...report, targetTraffic: traffic }), /\ntarget {5}1,234 requests/);
    assert.match(formatSync({ ...report, isUpToDate: true }), /^up to date\nsource/);
  });
});

test.run();

import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildHere, editable } from '../helpers/builds.ts';
import { edit } from '../helpers/rebuilding.ts';

/** The database frees the memory of rows when the event loop turns, so no build may read rows for long without a turn. */

const CITATIONS = 6000;
const MOST_BETWEEN_TURNS = 3000;

interface Reading {
  iterate(...values: unknown[]): unknown;
}

/** Counts the calls that read rows, until `restore`. */
function countReads() {
  const db = new Database(':memory:');
  const statement: Reading = Object.getPrototypeOf(db.prepare('SELECT 1'));
  db.close();
  const { iterate } = statement;
  const counts = { all: 0, most: 0 };
  let [sinceTurn, isWaiting] = [0, false];
  statement.iterate = function (this: Reading, ...values) {
    counts.all++;
    counts.most = Math.max(counts.most, ++sinceTurn);
    if (!isWaiting) {
      isWaiting = true;
      setImmediate(() => {
        [sinceTurn, isWaiting] = [0, false];
      });
    }
    return iterate.apply(this, values);
  };
  const restore = (): void => {
    statement.iterate = iterate;
  };
  return { counts, restore };
}

test('a build that looks up many references lets the event loop turn', async () => {
  const { corpus, dist } = editable();
  const citations = Array.from({ length: CITATIONS }, (_, i) => `17 U.S.C. ${20_000 + i}`).join('; ');
  edit(corpus, 'usc/title-17/chapter-01/section-107.md', text =>
    text.replace(/\n\n# .*\n/, `$&\nSee ${citations}.\n`),
  );
  const { counts, restore } = countReads();
  try {
    await buildHere(corpus, dist, { bulk: false });
  } finally {
    restore();
  }
  assert.ok(counts.all > CITATIONS, `${counts.all} calls`);
  assert.ok(counts.most < MOST_BETWEEN_TURNS, `${counts.most} calls without a turn`);
});

test.run();

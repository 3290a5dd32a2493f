import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SEARCH_INDEX_SCHEMA } from '../../build/formats/search-index.ts';

test('references to itself, a whole part or a missing document do not count', () => {
  const db = new Database(':memory:');
  db.exec(`${SEARCH_INDEX_SCHEMA}
    INSERT INTO documents SELECT value, 's' || value, '', '', '', '', '' FROM json_each('[1, 2, 3, 4]');
    INSERT INTO citations VALUES ('usc:17:1', 1), ('usc:17:2', 2), ('id:s2', 2), ('part:17:1', 1), ('usc:17:3', 3);
    INSERT INTO cites VALUES ('usc:17:2', 1), ('id:s2', 1), ('usc:17:2', 2), ('usc:17:2', 3), ('usc:17:1', 3),
      ('part:17:1', 2), ('usc:99:1', 3)`);
  assert.equal(db.prepare('SELECT id, cites, cited_by FROM reference_counts ORDER BY id').raw().all(), [
    [1, 1, 1],
    [2, 0, 2],
    [3, 2, 0],
    [4, 0, 0],
  ]);
  db.close();
});

test.run();

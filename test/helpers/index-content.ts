import Database from 'libsql';
import * as assert from 'uvu/assert';
import { BLOCK, readRows } from '../../build/formats/row-sets.ts';

const FULL_TEXT = ['texts', 'labels', 'acts'];
const BY_ROW = 'places citations signatures cites name_mentions abbreviations act_names acts'.split(' ');

/** All that the index holds, by identifiers instead of rows. */
export function contentOf(file: string): unknown[] {
  const db = new Database(`file:${file}?mode=ro`);
  for (const table of FULL_TEXT)
    db.exec(`CREATE VIRTUAL TABLE temp.${table}_words USING fts5vocab(main, ${table}, instance)`);
  const content = [
    'SELECT key FROM about',
    'SELECT identifier, hash, heading, names, hit, body FROM documents ORDER BY 1',
    'SELECT identifier, identifier_order, document_number_order FROM places ORDER BY 1',
    'SELECT key, identifier FROM citations JOIN documents USING (id) ORDER BY 1, 2',
    'SELECT identifier, words FROM signatures JOIN documents USING (id) ORDER BY 1',
    'SELECT identifier, key FROM cites JOIN documents USING (id) ORDER BY 1, 2',
    'SELECT identifier, key, name, weight FROM name_mentions JOIN documents USING (id) ORDER BY 1, 2, 3',
    'SELECT identifier, short, long FROM abbreviations JOIN documents USING (id) ORDER BY 1, 2, 3',
    'SELECT * FROM abbreviation_counts ORDER BY 1, 2',
    'SELECT * FROM label_stems ORDER BY 1',
    'SELECT identifier, cites, cited_by FROM reference_counts JOIN documents USING (id) ORDER BY 1',
    'SELECT identifier, name FROM act_names JOIN documents USING (id) ORDER BY 1, 2',
    'SELECT identifier, acts.names FROM acts JOIN documents ON id = acts.rowid ORDER BY 1',
    ...FULL_TEXT.map(
      table =>
        `SELECT identifier, term, col, "offset" FROM ${table}_words JOIN documents ON id = doc ORDER BY 1, 3, 4`,
    ),
    // Rows of documents that are gone would be in no list above.
    ...[...BY_ROW, ...FULL_TEXT.map(table => `${table}_words`)].map(table => `SELECT count(*) FROM ${table}`),
  ].map(sql => db.prepare(sql).raw().all() as unknown[]);
  const columns = columnsOf(db);
  assert.equal(
    columns.map(([identifier, { cited_by }]) => [identifier, Number(cited_by)]),
    db
      .prepare('SELECT identifier, cited_by FROM reference_counts JOIN documents USING (id) ORDER BY 1')
      .raw()
      .all() as unknown[],
    'how often documents are cited',
  );
  const postings = postingsOf(db);
  db.close();
  return [...content, columns, postings];
}

const identifiersIn = (db: Database.Database): Map<number, string> =>
  new Map(db.prepare('SELECT id, identifier FROM documents').raw().all() as [number, string][]);

type Value = string | number | null;

/** What the columns hold of each document. A row of no document holds nothing. */
function columnsOf(db: Database.Database): [identifier: string, values: Record<string, Value>][] {
  const values = new Map(
    (db.prepare('SELECT name, code, value FROM column_values').raw().all() as [string, number, Value][]).map(
      ([name, code, value]) => [`${name} ${code}`, value],
    ),
  );
  const identifiers = identifiersIn(db);
  const byIdentifier = new Map<string, Record<string, Value>>();
  for (const [name, bytes] of db.prepare('SELECT name, numbers FROM columns ORDER BY 1').raw().all() as [
    string,
    Buffer,
  ][])
    for (let id = 0; id < bytes.length / 4; id++) {
      const number = bytes.readUInt32LE(id * 4);
      const identifier = identifiers.get(id);
      if (identifier === undefined) assert.is(number, 0, `${name} of a row of no document`);
      else
        byIdentifier.set(identifier, {
          ...byIdentifier.get(identifier),
          [name]: values.get(`${name} ${number}`) ?? number,
        });
    }
  return [...byIdentifier].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Which documents hold which stem in which field. */
function postingsOf(db: Database.Database): string[] {
  const identifiers = identifiersIn(db);
  const held: string[] = [];
  for (const [block, term, ...fields] of db.prepare('SELECT * FROM postings').raw().all() as [
    number,
    string,
    ...(Buffer | null)[],
  ][])
    for (const [i, set] of fields.entries())
      for (const row of set ? readRows(set) : []) {
        const identifier = identifiers.get(block * BLOCK + row);
        if (identifier !== undefined) held.push(`${term} ${i} ${identifier}`);
      }
  assert.is(new Set(held).size, held.length);
  return held.sort();
}

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../build/contract/params.ts';
import { parseSearchQuery } from '../../build/contract/search.ts';
import { updateSearchIndex } from '../../build/search/embedded.ts';
import { listTree } from '../../build/search/tree.ts';
import { answerQuery } from '../../shim/search/embedded/answer.ts';
import { SearchIndex } from '../../shim/search/embedded/index.ts';
import { Random } from '../helpers/random.ts';
import { rowOf } from '../helpers/search-index.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { type FixtureDocument, FixtureTree, section } from './typesense/fixture.ts';

const WORDS = 'lamp keeper oil wick harbor record tide gauge light station'.split(' ');
/** What refers to other documents. */
const REFERENCES = [
  'section 3 of this title',
  '17 U.S.C. 5',
  'the Harbor Light Office (HLO)',
  'this section may be cited as the “Harbor Light Act”.',
];
const QUERIES = [
  'lamp',
  'lamp oil',
  'lamp oil zeppelin',
  'hlo',
  'harbor light act',
  '"tide gauge"',
  'keeper -oil',
  'harb',
  'light station records',
  '17 USC 3',
  '2018-00004',
];

/** Edits a tree as a corpus is edited from night to night. */
class Editor {
  readonly tree = new FixtureTree([]);
  readonly #random: Random;
  readonly #documents = new Map<string, FixtureDocument>();

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  edit(count: number): void {
    for (let i = 0; i < count; i++) {
      if (this.#documents.size > 5 && this.#random.chance(0.3)) this.#remove();
      else this.#write();
    }
  }

  #write(): void {
    const number = this.#random.below(30);
    const references = REFERENCES.filter(() => this.#random.chance(0.2));
    const text = [this.#words(1 + this.#random.below(60)), ...references].join(' ');
    const document = this.#random.chance(0.5)
      ? this.#notice(`2018-0000${number}`, text)
      : section(17, String(number), this.#words(3), text);
    this.tree.write(document);
    this.#documents.set(document.identifier, document);
  }

  #notice(number: string, text: string): FixtureDocument {
    const metadata = {
      display_title: this.#words(3),
      document_number: number,
      publication_date: this.#random.day(2018, 2),
      agency: this.#words(1),
      agencies: [this.#words(1), this.#words(1).toUpperCase()],
      status: this.#random.pick(['in_force', 'repealed']),
    };
    return { identifier: `/us/fr/${number}`, source: 'fr', text, metadata };
  }

  #remove(): void {
    const document = this.#random.pick([...this.#documents.values()]);
    this.tree.delete(document);
    this.#documents.delete(document.identifier);
  }

  #words = (count: number): string =>
    Array.from(
      { length: count },
      () => this.#random.pick(WORDS) + this.#random.pick(['', '', 's', '.']),
    ).join(' ');
}

const FULL_TEXT = ['texts', 'labels', 'acts'];
const BY_ROW =
  'attributes citations signatures cites name_mentions abbreviations reference_counts act_names acts'.split(
    ' ',
  );

/** All that the index holds, by identifiers instead of rows. */
function contentOf(file: string): unknown[] {
  const db = new Database(`file:${file}?mode=ro`);
  for (const table of FULL_TEXT)
    db.exec(`CREATE VIRTUAL TABLE temp.${table}_words USING fts5vocab(main, ${table}, instance)`);
  const content = [
    'SELECT identifier, hash, heading, names, hit, body FROM documents ORDER BY 1',
    `SELECT identifier, source, status, granularity, title_number, document_type, agencies, publication_date,
       document_number_order, identifier_order FROM attributes ORDER BY 1`,
    'SELECT key, identifier FROM agency_lists JOIN attributes USING (agencies) ORDER BY 1, 2',
    'SELECT key, identifier FROM citations JOIN documents USING (id) ORDER BY 1, 2',
    'SELECT identifier, words FROM signatures JOIN documents USING (id) ORDER BY 1',
    'SELECT identifier, key FROM cites JOIN documents USING (id) ORDER BY 1, 2',
    'SELECT identifier, key, name, weight FROM name_mentions JOIN documents USING (id) ORDER BY 1, 2, 3',
    'SELECT identifier, short, long FROM abbreviations JOIN documents USING (id) ORDER BY 1, 2, 3',
    'SELECT identifier, cites, cited_by FROM reference_counts JOIN documents USING (id) ORDER BY 1',
    'SELECT identifier, name FROM act_names JOIN documents USING (id) ORDER BY 1, 2',
    'SELECT identifier, acts.names FROM acts JOIN documents ON id = acts.rowid ORDER BY 1',
    ...FULL_TEXT.map(
      table =>
        `SELECT identifier, term, col, "offset" FROM ${table}_words JOIN documents ON id = doc ORDER BY 1, 3, 4`,
    ),
    // Rows of documents that are gone would be in no list above.
    ...[...BY_ROW, ...FULL_TEXT.map(table => `${table}_words`)].map(table => `SELECT count(*) FROM ${table}`),
  ].map(sql => db.prepare(sql).raw().all());
  db.close();
  return content;
}

async function answersOf(file: string): Promise<unknown[]> {
  const index = await SearchIndex.open(file);
  const answers = [];
  for (const q of QUERIES) {
    const facets = 'source,status,agency,publication_date,title_number';
    const query = parseSearchQuery(readParams(`q=${q}&limit=50&facets=${facets}`));
    answers.push(await answerQuery(index, query, new AbortController().signal));
  }
  index.close();
  return answers;
}

const lamps = (number: number): FixtureDocument => section(17, String(number), 'Lamps', 'lamp');

test('an updated index holds and answers the same as one made afresh', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const editor = new Editor(seed);
    const { directory: tree } = editor.tree;
    const updated = join(tree, 'catalog/search.sqlite');
    const fresh = join(temporaryFolder(), 'fresh.sqlite');
    for (const edits of [40, 1, 0, 15, 3, 60]) {
      editor.edit(edits);
      await updateSearchIndex({
        content: '',
        changes: null,
        documents: () => listTree(tree),
        out: updated,
        previous: updated,
      });
      await updateSearchIndex({
        content: '',
        changes: null,
        documents: () => listTree(tree),
        out: fresh,
        previous: null,
      });
      assert.equal(contentOf(updated), contentOf(fresh), `seed ${seed}, ${edits} edits`);
      assert.equal(await answersOf(updated), await answersOf(fresh), `seed ${seed}, ${edits} edits`);
    }
  }
});

test('what follows from references is derived again at each update, for all documents', async () => {
  const fixture = new FixtureTree([1, 2, 3, 4].map(lamps));
  const out = join(fixture.directory, 'catalog/search.sqlite');
  const update = () =>
    updateSearchIndex({
      content: '',
      changes: null,
      documents: () => listTree(fixture.directory),
      out,
      previous: out,
    });
  await update();
  const db = new Database(out);
  const row = (number: number) => rowOf(lamps(number));
  db.exec(`
    INSERT INTO cites VALUES ('usc:17:2', ${row(1)}), ('id:/us/usc/t17/s2', ${row(1)}), ('usc:17:2', ${row(2)}),
      ('usc:17:2', ${row(3)}), ('usc:17:1', ${row(3)}), ('part:17:1', ${row(2)}), ('usc:99:1', ${row(3)});
    INSERT INTO citations VALUES ('part:17:1', ${row(1)});
    INSERT INTO name_mentions VALUES
      (${row(1)}, 'usc:17:2', 'lamp act', 1), (${row(3)}, 'usc:17:2', 'lamp act', 1),
      (${row(1)}, 'usc:17:2', 'oil act', 2), (${row(3)}, 'usc:17:2', 'slip act', 1),
      (${row(3)}, 'usc:17:1', 'wick act', 2);
    INSERT INTO act_names VALUES (${row(4)}, 'stale act')`);
  db.close();
  const derived = () => {
    const db = new Database(`file:${out}?mode=ro`);
    const rows = (sql: string) => db.prepare(sql).raw().all();
    const result = {
      counts: rows(
        `SELECT substr(identifier, 13), cites, cited_by
         FROM reference_counts JOIN documents USING (id) ORDER BY 1`,
      ),
      names: rows(
        'SELECT substr(identifier, 13), name FROM act_names JOIN documents USING (id) ORDER BY 1, 2',
      ),
      acts: rows(`SELECT substr(identifier, 13) FROM documents WHERE id IN
        (SELECT rowid FROM acts WHERE acts MATCH 'act') ORDER BY 1`),
    };
    db.close();
    return result;
  };
  fixture.write({ ...lamps(4), text: 'oil' });
  await update();
  assert.equal(derived(), {
    counts: [
      // Two keys of one document are one reference; one to itself, to a part and to what is not there are none.
      ['s1', 1, 1],
      ['s2', 0, 2],
      ['s3', 2, 0],
    ],
    // A name that was read once may be a slip.
    names: [
      ['s1', 'wick act'],
      ['s2', 'lamp act'],
      ['s2', 'oil act'],
    ],
    acts: [['s1'], ['s2']],
  });
  fixture.delete(lamps(3));
  await update();
  assert.equal(derived(), {
    counts: [
      ['s1', 1, 0],
      ['s2', 0, 1],
    ],
    names: [['s2', 'oil act']],
    acts: [['s2']],
  });
});

test('only what changed is written', async () => {
  const fixture = new FixtureTree([1, 2, 3].map(lamps));
  const { directory: tree } = fixture;
  const out = join(tree, 'catalog/search.sqlite');
  const progress: number[] = [];
  const update = () =>
    updateSearchIndex({
      content: '',
      changes: null,
      documents: () => listTree(tree),
      out,
      previous: out,
      onProgress: done => progress.push(done),
    });
  assert.equal(await update(), { documents: 3, written: 3, removed: 0 });
  assert.equal(await update(), { documents: 3, written: 0, removed: 0 });
  fixture.write({ ...lamps(2), text: 'oil' });
  fixture.delete(lamps(3));
  assert.equal(await update(), { documents: 2, written: 1, removed: 1 });
  assert.equal(progress, [1, 2, 3, 1, 2, 3, 1, 2]);
});

test('an index that cannot be used is made afresh', async () => {
  const { directory: tree } = new FixtureTree([lamps(1)]);
  const out = join(tree, 'catalog/search.sqlite');
  await updateSearchIndex({
    content: '',
    changes: null,
    documents: () => listTree(tree),
    out,
    previous: null,
  });
  const content = contentOf(out);
  const foreign = join(tree, 'foreign.sqlite');
  const db = new Database(foreign);
  db.exec('CREATE TABLE documents (id); PRAGMA user_version = 999');
  db.close();
  const damaged = join(tree, 'damaged.sqlite');
  writeFileSync(damaged, 'This is no database. '.repeat(1000));
  for (const previous of [foreign, damaged, join(tree, 'missing.sqlite')]) {
    assert.equal(
      await updateSearchIndex({ content: '', changes: null, documents: () => listTree(tree), out, previous }),
      {
        documents: 1,
        written: 1,
        removed: 0,
      },
    );
    assert.equal(contentOf(out), content);
  }
});

test('a failed update leaves the index as it was, and nothing beside it', async () => {
  const { directory: tree } = new FixtureTree([lamps(1)]);
  const out = join(tree, 'catalog/search.sqlite');
  await updateSearchIndex({
    content: '',
    changes: null,
    documents: () => listTree(tree),
    out,
    previous: null,
  });
  const content = contentOf(out);
  async function* broken() {
    yield { identifier: '/us/usc/t17/s2', hash: 'x', read: () => assert.unreachable() as never };
  }
  let failed = false;
  await updateSearchIndex({ out, previous: out, content: '', changes: null, documents: broken }).catch(() => {
    failed = true;
  });
  assert.ok(failed);
  assert.equal(contentOf(out), content);
  assert.equal(readdirSync(join(tree, 'catalog')), ['search.sqlite']);
  assert.ok(existsSync(out));
});

test.run();

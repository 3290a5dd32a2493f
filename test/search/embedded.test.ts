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
import { temporaryFolder } from '../helpers/tree.ts';
import { type FixtureDocument, FixtureTree, section } from './typesense/fixture.ts';

const WORDS = 'lamp keeper oil wick harbor record tide gauge light station'.split(' ');
const QUERIES = [
  'lamp',
  'lamp oil',
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
    const text = this.#words(1 + this.#random.below(60));
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

/** All that the index holds, by identifiers instead of rows. */
function contentOf(file: string): unknown[] {
  const db = new Database(`file:${file}?mode=ro`);
  for (const table of ['texts', 'headings'])
    db.exec(`CREATE VIRTUAL TABLE temp.${table}_words USING fts5vocab(main, ${table}, instance)`);
  const content = [
    'SELECT identifier, hash, heading, hit, body FROM documents ORDER BY 1',
    `SELECT identifier, source, status, granularity, title_number, document_type, agencies, publication_date,
       document_number_order, identifier_order FROM attributes ORDER BY 1`,
    'SELECT key, identifier FROM agency_lists JOIN attributes USING (agencies) ORDER BY 1, 2',
    'SELECT key, identifier FROM citations JOIN documents USING (id) ORDER BY 1, 2',
    'SELECT identifier, term, col, "offset" FROM texts_words JOIN documents ON id = doc ORDER BY 1, 3, 4',
    'SELECT identifier, term, col, "offset" FROM headings_words JOIN documents ON id = doc ORDER BY 1, 3, 4',
    'SELECT count(*) FROM texts_words',
    'SELECT count(*) FROM headings_words',
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
      await updateSearchIndex({ documents: listTree(tree), out: updated, previous: updated });
      await updateSearchIndex({ documents: listTree(tree), out: fresh, previous: null });
      assert.equal(contentOf(updated), contentOf(fresh), `seed ${seed}, ${edits} edits`);
      assert.equal(await answersOf(updated), await answersOf(fresh), `seed ${seed}, ${edits} edits`);
    }
  }
});

test('only what changed is written', async () => {
  const fixture = new FixtureTree([1, 2, 3].map(lamps));
  const { directory: tree } = fixture;
  const out = join(tree, 'catalog/search.sqlite');
  const progress: number[] = [];
  const update = () =>
    updateSearchIndex({
      documents: listTree(tree),
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
  await updateSearchIndex({ documents: listTree(tree), out, previous: null });
  const content = contentOf(out);
  const foreign = join(tree, 'foreign.sqlite');
  const db = new Database(foreign);
  db.exec('CREATE TABLE documents (id); PRAGMA user_version = 999');
  db.close();
  const damaged = join(tree, 'damaged.sqlite');
  writeFileSync(damaged, 'This is no database. '.repeat(1000));
  for (const previous of [foreign, damaged, join(tree, 'missing.sqlite')]) {
    assert.equal(await updateSearchIndex({ documents: listTree(tree), out, previous }), {
      documents: 1,
      written: 1,
      removed: 0,
    });
    assert.equal(contentOf(out), content);
  }
});

test('a failed update leaves the index as it was, and nothing beside it', async () => {
  const { directory: tree } = new FixtureTree([lamps(1)]);
  const out = join(tree, 'catalog/search.sqlite');
  await updateSearchIndex({ documents: listTree(tree), out, previous: null });
  const content = contentOf(out);
  async function* broken() {
    yield { identifier: '/us/usc/t17/s2', hash: 'x', read: () => assert.unreachable() as never };
  }
  let failed = false;
  await updateSearchIndex({ out, previous: out, documents: broken() }).catch(() => {
    failed = true;
  });
  assert.ok(failed);
  assert.equal(contentOf(out), content);
  assert.equal(readdirSync(join(tree, 'catalog')), ['search.sqlite']);
  assert.ok(existsSync(out));
});

test.run();

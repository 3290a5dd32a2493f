import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery } from '../../../../build/contract/search.ts';
import { listTree, type TreeDocument } from '../../../../build/search/documents/tree-documents.ts';
import { answerQuery } from '../../../../build/search/embedded/find/answer.ts';
import { SearchIndex } from '../../../../build/search/embedded/find/open-index.ts';
import { type SearchIndexReport, updateSearchIndex } from '../../../../build/search/embedded/index/update.ts';
import { SEARCH_MEMORY } from '../../../../shim/search/configure.ts';
import { type FixtureDocument, FixtureTree, section } from '../../../helpers/fixture-tree.ts';
import { contentOf } from '../../../helpers/index-content.ts';
import { Random } from '../../../helpers/random.ts';
import { allOf } from '../../../helpers/search-index.ts';
import { temporaryFolder } from '../../../helpers/tree.ts';

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

async function answersOf(file: string): Promise<unknown[]> {
  const index = await SearchIndex.open(file, SEARCH_MEMORY);
  const answers = [];
  for (const q of QUERIES) {
    const facets = 'source,status,agency,publication_date,title_number';
    const query = parseSearchQuery(readParams(`q=${q}&limit=50&facets=${facets}`));
    answers.push(await answerQuery(index, query, new AbortController().signal));
  }
  index.close();
  return answers;
}

/** What an update tells, its size aside. */
async function told(update: Promise<SearchIndexReport>): Promise<Omit<SearchIndexReport, 'bytes'>> {
  const { bytes, ...report } = await update;
  assert.ok(bytes > 0);
  return report;
}

const lamps = (number: number): FixtureDocument => section(17, String(number), 'Lamps', 'lamp');

test('an updated index holds and answers the same as one made afresh', async () => {
  for (let seed = 1; seed <= 3; seed++) {
    const editor = new Editor(seed);
    const { directory: tree } = editor.tree;
    const updated = join(tree, 'catalog/search.sqlite');
    const fresh = join(temporaryFolder(), 'fresh.sqlite');
    for (const edits of [40, 1, 0, 15, 3, 60]) {
      editor.edit(edits);
      await updateSearchIndex({
        ...allOf(tree),
        out: updated,
        previous: updated,
      });
      await updateSearchIndex({
        ...allOf(tree),
        out: fresh,
        previous: null,
      });
      assert.equal(contentOf(updated), contentOf(fresh), `seed ${seed}, ${edits} edits`);
      assert.equal(await answersOf(updated), await answersOf(fresh), `seed ${seed}, ${edits} edits`);
    }
  }
});

/** Compared by the identifiers of what changed: what the build knows. */
class KnownChanges {
  readonly #tree: string;
  #before = new Map<string, TreeDocument>();
  #from = 'nothing';
  #count = 0;

  constructor(tree: string) {
    this.#tree = tree;
  }

  /** @returns what an update is told; all documents are asked for only where `isAsked` allows it */
  async next(isAsked: () => void) {
    const now = new Map<string, TreeDocument>();
    for await (const document of listTree(this.#tree)) now.set(document.identifier, document);
    const put = [...now.values()].filter(
      ({ identifier, hash }) => this.#before.get(identifier)?.hash !== hash,
    );
    const removed = [...this.#before.keys()].filter(identifier => !now.has(identifier));
    const from = this.#from;
    this.#before = now;
    this.#from = `state ${++this.#count}`;
    const tree = this.#tree;
    return {
      content: this.#from,
      changes: { from, put, removed },
      documents: () => {
        isAsked();
        return listTree(tree);
      },
    };
  }
}

test('an index after a chain of updates with known changes holds and answers the same', async () => {
  for (let seed = 11; seed <= 12; seed++) {
    const editor = new Editor(seed);
    const { directory: tree } = editor.tree;
    const updated = join(tree, 'catalog/search.sqlite');
    const fresh = join(temporaryFolder(), 'fresh.sqlite');
    const changes = new KnownChanges(tree);
    for (const [round, edits] of [40, 1, 0, 15, 3, 2].entries()) {
      editor.edit(edits);
      let asked = 0;
      await updateSearchIndex({ ...(await changes.next(() => asked++)), out: updated, previous: updated });
      assert.is(asked, round === 0 ? 1 : 0, 'all documents are asked for only where there is no index yet');
      await updateSearchIndex({ ...allOf(tree), out: fresh, previous: null });
      assert.equal(contentOf(updated), contentOf(fresh), `seed ${seed}, ${edits} edits`);
      assert.equal(await answersOf(updated), await answersOf(fresh), `seed ${seed}, ${edits} edits`);
    }
  }
});

test('an update with few changes derives the names and citations of changed documents', async () => {
  const many = Array.from({ length: 200 }, (_, i) =>
    section(18, String(i + 1), `Lamp ${i % 7}`, i % 3 === 0 ? '17 U.S.C. 2 and 17 U.S.C. 1' : 'lamp'),
  );
  const act = 'the Harbor Light Act (17 U.S.C. 2)';
  const fixture = new FixtureTree([lamps(1), lamps(2), { ...lamps(3), text: act }, ...many]);
  const { directory: tree } = fixture;
  const out = join(tree, 'catalog/search.sqlite');
  const fresh = join(temporaryFolder(), 'fresh.sqlite');
  const update = async (message: string) => {
    const report = updateSearchIndex({ ...allOf(tree), out, previous: out });
    await report;
    await updateSearchIndex({ ...allOf(tree), out: fresh, previous: null });
    assert.equal(contentOf(out), contentOf(fresh), message);
    return report;
  };
  await update('made');
  fixture.write({ ...lamps(2), text: 'oil' });
  assert.equal(await told(update('what many cite changes')), {
    of: 'previous',
    documents: 203,
    written: 1,
    removed: 0,
  });
  fixture.delete(lamps(3));
  await update('who names an act goes');
  fixture.write({ ...lamps(3), text: `${act}; 17 U.S.C. 1` });
  await update('who names an act comes, and cites another');
  fixture.delete(lamps(2));
  fixture.write({ ...lamps(3), text: `${act}; 17 U.S.C. 4` });
  await update('what many cite goes, with who names it changed');
  fixture.write(lamps(2));
  fixture.write({ ...lamps(4), text: '17 U.S.C. 2, 17 U.S.C. 3' });
  fixture.write({ ...lamps(3), text: '17 U.S.C. 4' });
  await update('all of them come again, and cite each other');
});

test('a name that is mentioned once is not indexed', async () => {
  const slip = 'the Oil Slip Act (17 U.S.C. 2(b))';
  const fixture = new FixtureTree([lamps(1), lamps(2), { ...lamps(3), text: slip }]);
  const out = join(fixture.directory, 'catalog/search.sqlite');
  const many = Array.from({ length: 60 }, (_, i) => section(18, String(i + 1), 'Wicks', 'wick'));
  for (const document of many) fixture.write(document);
  const names = async () => {
    await updateSearchIndex({ ...allOf(fixture.directory), out, previous: out });
    const db = new Database(`file:${out}?mode=ro`);
    const found = db.prepare('SELECT identifier, name FROM act_names JOIN documents USING (id)').raw().all();
    db.close();
    return found;
  };
  assert.equal(await names(), []);
  fixture.write({ ...lamps(1), text: slip });
  assert.equal(await names(), [['/us/usc/t17/s2', 'Oil Slip Act']]);
  fixture.delete(lamps(3));
  assert.equal(await names(), []);
});

test('changes that start from another content are ignored', async () => {
  const fixture = new FixtureTree([1, 2, 3].map(lamps));
  const { directory: tree } = fixture;
  const out = join(tree, 'catalog/search.sqlite');
  await updateSearchIndex({ ...allOf(tree), out, previous: null, content: 'one' });
  fixture.delete(lamps(2));
  fixture.write({ ...lamps(3), text: 'oil' });
  const changes = { from: 'other', put: [], removed: ['/us/usc/t17/s1'] };
  assert.equal(
    await told(updateSearchIndex({ ...allOf(tree), out, previous: out, content: 'two', changes })),
    { of: 'previous', documents: 2, written: 1, removed: 1 },
  );
  const known = { from: 'two', put: [], removed: ['/us/usc/t17/s1', '/us/usc/t17/s99'] };
  assert.equal(
    await told(updateSearchIndex({ ...allOf(tree), out, previous: out, content: 'three', changes: known })),
    { of: 'previous', documents: 1, written: 0, removed: 1 },
    'those of its own are, whatever the tree holds; what is not there cannot go',
  );
});

test('an index with too many unused rows is made afresh', async () => {
  const fixture = new FixtureTree(Array.from({ length: 3 }, (_, i) => lamps(i + 1)));
  const { directory: tree } = fixture;
  const out = join(tree, 'catalog/search.sqlite');
  await updateSearchIndex({ ...allOf(tree), out, previous: null });
  const rows = (count: number) => {
    const db = new Database(out);
    db.exec(`UPDATE columns SET numbers = CAST(numbers || zeroblob(4 * ${count}) AS BLOB)`);
    db.close();
  };
  rows(1000);
  assert.is((await updateSearchIndex({ ...allOf(tree), out, previous: out })).written, 0);
  rows(1);
  assert.is((await updateSearchIndex({ ...allOf(tree), out, previous: out })).written, 3);
});

test('an update writes only changed documents', async () => {
  const fixture = new FixtureTree([1, 2, 3].map(lamps));
  const { directory: tree } = fixture;
  const out = join(tree, 'catalog/search.sqlite');
  const progress: number[] = [];
  const update = () =>
    updateSearchIndex({
      ...allOf(tree),
      out,
      previous: out,
      onProgress: done => progress.push(done),
    });
  assert.equal(await told(update()), { of: 'nothing', documents: 3, written: 3, removed: 0 });
  assert.equal(await told(update()), { of: 'previous', documents: 3, written: 0, removed: 0 });
  fixture.write({ ...lamps(2), text: 'oil' });
  fixture.delete(lamps(3));
  assert.equal(await told(update()), { of: 'previous', documents: 2, written: 1, removed: 1 });
  assert.equal(progress, [1, 2, 3, 1, 2, 3, 1, 2]);
});

test('an index that is foreign, damaged or missing is made afresh', async () => {
  const { directory: tree } = new FixtureTree([lamps(1)]);
  const out = join(tree, 'catalog/search.sqlite');
  await updateSearchIndex({
    ...allOf(tree),
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
    assert.equal(await told(updateSearchIndex({ ...allOf(tree), out, previous })), {
      of: 'nothing',
      documents: 1,
      written: 1,
      removed: 0,
    });
    assert.equal(contentOf(out), content);
  }
});

test('an index of many documents, read by threads, is the same', async () => {
  const random = new Random(9);
  const words = (count: number) => Array.from({ length: count }, () => random.pick(WORDS)).join(' ');
  const many = Array.from({ length: 750 }, (_, i) =>
    section(17, String(i), words(2), `${words(30)} ${random.pick(REFERENCES)} of the United States`),
  );
  const { directory: tree } = new FixtureTree(many);
  const documents: TreeDocument[] = [];
  for await (const document of listTree(tree)) documents.push(document);
  const folder = temporaryFolder();
  const make = async (name: string, all: readonly TreeDocument[]) => {
    const out = join(folder, name);
    const report = await told(
      updateSearchIndex({ ...allOf(tree), out, previous: null, documents: () => stream(all) }),
    );
    assert.equal(report, { of: 'nothing', documents: 750, written: 750, removed: 0 });
    return out;
  };
  const threads = await make('threads', documents);
  const alone = await make(
    'alone',
    documents.map(({ identifier, hash, read }) => ({ identifier, hash, read })),
  );
  assert.equal(contentOf(threads), contentOf(alone));
  assert.equal(await answersOf(threads), await answersOf(alone));

  const broken = documents.map((document, i) =>
    i < 700
      ? document
      : { ...document, files: () => [join(tree, 'none.json'), join(tree, 'none.txt'), 0] as const },
  );
  const failure = await make('broken', broken).catch(error => error);
  assert.match(failure.message, 'none.json');
  assert.equal(readdirSync(folder).sort(), ['alone', 'threads']);
});

async function* stream(documents: readonly TreeDocument[]): AsyncGenerator<TreeDocument> {
  yield* documents;
}

test('a failed update leaves the index unchanged and no other file', async () => {
  const { directory: tree } = new FixtureTree([lamps(1)]);
  const out = join(tree, 'catalog/search.sqlite');
  await updateSearchIndex({
    ...allOf(tree),
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'typesense';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silent } from '../../../../build/report/progress.ts';
import {
  countDocuments,
  documentDigests,
  listTree,
} from '../../../../build/search/documents/tree-documents.ts';
import { parseNodes } from '../../../../build/search/typesense/connection.ts';
import { DOCUMENTS, decodeValue, textIdOf } from '../../../../build/search/typesense/encoding.ts';
import { adminClient } from '../../../../build/search/typesense/index/client.ts';
import { servingCollection } from '../../../../build/search/typesense/index/collections.ts';
import { type IndexRun, type IndexSummary, runIndex } from '../../../../build/search/typesense/index/run.ts';
import {
  FixtureTree,
  interrupt,
  messageOf,
  notice,
  section,
  whenReading,
} from '../../../helpers/fixture-tree.ts';
import {
  API_KEY,
  startTypesense,
  type TypesenseServer,
  typesenseBinary,
} from '../../../helpers/typesense-server.ts';

const binary = typesenseBinary();
const test = suite('npm run index, with a real server');

if (binary) {
  let server: TypesenseServer;
  let client: Client;
  let runs = 0;
  let alias = '';
  let aliases = 0;

  const index = (tree: FixtureTree, rest: Partial<IndexRun> = {}): Promise<IndexSummary> =>
    runIndex({
      client,
      nodeClients: [client],
      alias,
      readTree: parts => listTree(tree.directory, parts),
      countDocuments: parts => countDocuments(tree.directory, parts),
      readDigests: () => documentDigests(tree.directory),
      full: false,
      now: new Date(Date.UTC(2026, 0, 1, 0, 0, runs++)),
      progress: silent,
      ...rest,
    });

  /** Ends a run when its records are written. */
  const interrupted = {
    ...silent,
    stop: () => {
      throw new Error('Interrupted.');
    },
  };

  const find = async (q: string, query_by: string): Promise<Record<string, unknown>[]> => {
    const answer = await client.collections(alias).documents().search({
      q,
      query_by,
      sort_by: 'identifier_place:asc,identifier_place_rest:asc',
      per_page: 100,
      num_typos: 0,
      prefix: false,
      drop_tokens_threshold: 0,
    });
    return (answer.hits ?? []).map(({ document }) => document as Record<string, unknown>);
  };
  const search = async (q: string): Promise<string[]> =>
    (await find(q, 'heading,acts,text,words')).map(({ hit }) => JSON.parse(String(hit)).identifier);

  const collections = async (): Promise<string[]> =>
    (await client.collections().retrieve())
      .map(({ name }) => name)
      .filter(name => name.startsWith(`${alias}-`));

  /** All records but that which tells of the manifest. */
  const contentOf = async (name: string): Promise<string[]> =>
    (await client.collections(name).documents().export({ filter_by: 'kind:!=held' })).split('\n').sort();

  const tenSections = () =>
    Array.from({ length: 10 }, (_, i) => section(17, String(101 + i), `Name ${i}`, `Text of number${i}.`));

  test.before.each(() => {
    // An alias of its own for each test; one is the beginning of another.
    alias = `law${'-x'.repeat(aliases++)}`;
  });
  test.before(async () => {
    server = await startTypesense(binary);
    client = adminClient(parseNodes(server.url), API_KEY, 60);
  });
  test.after(() => server.stop());

  test('a first run creates a collection and puts it in service', async () => {
    const tree = new FixtureTree([
      ...tenSections(),
      notice('2018-09910', 'A notice', 'Its text', { agency: 'A & `B`' }),
    ]);
    const { collection, ...summary } = await index(tree);
    assert.equal(summary, {
      result: 'replaced',
      documents: 11,
      compared: 11,
      imported: 11,
      removed: 0,
    });
    assert.equal(await collections(), [collection]);
    assert.equal(await search('number3'), ['/us/usc/t17/s104']);
    const [record] = await find('notic', 'heading');
    assert.is(decodeValue(String(record?.agency)), 'A & `B`');
    assert.is(record?.publication_date, 20180521);
    assert.is((await find('"text of number3"', 'text')).length, 1, 'a record for phrases');
  });

  test('a run without changes writes nothing', async () => {
    const tree = new FixtureTree(tenSections());
    const { collection } = await index(tree);
    const again = await index(tree);
    assert.equal(again, {
      result: 'unchanged',
      collection,
      documents: 10,
      compared: 10,
      imported: 0,
      removed: 0,
    });
  });

  test('few changes go into the collection that serves', async () => {
    const documents = Array.from({ length: 40 }, (_, i) =>
      section(5, `${i + 1}`, `Name ${i}`, `Text number${i}.`),
    );
    const tree = new FixtureTree(documents);
    const { collection } = await index(tree);
    tree.write(section(5, '7', 'Name 6', 'An edited text.'));
    tree.write(section(5, '41', 'New', 'An added text.'));
    tree.delete(documents[9]!);
    assert.equal(await index(tree), {
      result: 'updated',
      collection,
      documents: 40,
      compared: 40,
      imported: 2,
      removed: 1,
    });
    assert.equal(await search('edit'), ['/us/usc/t5/s7']);
    assert.equal(await search('ad'), ['/us/usc/t5/s41']);
    assert.equal(await search('number6'), []);
    assert.equal(await search('number9'), []);
  });

  test('small records, written last, hold the values of facets', async () => {
    const offices = Array.from({ length: 9 }, (_, i) => `Office ${i}`);
    const notices = offices.map((name, i) =>
      notice(`2018-${i}`, `Notice ${i}`, 'Text.', { agencies: [name] }),
    );
    const tree = new FixtureTree([...tenSections(), ...notices]);
    const held = async (collection: string) => {
      const documents = client.collections(collection).documents();
      const lines = (await documents.export({ filter_by: 'kind:=values' })).split('\n');
      return lines.map(line => JSON.parse(line) as Record<string, string | number> & { agency: string[] });
    };
    const { collection } = await index(tree);
    const values = await held(collection);
    assert.equal(
      values.map(({ id, agency }) => [id, agency.length]),
      [
        ['values-0', 8],
        ['values-1', 1],
      ],
    );
    assert.equal(values.flatMap(({ agency }) => agency.map(decodeValue)).sort(), offices);
    assert.equal(
      values.map(({ title_number, publication_year }) => [title_number, publication_year]),
      [
        [17, 2018],
        [undefined, undefined],
      ],
    );
    assert.is(new Set(values.map(({ combined }) => combined)).size, 2, 'those of sections and of notices');
    tree.write(section(18, '1', 'New', 'An added text.'));
    await index(tree);
    const after = await held(collection);
    assert.equal(
      after.map(({ title_number }) => title_number),
      [17, 18],
    );
    const { hits } = await client
      .collections(collection)
      .documents()
      .search({ q: '*', query_by: 'heading', per_page: 2 });
    const last = (hits ?? []).map(({ document }) => (document as { id: string }).id).sort();
    assert.equal(last, ['values-0', 'values-1'], 'they are the newest again');
  });

  test('an update and a new index hold the same', async () => {
    const tree = new FixtureTree([...tenSections(), section(17, '111', 'Long', 'filler words '.repeat(400))]);
    await index(tree);
    tree.write(section(17, '105', 'Name 4', 'Another text.'));
    tree.write(section(17, '111', 'Long', 'long text '.repeat(10_000)));
    assert.is((await index(tree)).result, 'updated');
    const updated = await client.collections(alias).documents().export();
    alias += '-fresh';
    await index(tree);
    const fresh = await client.collections(alias).documents().export();
    assert.equal(updated.split('\n').sort(), fresh.split('\n').sort());
  });

  test('many changes go into the collection that serves, and each document is always found once', async () => {
    const tree = new FixtureTree(tenSections());
    const { collection } = await index(tree);
    for (let i = 0; i < 10; i++) tree.write(section(17, String(101 + i), `Name ${i}`, 'Other words.'));
    let isDone = false;
    const run = async () => {
      try {
        return await index(tree);
      } finally {
        isDone = true;
      }
    };
    const watch = async () => {
      while (!isDone) assert.is((await search('name')).length, 10);
    };
    const [summary] = await Promise.all([run(), watch()]);
    assert.equal([summary.result, summary.collection, summary.imported], ['updated', collection, 10]);
    assert.is((await search('other')).length, 10);
  });

  test('the files of many documents are read ahead, and how many cite a new one only when it is read', async () => {
    const many = Array.from({ length: 150 }, (_, i) => section(17, `${i + 1}`, `Name ${i}`, 'Some words.'));
    const tree = new FixtureTree(many);
    const asked: string[] = [];
    async function* readTree() {
      for await (const document of listTree(tree.directory)) {
        const { read, paths, files, identifier } = document;
        const note = <T>(what: string, get: () => T) => {
          asked.push(what);
          return get();
        };
        yield {
          ...{ identifier, files: files! },
          read: () => note('read', read),
          paths: () => note('paths', paths!),
          get hash() {
            return note('hash', () => document.hash);
          },
        };
      }
    }
    assert.is((await index(tree, { readTree })).imported, 150);
    assert.equal(asked.slice(0, 150), Array(150).fill('paths'));
    assert.is(asked.filter(what => what === 'paths').length, 150);
    asked.length = 0;
    assert.is((await index(tree, { readTree })).imported, 0);
    assert.equal(asked, Array(150).fill('hash'));
  });

  test('a collection of another schema is replaced', async () => {
    const tree = new FixtureTree(tenSections());
    const old = `${alias}-00000000-20250101000000000`;
    await client.collections().create({ name: old, fields: [{ name: 'heading', type: 'string' }] });
    await client.aliases().upsert(alias, { collection_name: old });
    let serving = '';
    async function* watched() {
      serving = (await client.aliases(alias).retrieve()).collection_name;
      yield* listTree(tree.directory);
    }
    const { result, collection } = await index(tree, { readTree: watched });
    assert.is(serving, old, 'until the new one is filled');
    assert.is(result, 'replaced');
    assert.equal(await collections(), [collection]);
    assert.is((await client.aliases(alias).retrieve()).collection_name, collection);
  });

  test('collections of other aliases and of other people are left alone', async () => {
    const tree = new FixtureTree(tenSections());
    const first = alias;
    const old = `${first}-00000000-20250101000000000`;
    for (const name of [old, `${first}-notes`])
      await client.collections().create({ name, fields: [{ name: 'heading', type: 'string' }] });
    alias = `${first}-more`;
    const { collection: other } = await index(tree);
    alias = first;
    const { collection } = await index(tree);
    assert.equal((await collections()).sort(), [collection, other, `${first}-notes`].sort());
  });

  test('a long document is found by words far apart, and by phrases anywhere', async () => {
    const filler = 'common words '.repeat(40_000);
    const tree = new FixtureTree([
      ...tenSections(),
      notice('2013-28210', 'Long', `alpha ${filler} exact phrase inside ${filler} omega`),
    ]);
    assert.is((await index(tree)).documents, 11);
    assert.equal(await search('alpha omega'), ['/us/fr/2013-28210']);
    assert.is((await find('"exact phrase insid"', 'text,long_text')).length, 1);
    assert.is((await find('"word exact"', 'text,long_text')).length, 1, 'of a word that is there very often');
    assert.equal(await search('common -omega'), [], 'the word is in another part');
  });

  /** Both have the phrase "amber signal". */
  const withSignal = (number: number) => {
    const [long, short] = ['amber signal '.repeat(1000), 'An amber signal.'].map(text =>
      section(17, String(number), 'Signal', text),
    );
    return { long: long!, short: short! };
  };

  test('a text that becomes long or short is found once by a phrase, also before the run ends', async () => {
    const [first, second] = [withSignal(201), withSignal(202)];
    const tree = new FixtureTree([...tenSections(), first.long, second.short]);
    const { collection } = await index(tree);
    const records = async () => (await client.collections(collection).retrieve()).num_documents;
    const before = await records();
    assert.is(
      before,
      12 + 1 + 1 + 1,
      'documents, a long text, what tells of the collection, and values of facets',
    );
    for (const changed of [
      [first.short, second.long],
      [first.long, second.short],
    ]) {
      for (const document of changed) tree.write(document);
      assert.is(await messageOf(index(tree, { progress: interrupted })), 'Interrupted.');
      assert.is((await find('"amber signal"', 'text,long_text')).length, 2);
      assert.is((await index(tree)).imported, 0, 'nothing was left to write');
      assert.is((await find('"amber signal"', 'text,long_text')).length, 2);
      assert.is(await records(), before);
    }
  });

  test('a document that goes takes both records with it, its text first', async () => {
    const { long } = withSignal(201);
    const tree = new FixtureTree([...tenSections(), long]);
    const { collection } = await index(tree);
    const [{ id = '' } = {}] = await find('signal', 'heading');
    tree.delete(long);
    let filters = '';
    const documents = () => {
      const own = client.collections(collection).documents();
      const remove = (query: { filter_by: string }) => {
        filters += query.filter_by;
        return own.delete(query);
      };
      return Object.assign(Object.create(own), { delete: remove });
    };
    const watched = Object.assign(Object.create(client), {
      collections: (name?: string) =>
        name === undefined
          ? client.collections()
          : Object.assign(Object.create(client.collections(name)), {
              documents: (one?: string) =>
                one === undefined ? documents() : client.collections(name).documents(one),
            }),
    }) as Client;
    assert.is((await index(tree, { client: watched })).removed, 1);
    assert.is(filters, `id:[${textIdOf(String(id))},${id}]kind:=values`, 'and values are written anew');
    assert.is((await client.collections(collection).retrieve()).num_documents, 10 + 1 + 1);
  });

  test('a record that a run left without the other one, or with a former one, is written again', async () => {
    const { long } = withSignal(201);
    const tree = new FixtureTree([...tenSections(), long]);
    const { collection } = await index(tree);
    const records = client.collections(collection).documents();
    const whole = await contentOf(collection);
    const [{ id = '' } = {}] = await find('signal', 'heading');
    await client
      .collections<{ hash: string }>(collection)
      .documents(textIdOf(String(id)))
      .update({ hash: 'former' });
    assert.is((await index(tree, { full: true })).imported, 1);
    assert.equal(await contentOf(collection), whole);
    await records.delete({ filter_by: `id:${id}` });
    assert.is((await index(tree, { full: true })).imported, 1);
    assert.equal(await contentOf(collection), whole);
  });

  test('acts are found by the names that other documents give them', async () => {
    const documents = [
      section(44, '2107', 'Entries', 'Keepers write them.'),
      section(5, '1', 'Office', 'See the Logbook Act (44 U.S.C. 2107).'),
    ];
    const tree = new FixtureTree(documents);
    tree.publish(documents);
    assert.is(await messageOf(index(tree, { progress: interrupted })), 'Interrupted.');
    assert.is((await index(tree)).imported, 0, 'all documents were written before');
    assert.equal(await search('logbook act'), ['/us/usc/t5/s1', '/us/usc/t44/s2107']);
    // The names change with the documents that tell them.
    documents[1] = section(5, '1', 'Office', 'See the Journal Act (44 U.S.C. 2107).');
    tree.write(documents[1]);
    tree.publish(documents);
    await index(tree);
    assert.equal(await search('journal act'), ['/us/usc/t5/s1', '/us/usc/t44/s2107']);
  });

  /** Forty documents in four parts of a manifest, of which some cite others. */
  const published = () => {
    const documents = [5, 17, 18].flatMap(title =>
      Array.from({ length: 10 }, (_, i) =>
        section(title, `${i + 1}`, `Name ${i}`, `Text number${title}x${i}, see 17 U.S.C. ${(i % 3) + 1}.`),
      ),
    );
    for (let i = 0; i < 10; i++)
      documents.push(notice(`2018-0${i + 1}`, 'A notice', `Notice${i} of the 5 U.S.C. 7.`));
    const tree = new FixtureTree(documents);
    tree.publish(documents);
    return { tree, documents };
  };

  /** What a run does to a collection, and that it then holds the same as one made afresh. */
  async function assertLikeFresh(tree: FixtureTree): Promise<void> {
    const updated = await contentOf(alias);
    const own = alias;
    alias += '-fresh';
    await index(tree, { readDigests: () => new Map() });
    assert.equal(updated, await contentOf(alias));
    alias = own;
  }

  test('an incremental update compares only differing parts and equals a new index', async () => {
    const { tree, documents } = published();
    const first = await index(tree);
    assert.equal([first.result, first.compared, first.imported], ['replaced', 40, 40]);
    assert.is((await index(tree)).compared, 0);
    const change = (document: (typeof documents)[number], text: string): void => {
      const at = documents.findIndex(({ identifier }) => identifier === document.identifier);
      if (at < 0) documents.push({ ...document, text });
      else documents[at] = { ...document, text };
      tree.write({ ...document, text });
    };
    // Edited with and without another reference, a citation that leads to what comes, and what goes.
    change(documents[0]!, 'An edited text, see 17 U.S.C. 1.');
    change(
      documents[1]!,
      'Edited, see 17 U.S.C. 9 and 17 U.S.C. 99 and 17 U.S.C. 2. The Oil Lamp Office (OLO) agrees.',
    );
    change(
      section(17, '99', 'Ninety', 'As it says: 17 U.S.C. 99 and 17 U.S.C. 3.'),
      'As it says: 17 U.S.C. 99.',
    );
    tree.delete(documents[11]!);
    documents.splice(11, 1);
    tree.publish(documents);
    const night = await index(tree);
    assert.equal(night, { ...first, result: 'updated', compared: 20, imported: 3, removed: 1 });
    assert.equal(await search('edit'), ['/us/usc/t5/s1', '/us/usc/t5/s2']);
    await assertLikeFresh(tree);
    // A title that goes, and with it its part.
    for (const document of documents.filter(({ identifier }) => /t18\/s[1-5]$/.test(identifier)))
      tree.delete(document);
    const left = documents.filter(({ identifier }) => !/t18\/s[1-5]$/.test(identifier));
    tree.publish(left);
    assert.equal((await index(tree)).removed, 5);
    await assertLikeFresh(tree);
    const again = await index(tree, { full: true });
    assert.equal([again.result, again.compared, again.imported, again.removed], ['unchanged', 35, 0, 0]);
    assert.is((await index(tree)).compared, 0);
  });

  test('an added and a removed part are updated', async () => {
    const { tree, documents } = published();
    await index(tree);
    const gone = notice('2018-99', 'Alone', 'In a month of its own.', { publication_date: '2019-01-02' });
    tree.write(gone);
    tree.publish([...documents, gone]);
    const { compared, imported, removed } = await index(tree);
    assert.equal([compared, imported, removed], [1, 1, 0]);
    tree.delete(gone);
    tree.publish(documents);
    assert.equal((await index(tree)).removed, 1);
    await assertLikeFresh(tree);
  });

  test('a part with only another digest writes no records and updates the inventory', async () => {
    const { tree } = published();
    await index(tree);
    const digests = new Map(documentDigests(tree.directory)).set('manifest/usc/t5.ndjson', '0'.repeat(64));
    const { result, compared, imported } = await index(tree, { readDigests: () => digests });
    assert.equal([result, compared, imported], ['unchanged', 10, 0]);
    assert.is((await index(tree, { readDigests: () => digests })).compared, 0);
  });

  test('a restored backup is updated from its own inventory', async () => {
    const { tree, documents } = published();
    const { collection } = await index(tree);
    const backup = (await client.collections(collection).documents().export()).split('\n');
    documents[0] = section(5, '1', 'Name 0', 'An edited text, see 17 U.S.C. 4.');
    tree.write(documents[0]);
    tree.publish(documents);
    assert.is((await index(tree)).compared, 10);
    await client.collections(collection).documents().delete({ filter_by: 'kind:=[document,text,held]' });
    await client.collections(collection).documents().import(backup.join('\n'), { action: 'upsert' });
    assert.equal(await search('edit'), []);
    const { compared, imported } = await index(tree);
    assert.equal([compared, imported], [10, 1]);
    await assertLikeFresh(tree);
  });

  test('a tree that is published anew during a run leaves no inventory', async () => {
    for (const isNight of [false, true]) {
      const { tree, documents } = published();
      if (isNight) await index(tree);
      tree.write(section(5, '1', 'Name 0', 'An edited text.'));
      tree.publish(documents);
      let reads = 0;
      const readDigests = () =>
        new Map([...documentDigests(tree.directory), ...(++reads < 2 ? [] : [['x', 'y'] as const])]);
      assert.is((await index(tree, { readDigests })).documents, 40);
      assert.is((await index(tree)).compared, 40);
      assert.is((await index(tree)).compared, 0);
      alias += '-night';
    }
  });

  test('a tree without manifest leaves no inventory', async () => {
    const { tree } = published();
    await index(tree, { readDigests: () => new Map() });
    assert.is((await index(tree)).compared, 40);
    assert.is((await index(tree)).compared, 0);
  });

  test('a collection that does not tell what it holds is compared whole', async () => {
    const { tree, documents } = published();
    const { collection } = await index(tree);
    await client.collections(collection).documents('held').delete();
    await client
      .collections(collection)
      .documents()
      .delete({ filter_by: `${DOCUMENTS} && title_number:=18` });
    documents[0] = section(5, '1', 'Name 0', 'An edited text.');
    tree.write(documents[0]);
    tree.publish(documents);
    const { compared, imported } = await index(tree);
    assert.equal([compared, imported], [40, 11], 'what is missing is written');
    await assertLikeFresh(tree);
    assert.is((await index(tree)).compared, 0);
  });

  test('a run after an interrupted update compares everything and writes only what is missing', async () => {
    const { tree, documents } = published();
    await index(tree);
    documents[0] = section(5, '1', 'Name 0', 'An edited text.');
    documents[39] = notice('2018-010', 'A notice', 'Edited, too.');
    for (const at of [0, 39]) tree.write(documents[at]!);
    tree.publish(documents);
    async function* readTree(parts?: ReadonlySet<string>) {
      for await (const document of listTree(tree.directory, parts))
        yield document.identifier === documents[39]!.identifier ? { ...document, read: interrupt } : document;
    }
    assert.is(await messageOf(index(tree, { readTree })), 'Interrupted.');
    const { compared, imported } = await index(tree);
    assert.is(compared, 40);
    assert.ok(imported <= 2);
    await assertLikeFresh(tree);
    assert.is((await index(tree)).compared, 0);
  });

  test('an interrupted first run goes on where it was, and nothing serves until it is done', async () => {
    // Batches are sent from a million characters on.
    const large = Array.from({ length: 6 }, (_, i) =>
      section(1, `${i}`, `Large ${i}`, `w${i} filler `.repeat(110_000)),
    );
    const tree = new FixtureTree(large);
    const readTree = () => whenReading(listTree(tree.directory), 6, interrupt);
    assert.is(await messageOf(index(tree, { readTree })), 'Interrupted.');
    assert.is(await servingCollection(client, alias), null);
    const [leftOver] = await collections();
    const { result, collection, imported } = await index(tree);
    assert.is(result, 'replaced');
    assert.is(collection, leftOver);
    assert.ok(imported <= 2, `${imported} of 6 documents were written in the second run`);
    assert.is((await search('filler')).length, 6);
  });

  test('a server that dies during a run and comes back is waited for', async () => {
    const large = Array.from({ length: 6 }, (_, i) =>
      section(1, `${i}`, `Large ${i}`, `w${i} filler `.repeat(110_000)),
    );
    const tree = new FixtureTree(large);
    let back: Promise<unknown> = Promise.resolve();
    const crash = () => {
      back = server.kill().then(() => sleep(500).then(() => server.start()));
    };
    const readTree = () => whenReading(listTree(tree.directory), 6, crash);
    const { documents } = await index(tree, { readTree }).finally(() => back);
    assert.is(documents, 6);
    assert.is((await search('filler')).length, 6);
  });

  test('an index run of an empty tree is refused', async () => {
    const tree = new FixtureTree([]);
    assert.is(await messageOf(index(tree)), 'The tree holds no documents.');
    assert.is(await servingCollection(client, alias), null);
    const full = new FixtureTree(tenSections());
    await index(full);
    assert.is(await messageOf(index(tree)), 'The tree holds no documents.');
    assert.is((await search('name')).length, 10, 'what is there is left');
  });
}

test.run();

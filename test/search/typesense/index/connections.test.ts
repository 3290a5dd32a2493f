import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type ChangedDocuments,
  type CollectionReferences,
  References,
  updatedConnections,
} from '../../../../build/search/typesense/index/connections.ts';
import { type Counted, LexiconCounts } from '../../../../build/search/typesense/index/lexicon-counts.ts';
import { Random } from '../../../helpers/random.ts';

type Documents = Map<string, Counted>;

function connected(documents: Documents) {
  const counts = new LexiconCounts();
  const references = new References();
  for (const document of documents.values()) {
    counts.add(document);
    references.add(document);
  }
  const { names } = counts.content();
  const connections = references.connections(names);
  references.close();
  return { names, ...connections };
}

/** What a collection answers. */
const heldBy = (documents: Documents): CollectionReferences => ({
  documentsWith: async keys =>
    [...documents.values()].filter(({ citations }) => citations.some(key => keys.includes(key))),
  countsOfCiting: async lists =>
    lists.map(
      keys =>
        [...documents.values()].filter(({ cites = [] }) => cites.some(key => keys.includes(key))).length,
    ),
});

const KEYS = Array.from({ length: 12 }, (_, i) => `key${i}`);
const NAMES = ['Oil Act', 'Lamp Act', 'Harbor Act'];

function randomDocument(random: Random, document: string): Counted {
  const keys = (share: number): string[] => KEYS.filter(() => random.chance(share));
  const names = keys(0.1).map((key): [string, string, number] => [
    random.pick(NAMES),
    key,
    1 + random.below(2),
  ]);
  return {
    document,
    stems: '',
    labels: '',
    citations: keys(0.15),
    ...(random.chance(0.7) && { cites: keys(0.3) }),
    ...(names.length > 0 && { references: { names, abbreviations: [] } }),
  };
}

test('the connections after many nights are those that are counted afresh', async () => {
  const random = new Random(15);
  const documents: Documents = new Map();
  for (let i = 0; i < 30; i++) documents.set(`d${i}`, randomDocument(random, `d${i}`));
  let last = connected(documents);
  for (let night = 0; night < 200; night++) {
    const changed: ChangedDocuments = new Map(
      Array.from({ length: 1 + random.below(4) }, () => {
        const name = `d${random.below(40)}`;
        const after = random.chance(0.7) ? randomDocument(random, name) : null;
        return [name, { before: documents.get(name) ?? null, after }] as const;
      }),
    );
    for (const [name, { after }] of changed) {
      documents.delete(name);
      if (after) documents.set(name, after);
    }
    const expected = connected(documents);
    const updated = await updatedConnections(last, expected.names, changed, heldBy(documents), 1000);
    assert.equal(updated, { citedBy: expected.citedBy, acts: expected.acts }, `night ${night}`);
    last = expected;
  }
  assert.ok(last.citedBy.length > 10 && last.acts.length > 2);
});

test('untouched documents are not read, and too many touched ones give null', async () => {
  const same: Counted = { document: 'd1', stems: 'old', labels: '', citations: ['key1'], cites: ['key2'] };
  const changed: ChangedDocuments = new Map([['d1', { before: same, after: { ...same, stems: 'new' } }]]);
  const asked: (readonly string[])[] = [];
  const held: CollectionReferences = {
    documentsWith: async keys => {
      asked.push(keys);
      return keys.map(key => ({ document: key, citations: [key] }));
    },
    countsOfCiting: async lists => lists.map(() => 0),
  };
  await updatedConnections({ citedBy: [], acts: [] }, [], changed, held, 1);
  assert.equal(asked, [[]]);
  const many: ChangedDocuments = new Map([['d1', { before: same, after: { ...same, cites: KEYS } }]]);
  assert.is(await updatedConnections({ citedBy: [], acts: [] }, [], many, held, 10), null);
  assert.equal(
    asked[1],
    KEYS.filter(key => key !== 'key2'),
  );
});

test.run();

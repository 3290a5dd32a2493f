import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MANIFEST } from '../../../build/files/manifest/root.ts';
import {
  countDocuments,
  documentDigests,
  documentsOf,
  listTree,
  type TreeDocument,
} from '../../../build/search/documents/tree-documents.ts';
import { FixtureTree, section } from '../../helpers/fixture-tree.ts';
import { sampleTree, temporaryFolder } from '../../helpers/tree.ts';

const toArray = async (documents: AsyncIterable<TreeDocument>): Promise<TreeDocument[]> => {
  const all: TreeDocument[] = [];
  for await (const document of documents) all.push(document);
  return all;
};

const hashes = async (tree: string): Promise<Record<string, string>> =>
  Object.fromEntries((await toArray(listTree(tree))).map(({ identifier, hash }) => [identifier, hash]));

test('a tree has the same documents with and without its manifest', async () => {
  const { dist } = await sampleTree();
  const bare = temporaryFolder();
  cpSync(dist, bare, { recursive: true });
  rmSync(join(bare, MANIFEST));
  const count = Object.keys(await hashes(dist)).length;
  assert.ok(count > 60);
  assert.is(countDocuments(dist), count);
  assert.is(countDocuments(bare), 0);
  const [first] = documentDigests(dist).keys();
  const ofFirst = await toArray(listTree(dist, new Set([first!])));
  assert.is(countDocuments(dist, new Set([first!])), ofFirst.length);
  assert.equal(await hashes(bare), await hashes(dist));
});

test('a listing of documents leaves out list pages, references and versions', async () => {
  const { directory: tree } = new FixtureTree([section(17, '106', 'Lamps', 'Lamps.')]);
  mkdirSync(join(tree, 'api/usc/documents/_q'), { recursive: true });
  writeFileSync(join(tree, 'api/usc/documents/_q/limit=1.json'), '{"data":[]}');
  writeFileSync(join(tree, 'api/usc/documents.json'), '{"data":[]}');
  for (const name of ['references', 'versions']) {
    mkdirSync(join(tree, `api/usc/documents/t17/s106/${name}`), { recursive: true });
    writeFileSync(join(tree, `api/usc/documents/t17/s106/${name}.json`), '{"data":[]}');
    writeFileSync(join(tree, `api/usc/documents/t17/s106/${name}/2018-04-11.json`), '{"data":{}}');
  }
  const [document, ...more] = await toArray(listTree(tree));
  assert.is(document?.identifier, '/us/usc/t17/s106');
  assert.is(document?.read().body, 'Lamps.');
  assert.equal(more, []);
});

test('the hash changes with the JSON and with the text', async () => {
  const tree = new FixtureTree([]);
  const document = section(17, '106', 'Lamps', 'Lamps.');
  const seen = new Set<string>();
  const repealed = { ...document, metadata: { ...document.metadata, status: 'repealed' } };
  for (const state of [document, { ...document, text: 'Lamp.' }, repealed, document]) {
    tree.write(state);
    for (const hash of Object.values(await hashes(tree.directory))) seen.add(hash);
  }
  assert.is(seen.size, 3);
});

test('how many cite a document is read when it is asked for, and once', async () => {
  const { directory: tree } = new FixtureTree([section(17, '106', 'Lamps', 'Lamps.')]);
  const [document] = await toArray(listTree(tree));
  const { hash } = document!;
  const [again] = await toArray(listTree(tree));
  const [, , references] = again!.paths!();
  assert.match(String(references), /api\/usc\/documents\/t17\/s106\/references\.json$/);
  mkdirSync(dirname(references!), { recursive: true });
  writeFileSync(references!, '{"data":{"cited_by_count":7}}');
  assert.is(again!.hash, `${hash}7`);
  assert.is(document!.hash, hash);
  writeFileSync(references!, '{"data":{"cited_by_count":8}}');
  assert.equal([again!.hash, again!.read().cited_by_count], [`${hash}7`, 7], 'both tell the same');
  assert.equal(again!.paths!().slice(0, 2), again!.files!().slice(0, 2));
});

test('a tree without documents lists none, and a document without text is an error', async () => {
  assert.equal(await toArray(listTree(temporaryFolder())), []);
  const file = { path: 'api/usc/documents/t17/s106.json', sha256: 'ab', identifier: '/us/usc/t17/s106' };
  try {
    await toArray(documentsOf([file], path => path));
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, /t17\/s106\.json has no/);
  }
});

test.run();

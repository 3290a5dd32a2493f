import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TreeDocument } from '../../../../build/search/documents/tree-documents.ts';
import {
  difference,
  keyOf,
  StoredDocuments,
} from '../../../../build/search/typesense/index/stored-documents.ts';

async function* ids(...list: string[]) {
  yield* list;
}

const treeDocument = (hash: string): TreeDocument => ({
  identifier: hash,
  hash,
  read() {
    throw new Error('No text is needed to compare.');
  },
});

async function* tree(...hashes: string[]) {
  yield* hashes.map(treeDocument);
}

test('a document is stored only if all of its records are', async () => {
  const stored = await StoredDocuments.from(ids('a-1-0', 'b-3-0', 'b-3-2', 'c-2-1', 'c-2-0'));
  assert.equal(
    ['a', 'b', 'c', 'd'].map(key => stored.completeParts(key)),
    [1, 0, 2, 0],
  );
});

test('documents that are not taken remain', async () => {
  const stored = await StoredDocuments.from(ids('a-1-0', 'b-3-0', 'c-1-0'));
  stored.take('a');
  assert.equal([...stored.remainingIds()], ['b-3-0', 'b-3-1', 'b-3-2', 'c-1-0']);
});

test('the difference from a tree counts missing and superfluous documents', async () => {
  const [a, b] = ['a', 'b'].map(hash => keyOf(treeDocument(hash)));
  const stored = await StoredDocuments.from(ids(`${a}-1-0`, `${b}-2-0`, 'gone-1-0'));
  assert.equal(await difference(stored, tree('a', 'b', 'new')), { documents: 3, missing: 2, superfluous: 2 });
});

test.run();

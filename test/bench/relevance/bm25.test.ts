import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SearchDocument } from '../../../build/search/documents/search-document.ts';
import type { TreeDocument } from '../../../build/search/documents/tree-documents.ts';
import { matchExpression, openBm25 } from './bm25.ts';

/** All that the reference reads of a document. */
async function* documents(...texts: [identifier: string, heading: string, body: string][]) {
  for (const [identifier, heading, body] of texts)
    yield {
      identifier,
      hash: '',
      read: () => ({ identifier, heading, body }) as SearchDocument,
    } as TreeDocument;
}

test('one word is enough unless all are required, and a heading has more weight than a text', async () => {
  const bm25 = await openBm25(
    documents(
      ['/text', 'Keepers', 'They keep the lighthouse and its lamps.'],
      ['/heading', 'Lighthouses', 'They are tall.'],
      ['/neither', 'Roads', 'They are long.'],
    ),
  );
  const [any, all] = bm25.retrievers;
  assert.equal(await any?.find('lighthouse lamp', 10), ['/text', '/heading']);
  assert.equal(await any?.find('lighthouse', 10), ['/heading', '/text']);
  assert.equal(await any?.find('lighthouse', 1), ['/heading']);
  assert.equal(await all?.find('lighthouse lamp', 10), ['/text']);
  assert.equal(await all?.find('lighthouse lamp zebra', 10), []);
  bm25.close();
});

test('operators of FTS5 are words, and a query without words finds nothing', async () => {
  assert.is(matchExpression('kick-backs AND "oil"', 'OR'), '"kick" OR "backs" OR "and" OR "oil"');
  assert.is(matchExpression('owner’s NEAR(x', 'AND'), '"owner" AND "s" AND "near" AND "x"');
  assert.is(matchExpression(' — ', 'OR'), '');
  const bm25 = await openBm25(documents(['/roads', 'Roads', 'They are long.']));
  assert.equal(await bm25.retrievers[0]?.find('—', 10), []);
  bm25.close();
});

test.run();

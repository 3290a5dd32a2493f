import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openCatalog } from '../../../build/common/catalog.ts';
import { listBody } from '../../../build/contract/envelope.ts';
import { readParams } from '../../../build/contract/params.ts';
import { CATALOG } from '../../../build/contract/paths.ts';
import { type ListQuery, parseListQuery } from '../../../build/contract/query.ts';
import type { StoredCatalog } from '../../../build/formats/catalog.ts';
import { Listing } from '../../../build/lists/listing.ts';
import { listBytes } from '../../../shim/content/list-bytes.ts';
import { sampleTree } from '../../helpers/tree.ts';

test('the bytes are those of the list as text: pages, none, one', async () => {
  const { dist } = await sampleTree();
  const catalog = await openCatalog(`${dist}/${CATALOG}`);
  for (const source of catalog.sources) {
    const listing = new Listing(source);
    for (const query of ['', 'limit=1', 'limit=3&offset=2', 'sort=-identifier', 'offset=99999', 'cursor=']) {
      const asked = parseListQuery(source.source, readParams(query));
      const { json } = listing.answer(asked).body;
      assert.is(listBytes(listing, asked).toString(), json, `${source.source.id} ${query}`);
    }
  }
  await catalog.close();
});

test('remarks beyond ASCII are whole', () => {
  const items = ['{"id":"ä"}', '{"id":"b"}'];
  const itemRun = (from: number) => Buffer.from(items[from] ?? '');
  const itemBytes = (from: number) => itemRun(from).length;
  const pagination = { total: 2, limit: 2, offset: 0, has_more: false, next: null };
  const remarks = { did_you_mean: { agency: ['Café Agency'] } };
  const found = () => ({ ordinals: [1, 0], timestamp: '2026', pagination, remarks, next: null });
  const listing = { catalog: { itemRun, itemBytes }, found } as unknown as Listing<StoredCatalog>;
  const { json } = listBody(items.reverse(), '2026', pagination, remarks);
  items.reverse();
  assert.is(listBytes(listing, {} as ListQuery).toString(), json);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LARGEST_PAGE, pagesOf } from '../../../../build/search/typesense/find/client.ts';
import { Random } from '../../../helpers/random.ts';

test('pages cover the whole slice with no needless page', () => {
  const random = new Random(5);
  for (let i = 0; i < 5000; i++) {
    const extent = {
      offset: random.below(random.chance(0.5) ? 500 : 1_000_000),
      limit: 1 + random.below(400),
    };
    const { first, size, pages } = pagesOf(extent);
    assert.ok(size <= LARGEST_PAGE);
    assert.ok(first * size <= extent.offset && extent.offset < (first + 1) * size, JSON.stringify(extent));
    assert.ok((first + pages) * size >= extent.offset + extent.limit, JSON.stringify(extent));
    assert.ok((first + pages - 1) * size < extent.offset + extent.limit, JSON.stringify(extent));
  }
});

test('an aligned slice is one page, another mostly fits a slightly larger page', () => {
  assert.equal(pagesOf({ offset: 40, limit: 20 }), { first: 2, size: 20, pages: 1 });
  assert.equal(pagesOf({ offset: 37, limit: 20 }), { first: 1, size: 29, pages: 1 });
  assert.equal(pagesOf({ offset: 10, limit: 250 }), { first: 0, size: 250, pages: 2 });
});

test.run();

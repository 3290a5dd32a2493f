import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inPieces } from '../../build/common/pieces.ts';

test('other events run between the pieces of work', async () => {
  const order: string[] = [];
  function* work(): Generator<void, string> {
    for (const piece of ['a', 'b', 'c']) {
      order.push(piece);
      setImmediate(() => order.push(`after ${piece}`));
      yield;
    }
    return 'done';
  }
  assert.is(await inPieces(work()), 'done');
  assert.equal(order, ['a', 'after a', 'b', 'after b', 'c', 'after c']);
});

test.run();

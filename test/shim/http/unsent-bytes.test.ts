import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Unsent } from '../../../shim/http/unsent-bytes.ts';

const KB = 1024;
const BOUNDS = { all: 100 * KB, ofClient: 60 * KB };

function responseTo(method: string) {
  return Object.assign(new EventEmitter(), {
    destroyed: false,
    req: { method },
  }) as unknown as ServerResponse;
}

function holds(unsent: Unsent, client: string, body: Buffer, method = 'GET') {
  const response = responseTo(method);
  return { isHeld: unsent.hold(client, response, body), end: () => response.emit('close') };
}

test('bytes count until they are sent, for the client and in all', () => {
  const unsent = new Unsent(BOUNDS);
  const first = holds(unsent, 'a', Buffer.alloc(50 * KB));
  assert.ok(first.isHeld);
  assert.not(holds(unsent, 'a', Buffer.alloc(20 * KB)).isHeld, 'beyond the share of one');
  const second = holds(unsent, 'b', Buffer.alloc(40 * KB));
  assert.ok(second.isHeld);
  assert.not(holds(unsent, 'c', Buffer.alloc(20 * KB)).isHeld, 'beyond all');
  assert.is(unsent.bytes, 90 * KB);
  first.end();
  assert.is(unsent.bytes, 40 * KB);
  assert.ok(holds(unsent, 'a', Buffer.alloc(60 * KB)).isHeld, 'exactly all, exactly the share');
  second.end();
  assert.is(unsent.bytes, 60 * KB);
});

test('bytes for several clients count once, until the last has them', () => {
  const unsent = new Unsent(BOUNDS);
  const body = Buffer.alloc(50 * KB);
  const readers = Array.from({ length: 100 }, (_, i) => holds(unsent, `${i}`, body));
  assert.ok(readers.every(({ isHeld }) => isHeld));
  assert.is(unsent.bytes, 50 * KB);
  for (const reader of readers.slice(1)) reader.end();
  assert.is(unsent.bytes, 50 * KB);
  readers[0]?.end();
  assert.is(unsent.bytes, 0);
  assert.ok(holds(unsent, '0', Buffer.alloc(60 * KB)).isHeld, 'nothing is left of the share');
});

test('small answers, answers to HEAD and abandoned answers do not count', () => {
  const unsent = new Unsent({ all: 0, ofClient: 0 });
  assert.ok(holds(unsent, 'a', Buffer.alloc(16 * KB)).isHeld);
  assert.not(holds(unsent, 'a', Buffer.alloc(16 * KB + 1)).isHeld);
  assert.ok(holds(unsent, 'a', Buffer.alloc(50 * KB), 'HEAD').isHeld);
  const abandoned = Object.assign(responseTo('GET'), { destroyed: true });
  assert.ok(unsent.hold('a', abandoned, Buffer.alloc(50 * KB)));
  assert.is(unsent.bytes, 0);
});

test.run();

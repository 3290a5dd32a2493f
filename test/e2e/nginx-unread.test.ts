import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunningEdge } from '../helpers/edges/edge.ts';
import { nginxEdge } from '../helpers/edges/nginx.ts';
import { testWhere } from '../helpers/needs.ts';
import { sampleTree } from '../helpers/tree.ts';
import { rawExchange } from './raw.ts';

/** What nginx cannot read is an error of the API's form, and no failure of nginx. */

let edge: RunningEdge | null = null;
test.after(() => edge?.stop());

testWhere(test, nginxEdge.hindrance(), 'invalid paths are 400, and URLs that are too long 414', async () => {
  edge = await nginxEdge.start({ dist: (await sampleTree()).dist, origin: null });
  const port = Number(edge.base.port);
  const long = 'y'.repeat(30_000);
  for (const [target, status, code] of [
    ['/%', 400, 'BAD_REQUEST'],
    ['/%zz', 400, 'BAD_REQUEST'],
    ['/x%00', 400, 'BAD_REQUEST'],
    ['/../x', 400, 'BAD_REQUEST'],
    [`/${'y'.repeat(9000)}`, 414, 'URI_TOO_LONG'],
    [`/${long}`, 414, 'URI_TOO_LONG'],
    ['/pandect-unread', 404, 'NOT_FOUND'],
    ['/pandect-unread-url', 404, 'NOT_FOUND'],
  ] as const) {
    const bytes = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const answer = await rawExchange(port, bytes);
    assert.equal([answer.status, answer.json?.error.code], [status, code], target.slice(0, 50));
    assert.is(answer.headers['access-control-allow-origin'], '*', target.slice(0, 50));
  }
});

test.run();

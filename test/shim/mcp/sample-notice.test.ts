import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiCaller } from '../../../shim/mcp/api.ts';
import { sampleNotice } from '../../../shim/mcp/sample-notice.ts';

test('the notice of a sample is requested until there is an answer, and no more', async () => {
  for (const [sample, notice] of [
    [true, /not the law/],
    [false, /^$/],
    [undefined, /^$/],
  ] as const) {
    let asked = 0;
    const call: ApiCaller = async () => {
      asked++;
      if (asked === 1) throw new Error('away');
      if (asked === 2) return { status: 503, body: '{"error":{"message":"away"}}' };
      return { status: 200, body: JSON.stringify({ data: [{ id: 'usc', sample }] }) };
    };
    const noticeOf = sampleNotice(call);
    assert.equal([await noticeOf(), await noticeOf()], ['', '']);
    for (let i = 0; i < 3; i++) assert.match(await noticeOf(), notice);
    assert.is(asked, 3);
  }
});

test.run();

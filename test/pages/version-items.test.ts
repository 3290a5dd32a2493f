import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Run } from '../../build/archive/history.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { versionItems } from '../../build/pages/version-items.ts';

/** What the list of a document's versions says of each. */

const SUBJECT = { source: sourceOf('usc'), identifier: '/us/usc/t17/s106' };

const run = (first: string, last: string, text: string): Run => ({
  first: { day: first, edition: first },
  last: { day: last, edition: last },
  version: { text, sha256: '', pack: '', offset: 0, bytes: 0 },
});

test('the day of a change is known where editions of two days in a row have the texts, or of one', () => {
  const isCertain = (seen: string, next: string): boolean | undefined =>
    versionItems(SUBJECT, [run('2020-01-01', seen, 'a'), run(next, next, 'b')], 'b', true)[0]?.item.certain;
  for (const [seen, next] of [
    ['2020-02-28', '2020-02-29'],
    ['2020-12-31', '2021-01-01'],
    ['2021-01-01', '2021-01-01'],
  ] as const)
    assert.is(isCertain(seen, next), true, next);
  for (const [seen, next] of [
    ['2020-02-28', '2020-03-01'],
    ['2020-12-31', '2021-01-02'],
  ] as const)
    assert.is(isCertain(seen, next), false, next);
});

test.run();

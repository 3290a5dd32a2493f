import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RequestedDiff } from '../../../build/contract/diff-request.ts';
import type { ApiError } from '../../../build/contract/errors.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import type { ContentStore } from '../../../shim/content/catalog-store.ts';
import { Diffs } from '../../../shim/routes/diffs.ts';

/** Floods of differences. */

const REQUESTED: RequestedDiff = {
  ...{ resource: 'diff', source: sourceOf('usc'), identifier: '/us/usc/t17/s106' },
  ...{ from: '2020-01-01', to: '2020-01-02', format: 'json' },
};
const store = { requireContent() {} } as ContentStore;

test('one difference is made at a time, 20 wait, and others are refused at once', async () => {
  let [running, most] = [0, 0];
  let goOn: () => void = () => {};
  const gate = new Promise<void>(resolve => {
    goOn = resolve;
  });
  const diffs = new Diffs(store, async () => {
    most = Math.max(most, ++running);
    await gate;
    running -= 1;
    return null;
  });
  const outcomes = Array.from({ length: 30 }, () =>
    diffs.answer(REQUESTED).then(
      () => 200,
      (error: ApiError) => error.status,
    ),
  );
  const refused = await Promise.all(outcomes.slice(21));
  assert.equal([...new Set(refused)], [503]);
  goOn();
  // The files are not there.
  assert.equal([...new Set(await Promise.all(outcomes.slice(0, 21)))], [404]);
  assert.is(most, 1);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../../build/contract/errors.ts';
import type { MadeOfFiles } from '../../../build/contract/made-of-files.ts';
import { sourceOf } from '../../../build/contract/sources.ts';
import type { ContentStore } from '../../../shim/content/catalog-store.ts';
import { FileAnswers } from '../../../shim/routes/made-of-files.ts';

/** Floods of lists of a day. */

const source = sourceOf('usc');
const LIST = {
  ...{ resource: 'daylist', source, on: '2020-01-01', title: 17, level: null },
  page: { limit: 20, offset: 0 },
} satisfies MadeOfFiles;
const store = { requireContent() {} } as ContentStore;

test('one list of a day is made at a time, 20 wait, others are refused at once, and other answers do not wait', async () => {
  const waiting: (() => void)[] = [];
  const answers = new FileAnswers(store, async path => {
    if (/structure/.test(path)) await new Promise<void>(resolve => void waiting.push(resolve));
    return null;
  });
  const statusOf = (requested: MadeOfFiles): Promise<number> =>
    answers.json(requested).then(
      () => 200,
      (error: ApiError) => error.status,
    );
  const lists = Array.from({ length: 25 }, () => statusOf(LIST));
  assert.equal(await Promise.all(lists.slice(21)), [503, 503, 503, 503]);
  assert.is(await statusOf({ resource: 'versions', source, identifier: '/us/usc/t17/s1' }), 404);
  for (let answered = 0; answered < 21; answered++) {
    for (let turn = 0; waiting.length < 2 && turn < 1000; turn++) await new Promise(setImmediate);
    assert.is(waiting.length, 2, 'a list reads the files of the title and of its appendix');
    for (const goOn of waiting.splice(0)) goOn();
    assert.is(await lists[answered], 404);
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Refusal, UsageError } from '../../build/common/command-line.ts';
import {
  checkRemoved,
  mostRemoved,
  readMaxRemoved,
  removedBySource,
} from '../../build/publish/max-removed.ts';

test('a limit is a number or percent', () => {
  assert.equal(readMaxRemoved('0'), { count: 0 });
  assert.equal(readMaxRemoved('250'), { count: 250 });
  assert.equal(readMaxRemoved('0%'), { percent: 0 });
  assert.equal(readMaxRemoved('100%'), { percent: 100 });
  for (const wrong of ['', '%', '101%', '-1', '1.5', '1e3', ' 1', '10 %', 'all'])
    assert.throws(
      () => readMaxRemoved(wrong),
      (error: unknown) => error instanceof UsageError,
      wrong,
    );
});

test('percent are rounded up, and only 100% allows the last documents of a source to go', () => {
  const most = (text: string, of: number) => mostRemoved(readMaxRemoved(text), of);
  assert.equal(
    [0, 1, 2, 3, 10, 11, 20, 21, 14_084].map(of => most('10%', of)),
    [0, 0, 1, 1, 1, 2, 2, 3, 1409],
  );
  assert.equal([most('0%', 3), most('99%', 3), most('100%', 3)], [0, 2, 3]);
  assert.equal([most('2', 3), most('5', 3), most('0', 3)], [2, 5, 0]);
});

test('removed documents count once by source, without pages and dumps', () => {
  const removed = ['md', 'json', 'txt'].map(ending => `api/usc/documents/t17/s106.${ending}`);
  const others = ['api/usc/documents/_q/status=x.json', 'api/fr/years/2018.json', 'bulk/usc/t17.jsonl.gz'];
  assert.equal(
    [...removedBySource([...removed, ...others, 'api/fr/documents/2018-09910.json'])],
    [
      ['usc', 1],
      ['fr', 1],
    ],
  );
});

test('exactly the sources that lose too many documents are named', () => {
  const losses: Record<string, { removed: number; of: number }> = {
    usc: { removed: 3, of: 20 },
    ecfr: { removed: 2, of: 20 },
    fr: { removed: 5, of: 5 },
  };
  const check = (text: string) => () => checkRemoved(readMaxRemoved(text), id => losses[id] ?? null);
  let told = '';
  try {
    check('10%')();
  } catch (error) {
    assert.instance(error, Refusal);
    told = (error as Error).message;
  }
  assert.match(told, /^Refused: usc would lose 3 of 20 documents \(2 may go\); fr would lose 5 of 5/);
  assert.not.match(told, 'ecfr');
  check('100%')();
  check('5')();
  assert.throws(check('4'), /fr would lose/);
});

test.run();

import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LockedError, takeLock } from '../../build/common/lock.ts';
import { temporaryFolder } from '../helpers/tree.ts';

test("taking a held lock is an error with the caller's message", () => {
  const file = join(temporaryFolder(), 'lock');
  const unlock = takeLock(file, 'mine');
  assert.throws(
    () => takeLock(file, 'taken'),
    (error: Error) => error instanceof LockedError && error.message === 'taken',
  );
  unlock();
  takeLock(file, 'taken')();
});

test('another failure is not reported as a held lock', () => {
  assert.throws(
    () => takeLock(join(temporaryFolder(), 'no/such/folder'), 'taken'),
    (error: Error) => !(error instanceof LockedError),
  );
});

test.run();

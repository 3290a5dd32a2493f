import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LockedError, takeLock } from '../../build/common/lock.ts';
import { temporaryFolder } from '../helpers/tree.ts';

test('one holds it at a time, and who does not get it is told as the caller wants', () => {
  const file = join(temporaryFolder(), 'lock');
  const unlock = takeLock(file, 'mine');
  assert.throws(
    () => takeLock(file, 'taken'),
    (error: Error) => error instanceof LockedError && error.message === 'taken',
  );
  unlock();
  takeLock(file, 'taken')();
});

test('what goes wrong otherwise is no lock that somebody holds', () => {
  assert.throws(
    () => takeLock(join(temporaryFolder(), 'no/such/folder'), 'taken'),
    (error: Error) => !(error instanceof LockedError),
  );
});

test.run();

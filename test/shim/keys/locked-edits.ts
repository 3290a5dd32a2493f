import fs from 'node:fs';
import { withLock } from '../../../shim/keys/lock.ts';

/** A process that adds to a number in a file so many times, or stops in the middle of an edit. */

const [lock = '', counter = '', rounds = ''] = process.argv.slice(2);

if (rounds === 'hang') {
  withLock(lock, () => {
    process.stdout.write('holding');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  });
}
for (let i = 0; i < Number(rounds); i++) {
  withLock(lock, () => {
    const number = Number(fs.readFileSync(counter, 'utf8'));
    fs.writeFileSync(counter, '');
    fs.writeFileSync(counter, String(number + 1));
  });
}

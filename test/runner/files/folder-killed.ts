import { writeSync } from 'node:fs';
import { test } from 'uvu';
import { temporaryFolder } from '../../helpers/tree.ts';

test('makes a folder and is killed', () => {
  writeSync(1, `made ${temporaryFolder()}\n`);
  process.kill(process.pid, 'SIGKILL');
});
test.run();

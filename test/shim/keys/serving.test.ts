import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rotateKey } from '../../../shim/keys/commands.ts';

import { dayOf, readDays } from '../../../shim/keys/days-folder.ts';
import { printKeys } from '../../../shim/keys/keys-file.ts';
import { start, untilListening } from '../../helpers/commands.ts';
import { newKey, newKeysFile } from '../../helpers/key-records.ts';
import { sampleTree } from '../../helpers/tree.ts';
import { until } from '../../helpers/until.ts';

/** Keys of servers that run: several of them, whose keys file they may not write. */

interface Serving {
  /** What is left of the limit after a request. */
  remaining(secret: string): Promise<number>;
  stop(): Promise<string>;
}

async function serve(file: string, env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const { dist } = await sampleTree();
  const shim = start('serve', ['--dist', dist, '--port', '0'], { KEYS_FILE: file, ...env });
  const base = `http://127.0.0.1:${await untilListening(shim)}`;
  return {
    async remaining(secret) {
      const response = await fetch(`${base}/api/stats`, { headers: { 'x-api-key': secret } });
      await response.arrayBuffer();
      return Number(response.headers.get('x-ratelimit-remaining'));
    },
    async stop() {
      shim.child.kill('SIGTERM');
      const { code, stdout } = await shim.finished;
      assert.is(code, 0);
      return stdout;
    },
  };
}

/** By the edge of seconds at which files are looked at. */
const untilSeen = (isSeen: () => Promise<boolean>): Promise<void> => until(isSeen);

test('a rotated key continues its count, both shims note its day, and neither writes the keys file', async () => {
  const { secret, record } = newKey();
  const unused = newKey();
  const file = newKeysFile();
  writeFileSync(file, printKeys([record, unused.record]));
  const shims = [await serve(file), await serve(file)] as const;
  const before = await shims[0].remaining(secret);
  assert.is(before, 999);
  const { json } = rotateKey(file, record.id, 3_600_000, new Date());
  const { secret: second } = json as { secret: string };
  // Anonymous clients have less.
  await untilSeen(async () => (await shims[0].remaining(second)) > 100);
  const left = await shims[0].remaining(second);
  assert.is(await shims[0].remaining(secret), left - 1, 'the old secret counts for the same key');
  await untilSeen(async () => (await shims[1].remaining(second)) > 100);

  const edited = readFileSync(file, 'utf8');
  const logs = [await shims[0].stop(), await shims[1].stop()];
  assert.is(readFileSync(file, 'utf8'), edited);
  const folder = join(dirname(file), '.keys-usage');
  assert.is(readdirSync(folder).length, 1, 'a file for each key');
  const days = await readDays(folder, [record.id], Date.now());
  const [today, yesterday] = [dayOf(Date.now()), dayOf(Date.now() - 86_400_000)];
  assert.equal([...days.keys()], [record.id]);
  assert.ok([today, yesterday].includes(days.get(record.id) ?? ''));
  for (const log of logs) assert.not.match(log, /"level":[45]0/);
});

test('days that cannot be written are logged and do no harm, and none are written where they are off', async () => {
  const { secret, record } = newKey();
  const file = newKeysFile();
  writeFileSync(file, printKeys([record]));
  chmodSync(file, 0o444);
  const away = await serve(file, { KEYS_USAGE: file });
  assert.is(await away.remaining(secret), 999);
  assert.match(await away.stop(), /"level":40.*days of use of keys cannot be written/);
  const off = await serve(file, { KEYS_USAGE: 'off' });
  assert.is(await off.remaining(secret), 999);
  assert.not.match(await off.stop(), /days of use/);
  const elsewhere = join(dirname(file), 'elsewhere');
  mkdirSync(elsewhere);
  const other = await serve(file, { KEYS_USAGE: elsewhere });
  await other.remaining(secret);
  await other.stop();
  assert.is(readdirSync(elsewhere).length, 1);
  assert.equal(readdirSync(dirname(file)).sort(), ['elsewhere', 'keys.json']);
});

test.run();

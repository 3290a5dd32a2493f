import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { revokeKey } from '../../../shim/keys/commands.ts';
import { printKeys } from '../../../shim/keys/keys-file.ts';
import { run, start, untilListening } from '../../helpers/commands.ts';
import { newKey, newKeysFile } from '../../helpers/key-records.ts';
import { NOBODY, readableTree, withOtherUser } from '../../helpers/other-user.ts';
import { until } from '../../helpers/until.ts';

/** A keys file of another user, in a folder that everybody may look into. */
function keysFileOf({ uid, gid }: { uid: number; gid: number }, mode: number) {
  const file = newKeysFile();
  const { secret, record } = newKey({ tier: 'elevated' });
  writeFileSync(file, printKeys([record]));
  chownSync(file, uid, gid);
  chmodSync(file, mode);
  chmodSync(dirname(file), 0o755);
  return { file, secret, record };
}

/** A shim of another user. */
async function startShim(keysFile: string) {
  const dist = await readableTree();
  const shim = start(
    'serve',
    ['--dist', dist, '--port', '0'],
    { KEYS_FILE: keysFile },
    { cwd: dist, user: NOBODY },
  );
  const port = await untilListening(shim);
  return {
    log: shim.out,
    /** Of the client that a key makes. */
    async limit(secret: string): Promise<string | null> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/stats`, { headers: { 'x-api-key': secret } });
      await answer.text();
      return answer.headers.get('x-ratelimit-limit');
    },
    async stop(): Promise<void> {
      shim.child.kill();
      await shim.finished;
    },
  };
}

withOtherUser(test, 'a key that root revokes is refused by a shim of another user', async () => {
  const { file, secret, record } = keysFileOf(NOBODY, 0o640);
  const shim = await startShim(file);
  try {
    assert.is(await shim.limit(secret), '5000');
    revokeKey(file, record.id, new Date());
    const { uid, gid, mode } = statSync(file);
    assert.equal({ uid, gid, mode: mode & 0o7777 }, { ...NOBODY, mode: 0o640 });
    await until(async () => (await shim.limit(secret)) === '100', { seen: shim.log.text });
    assert.not.match(shim.log.text(), 'cannot be used');
  } finally {
    await shim.stop();
  }
});

withOtherUser(
  test,
  'a shim that may not read its keys logs it without a request, and reads them when it may',
  async () => {
    const { file, secret } = keysFileOf({ uid: 0, gid: 0 }, 0o644);
    const shim = await startShim(file);
    try {
      assert.is(await shim.limit(secret), '5000');
      chmodSync(file, 0o600);
      await shim.log.match(/"level":40,.*cannot be used: EACCES/);
      assert.is(await shim.limit(secret), '5000');
    } finally {
      await shim.stop();
    }
    const second = await startShim(file);
    try {
      assert.match(second.log.text(), /cannot be used: EACCES.*No key is accepted/);
      assert.is(await second.limit(secret), '100');
      chmodSync(file, 0o644);
      await until(async () => (await second.limit(secret)) === '5000', { seen: second.log.text });
    } finally {
      await second.stop();
    }
  },
);

withOtherUser(test, 'a user who cannot keep the owner of a file changes nothing', async () => {
  const { file, record } = keysFileOf({ uid: 0, gid: 0 }, 0o644);
  chmodSync(dirname(file), 0o777);
  const before = readFileSync(file, 'utf8');
  const { ino } = statSync(file);
  const args = ['revoke', record.id, '--keys-file', file];
  const { code, stdout, stderr } = await run('keys', args, {}, { cwd: '/', user: NOBODY });
  assert.is(code, 1, stderr);
  assert.is(stdout, '');
  assert.match(stderr, /belongs to user 0 and group 0.*as that user or as root.*Nothing was changed/);
  assert.is(readFileSync(file, 'utf8'), before);
  assert.is(statSync(file).ino, ino);
});

withOtherUser(test, 'the owner of a file can edit it, and owns a new one', async () => {
  const { file, record } = keysFileOf(NOBODY, 0o600);
  chownSync(dirname(file), NOBODY.uid, NOBODY.gid);
  const revoked = await run(
    'keys',
    ['revoke', record.id, '--keys-file', file],
    {},
    { cwd: '/', user: NOBODY },
  );
  assert.is(revoked.code, 0, revoked.stderr);
  assert.match(revoked.stdout, `Revoked key ${record.id} in ${file}.`);
  const other = join(dirname(file), 'own');
  mkdirSync(other);
  chownSync(other, NOBODY.uid, NOBODY.gid);
  const made = join(other, 'keys.json');
  const created = await run('keys', ['create', '--keys-file', made], {}, { cwd: '/', user: NOBODY });
  assert.is(created.code, 0, created.stderr);
  const { uid, mode } = statSync(made);
  assert.equal([uid, mode & 0o7777], [NOBODY.uid, 0o600]);
});

test.run();

import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keys, usage } from '../../../../shim/doctor/checks/keys.ts';
import { MOST_KEYS_BYTES, printKeys } from '../../../../shim/keys/keys-file.ts';
import { run } from '../../../helpers/commands.ts';
import { newKey, newKeysFile } from '../../../helpers/key-records.ts';
import { NOBODY, withOtherUser } from '../../../helpers/other-user.ts';
import { finding, findings, lineOf } from '../patient.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

function keysFile(...differences: Parameters<typeof newKey>[0][]): string {
  const file = newKeysFile();
  writeFileSync(file, printKeys(differences.map(each => newKey(each).record)), { mode: 0o600 });
  return file;
}

test('no keys file and a good one are ok', async () => {
  assert.match(await finding(keys, {}), /^ok: there is no keys file/);
  assert.match(
    await finding(keys, { KEYS_FILE: newKeysFile() }),
    /^warning: there is no keys file .* → make a key/,
  );
  const file = keysFile({}, { revoked: true });
  for (const mode of [0o600, 0o400, 0o640]) {
    chmodSync(file, mode);
    assert.is(await finding(keys, { KEYS_FILE: file }), `ok: 1 active keys in ${file}`);
  }
});

test('a file that others may write or read is reported', async () => {
  const file = keysFile();
  for (const mode of [0o620, 0o602, 0o666]) {
    chmodSync(file, mode);
    const [found] = await findings(keys, { KEYS_FILE: file });
    assert.is(
      lineOf(found!),
      `problem: others than its owner can write ${file}: they can make themselves keys → chmod go-w ${file}`,
    );
  }
  chmodSync(file, 0o644);
  const [found] = await findings(keys, { KEYS_FILE: file });
  assert.is(lineOf(found!), `warning: everybody on this machine can read ${file} → chmod o-r ${file}`);
});

test('another kind of keys file is a problem', async () => {
  const file = keysFile();
  writeFileSync(file, '{"version":1,"keys":[{}]}');
  assert.match(
    await finding(keys, { KEYS_FILE: file }),
    /^problem: .* is not a keys file: "id" of key 1 is missing/,
  );
  assert.match(await finding(keys, { KEYS_FILE: dirname(file) }), /^problem: .* is not a regular file/);
  assert.match(await finding(keys, { KEYS_FILE: join(file, 'x') }), /^problem: .* cannot be read: ENOTDIR/);
});

test('the largest keys file is read, and one of one more byte is not', async () => {
  const file = keysFile({});
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text + ' '.repeat(MOST_KEYS_BYTES - text.length));
  assert.is(await finding(keys, { KEYS_FILE: file }), `ok: 1 active keys in ${file}`);
  appendFileSync(file, ' ');
  assert.is(
    await finding(keys, { KEYS_FILE: file }),
    `problem: ${file} is not a keys file: it has more than 8 MB → take it from a backup`,
  );
  // Reading the whole would fail otherwise: no string is so long.
  truncateSync(file, 2 ** 31);
  assert.match(await finding(keys, { KEYS_FILE: file }), /it has more than 8 MB/);
});

test('keys that end within two weeks are warnings', async () => {
  const states = async (expires: string | null, revoked = false) =>
    (await findings(keys, { KEYS_FILE: keysFile({ expires, revoked }) }, () => NOW)).map(
      ({ state }) => state,
    );
  assert.equal(await states('2026-03-01'), ['warning', 'ok']);
  assert.equal(await states('2026-03-14'), ['warning', 'ok']);
  for (const expires of ['2026-03-15', '2026-02-28', null])
    assert.equal(await states(expires), ['ok'], `${expires}`);
  assert.equal(await states('2026-03-02', true), ['ok']);
  const many = keysFile(...Array.from({ length: 12 }, (_, i) => ({ id: `k${i}`, expires: '2026-03-02' })));
  const [found] = await findings(keys, { KEYS_FILE: many }, () => NOW);
  assert.match(found!.says, /k0 \(2026-03-02\), .*k9 \(2026-03-02\) and 2 more$/);
});

withOtherUser(test, 'a file of another user, and an unreadable one, are reported', async () => {
  const file = keysFile();
  chownSync(file, NOBODY.uid, NOBODY.gid);
  assert.match(lineOf((await findings(keys, { KEYS_FILE: file }))[0]!), /^warning: .* belongs to user 65534/);
  chownSync(file, 0, 0);
  chmodSync(dirname(file), 0o755);
  const { stdout } = await run('doctor', ['--json'], { KEYS_FILE: file }, { cwd: '/', user: NOBODY });
  const found = JSON.parse(stdout).checks.filter(({ check }: { check: string }) => check === 'keys');
  assert.equal(
    found.map(({ state, says }: { state: string; says: string }) => [state, says]),
    [['problem', `the keys file ${file} cannot be read: EACCES`]],
  );
});

test('a folder for days of use that cannot be written is reported', async () => {
  const file = keysFile();
  assert.is(await finding(usage, { KEYS_FILE: newKeysFile() }), 'ok: there are no keys');
  assert.match(await finding(usage, { KEYS_FILE: file, KEYS_USAGE: 'off' }), /^ok: .* is not noted/);
  assert.is(await finding(usage, { KEYS_FILE: file }), `ok: noted in ${join(dirname(file), '.keys-usage')}`);
  mkdirSync(join(dirname(file), '.keys-usage'));
  assert.match(await finding(usage, { KEYS_FILE: file }), /^ok: noted/);
  assert.match(
    await finding(usage, { KEYS_FILE: file, KEYS_USAGE: join(file, 'x') }),
    /^warning: .* cannot be noted in .*: ENOTDIR → KEYS_USAGE names a folder/,
  );
});

withOtherUser(test, 'an unwritable folder for days of use is a warning', async () => {
  const file = keysFile();
  chmodSync(file, 0o644);
  chmodSync(dirname(file), 0o755);
  const { stdout } = await run('doctor', ['--json'], { KEYS_FILE: file }, { cwd: '/', user: NOBODY });
  const found = JSON.parse(stdout).checks.find(({ check }: { check: string }) => check === 'days of use');
  assert.is(found.state, 'warning');
  assert.match(found.says, /cannot be noted in .*: EACCES/);
});

test.run();

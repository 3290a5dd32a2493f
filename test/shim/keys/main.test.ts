import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { writeDays } from '../../../shim/keys/days-folder.ts';
import { hashOf, isSecret } from '../../../shim/keys/secret.ts';
import { newKeysFile } from '../../helpers/key-records.ts';

const LAUNCH = join(import.meta.dirname, '../../../build/launch.cjs');

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the program as a process of its own, in the directory of the keys file. */
function keys(file: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
  return new Promise((resolve, reject) => {
    const { KEYS_FILE: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [LAUNCH, 'keys', ...args], {
      cwd: dirname(file),
      env: { ...inherited, ...env },
    });
    const result: Result = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', chunk => (result.stdout += chunk));
    child.stderr.on('data', chunk => (result.stderr += chunk));
    child.on('error', reject);
    child.on('close', code => resolve({ ...result, code }));
  });
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';
const stored = (file: string) => JSON.parse(readFileSync(file, 'utf8')).keys;

test('a created key is listed, and revoked on request', async () => {
  const file = newKeysFile();
  const flags = ['--keys-file', file];
  const created = await keys(file, ['create', '--tier', 'elevated', '--name', 'Nightly job', ...flags]);
  assert.is(created.code, 0, created.stderr);
  const secret = lastLine(created.stdout);
  assert.ok(isSecret(secret));
  assert.is(created.stdout.split(secret).length, 2, 'the key is printed once');

  const [record] = stored(file);
  assert.is(record.tier, 'elevated');
  assert.is(record.sha256, hashOf(secret));
  assert.not.match(readFileSync(file, 'utf8'), secret);
  assert.is(statSync(file).mode & 0o777, 0o600);

  const listed = await keys(file, ['list', ...flags]);
  assert.match(
    listed.stdout,
    new RegExp(`^${record.id} +elevated +active +\\d{4}-\\d\\d-\\d\\d +- +- +Nightly job$`, 'm'),
  );
  assert.not.match(listed.stdout, secret);

  const revoked = await keys(file, ['revoke', record.id, ...flags]);
  assert.is(revoked.code, 0, revoked.stderr);
  assert.is(stored(file)[0].revoked, true);
  assert.match((await keys(file, ['list', ...flags])).stdout, /revoked/);
});

test('rotate gives another secret under the same id, and show and list report it, as JSON too', async () => {
  const file = newKeysFile();
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await keys(file, [...args, '--json', '--keys-file', file]);
    assert.is(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const made = await json('create', '--name', 'app', '--expires', '2999-12-31');
  const { secret, ...created } = made;
  assert.ok(isSecret(secret));
  assert.equal(created, {
    ...{ id: made.id, name: 'app', tier: 'standard', state: 'active', created: made.created },
    ...{ expires: '2999-12-31', rotated: null, old_secrets: [], last_used: null },
  });

  const rotated = await keys(file, ['rotate', made.id, '--overlap', '2h', '--keys-file', file]);
  assert.is(rotated.code, 0, rotated.stderr);
  const second = lastLine(rotated.stdout);
  const [record] = stored(file);
  assert.is(record.sha256, hashOf(second));
  assert.is(record.previous[0].sha256, hashOf(secret));
  const { until } = record.previous[0];
  assert.is(Date.parse(until) - Date.parse(record.rotated), 2 * 3_600_000);
  assert.ok(rotated.stdout.includes(`the old secret is valid until ${until}`));

  await noteUse(dirname(file), made.id, '2026-02-03');
  const shown = await json('show', made.id);
  assert.equal([shown.old_secrets, shown.last_used, shown.rotated], [[until], '2026-02-03', record.rotated]);
  assert.equal((await json('list')).keys, [shown]);
  const text = (await keys(file, ['show', made.id, '--keys-file', file])).stdout;
  for (const line of [`old secrets valid until ${until}`, 'last used   2026-02-03'])
    assert.ok(text.includes(line), text);
  assert.match((await keys(file, ['list', '--keys-file', file])).stdout, /2999-12-31 {2}2026-02-03 {2}app$/m);

  const ended = await json('rotate', made.id, '--overlap', '0');
  assert.ok(isSecret(ended.secret));
  assert.equal([ended.old_secrets, stored(file)[0].previous], [[], []]);
  assert.is((await json('revoke', made.id)).state, 'revoked');
  const refused = await keys(file, ['rotate', made.id, '--keys-file', file]);
  assert.is(refused.code, 2);
  assert.match(refused.stderr, /is revoked: create another/);
  assert.is(stored(file)[0].sha256, hashOf(ended.secret));
});

/** As a server notes it. */
const noteUse = (folder: string, id: string, day: string): Promise<void> =>
  writeDays(join(folder, '.keys-usage'), new Map([[id, day]]), Date.now());

test('KEYS_USAGE names the folder of days, or none', async () => {
  const file = newKeysFile();
  const { id } = JSON.parse((await keys(file, ['create', '--json', '--keys-file', file])).stdout);
  const elsewhere = join(dirname(file), 'elsewhere');
  mkdirSync(elsewhere);
  await noteUse(elsewhere, id, '2026-02-03');
  const used = async (KEYS_USAGE: string) =>
    JSON.parse((await keys(file, ['show', id, '--json', '--keys-file', file], { KEYS_USAGE })).stdout)
      .last_used;
  assert.is(await used(join(elsewhere, '.keys-usage')), '2026-02-03');
  assert.is(await used('off'), null);
  assert.is(await used(''), null);
  // What cannot be read keeps nobody from the keys.
  const { code, stdout, stderr } = await keys(file, ['list', '--keys-file', file], { KEYS_USAGE: file });
  assert.is(code, 0);
  assert.ok(stdout.includes(id));
  assert.match(stderr, /days of use cannot be read/);
});

test('two simultaneous creates both stay', async () => {
  const file = newKeysFile();
  const results = await Promise.all([1, 2, 3].map(() => keys(file, ['create', '--keys-file', file])));
  const hashes = results.map(({ stdout }) => hashOf(lastLine(stdout)));
  assert.equal(
    hashes.sort(),
    stored(file)
      .map((key: { sha256: string }) => key.sha256)
      .sort(),
  );
});

test('the flag wins over KEYS_FILE, which wins over .keys.json in the working directory', async () => {
  const file = newKeysFile();
  const beside = (name: string): string => join(dirname(file), name);
  await keys(file, ['create']);
  await keys(file, ['create'], { KEYS_FILE: beside('env.json') });
  await keys(file, ['create', '--keys-file', file], { KEYS_FILE: beside('other.json') });
  for (const made of [beside('.keys.json'), beside('env.json'), file])
    assert.is(stored(made).length, 1, made);
  assert.throws(() => stored(beside('other.json')), /ENOENT/);
});

test('misuse is exit code 2 and a message on standard error', async () => {
  const file = newKeysFile();
  const cases: [string[], RegExp][] = [
    [['create', '--tire', 'elevated'], /--tire/],
    [['revoke', 'nobody', '--keys-file', file], /no key "nobody"/],
    [['create', '--keys-file', '/no/such/directory/keys.json'], /no directory \/no\/such\/directory/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await keys(file, args);
    assert.is(code, 2, args.join(' '));
    assert.is(stdout, '');
    assert.match(stderr, message);
    assert.not.match(stderr, /\n {4}at /);
  }
});

test('a damaged file is exit code 1', async () => {
  const file = newKeysFile();
  writeFileSync(file, 'keys: none');
  const { code, stderr } = await keys(file, ['list', '--keys-file', file]);
  assert.is(code, 1);
  assert.match(stderr, `${file} is not a keys file`);
});

test('--help and an empty list have exit code 0', async () => {
  const file = newKeysFile();
  const help = await keys(file, ['--help']);
  assert.is(help.code, 0);
  assert.match(help.stdout, /--expires DATE/);
  const list = await keys(file, ['list']);
  assert.is(list.code, 0);
  assert.is(list.stdout, 'No keys in .keys.json.\n');
});

test.run();

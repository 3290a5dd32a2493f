import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { takeLock } from '../../build/common/lock.ts';
import { workspacesOf } from '../../build/previous/workspace.ts';
import { type Ended, editable, run } from '../helpers/builds.ts';
import { testWhere } from '../helpers/needs.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { assertAccepted, keysOfMinisign, modeOf, withoutMinisign } from '../signature/minisign.ts';

function ended({ code, out, err }: Ended, expected: number, message: RegExp): void {
  assert.is(code, expected, err);
  assert.match(expected === 0 ? out : err, message);
}

/** A pair of keys, made by the command. */
async function keys(): Promise<{ secret: string; open: string; publicKey: string }> {
  const folder = temporaryFolder();
  const [secret, open] = [path.join(folder, 'a.key'), path.join(folder, 'a.pub')];
  const { code, out } = await run('sign', ['keygen', '--secret', secret, '--public', open]);
  assert.is(code, 0);
  return { secret, open, publicKey: out.trim().split('\n').at(-1) ?? '' };
}

/** What must stand in no output. */
const secretOf = (file: string): string => fs.readFileSync(file, 'utf8').split('\n')[1] ?? '';

test('keygen makes keys, prints the public one, and overwrites no file', async () => {
  const { secret, open, publicKey } = await keys();
  assert.is(modeOf(secret), 0o600);
  assert.is(modeOf(open), 0o644);
  assert.match(fs.readFileSync(open, 'utf8'), publicKey);
  const again = await run('sign', ['keygen', '--secret', secret, '--public', `${open}.other`]);
  ended(again, 2, /a\.key is there already, and no key is overwritten/);
  const nowhere = await run('sign', ['keygen', '--secret', '/no/such/folder/key']);
  ended(nowhere, 2, /There is no folder for \/no\/such\/folder\/key/);
});

test('a signed tree passes with the key or its file, and is not signed again', async () => {
  const { corpus, dist } = editable();
  const { secret, open, publicKey } = await keys();
  ended(await run('build', ['--corpus', corpus, '--out', dist, '--no-search']), 0, /^documents/);
  ended(
    await run('verify', [dist, '--public-key', open]),
    1,
    /^The tree is not to be trusted: manifest\.json\.minisig is missing\.$/m,
  );
  const signed = await run('sign', [dist, '--key', secret]);
  ended(signed, 0, /^signed manifest\.json\.minisig$/m);
  ended(await run('sign', [dist, '--key', secret]), 0, /^Everything is signed with this key already\.$/m);
  for (const key of [open, publicKey])
    ended(
      await run('verify', [dist, '--public-key', key]),
      0,
      /^signed \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z\n\d+ files: 0 missing, 0 extra, 0 altered\n$/,
    );
  const other = await keys();
  ended(
    await run('verify', [dist, '--public-key', other.publicKey]),
    1,
    /not to be trusted: .* was made with the key/,
  );
  ended(await run('verify', [dist, '--public-key', dist]), 2, /is neither a key of minisign nor a file/);
  fs.appendFileSync(path.join(corpus, 'usc/title-17/chapter-01/section-106.md'), '\nOne more lighthouse.\n');
  const built = await run('build', [
    '--corpus',
    corpus,
    '--out',
    dist,
    '--no-search',
    '--sign',
    other.secret,
  ]);
  ended(built, 0, /^documents/);
  ended(await run('verify', [dist, '--public-key', other.open]), 0, /^signed /);
  for (const { out, err } of [signed, built]) {
    for (const { secret: file } of [{ secret }, other]) assert.not.match(out + err, secretOf(file));
  }
});

test('unusable keys are refused before the build starts', async () => {
  const { corpus, dist } = editable();
  const { secret, open } = await keys();
  const build = (key: string) => run('build', ['--corpus', corpus, '--out', dist, '--sign', key]);
  ended(await build(open), 2, /a\.pub: "chmod 600"/);
  ended(await build(`${secret}.none`), 2, /There is no secret key/);
  fs.writeFileSync(secret, `untrusted comment: x\n${secretOf(secret).replace(/.{20}$/, '')}\n`);
  ended(await build(secret), 2, /a\.key is no secret key of minisign/);
  assert.not(fs.existsSync(dist));
});

test('wrong usage exits with 2', async () => {
  const { secret } = await keys();
  const empty = temporaryFolder();
  for (const [args, message] of [
    [[empty], /Say which key to sign with/],
    [[empty, '--key', secret], /is no tree that can be signed: it has no manifest\.json/],
    [[empty, 'b', '--key', secret], /one directory at most/],
    [[empty, '--key', secret, '--public', 'x'], /belong to keygen/],
    [['keygen', '--key', secret], /keygen makes a key, and takes none/],
  ] as const)
    ended(await run('sign', args), 2, message);
  assert.equal(fs.readdirSync(empty), []);
});

test('a tree during a build, or with an unfinished publication, is not signed', async () => {
  const { corpus, dist } = editable();
  const { secret } = await keys();
  await run('build', ['--corpus', corpus, '--out', dist, '--no-search']);
  const [{ lock, journal }] = workspacesOf(dist);
  const unlock = takeLock(lock, '');
  ended(await run('sign', [dist, '--key', secret]), 1, /A build of this tree is running/);
  unlock();
  fs.writeFileSync(journal, '');
  ended(await run('sign', [dist, '--key', secret]), 1, /A build was interrupted while it published/);
  assert.not(fs.existsSync(path.join(dist, 'manifest.json.minisig')));
});

testWhere(
  test,
  withoutMinisign,
  'the real minisign accepts signatures of the commands, with its keys and ours',
  async () => {
    const { corpus, dist } = editable();
    for (const { secret, open } of [keysOfMinisign(), await keys()]) {
      ended(
        await run('build', ['--corpus', corpus, '--out', dist, '--no-search', '--sign', secret]),
        0,
        /^documents/,
      );
      assertAccepted(path.join(dist, 'manifest.json'), open);
      ended(await run('verify', [dist, '--public-key', open]), 0, /^signed /);
    }
  },
);

test.run();

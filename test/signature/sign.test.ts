import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../build/common/command-line.ts';
import { makeKeys } from '../../build/signature/make-keys.ts';
import { formatSecretKey, keyOfSeed, parseSecretKey } from '../../build/signature/secret-key.ts';
import { readSigner, signerWith } from '../../build/signature/sign.ts';
import { readPublicKey, verifySignature } from '../../build/signature/verify.ts';
import { testWhere } from '../helpers/needs.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import {
  assertAccepted,
  type KeyFiles,
  keysOfMinisign,
  minisign,
  modeOf,
  withoutMinisign,
} from './minisign.ts';
import { ID, SEED } from './vectors.ts';

const CONTENT = Buffer.from('A lighthouse.\n');

function ownKeys(): KeyFiles {
  const folder = temporaryFolder();
  const files = { secret: path.join(folder, 'own.key'), open: path.join(folder, 'own.pub') };
  makeKeys(files.secret, files.open);
  return files;
}

test('the same key, content and comment give the same bytes', () => {
  const signer = signerWith({ id: ID, key: keyOfSeed(SEED) });
  assert.is(signer.publicKey, 'RWQBAgMEBQYHCAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4');
  assert.is(signer.sign(CONTENT, 'timestamp:1'), VECTOR);
});

/** Made with Python's hashlib and cryptography. */
const VECTOR = `untrusted comment: signature from minisign secret key
RUQBAgMEBQYHCAL5iMszfP2KdJMvE1RGMh64zEQ/BFMhir8ZrHukYU9T3uwzIQyGEzOLr8MYOKymMbyXKYdbvUpXFGDu81zc/QA=
trusted comment: timestamp:1
izogm5y6xz7ZXaJGRp9/gxG0+SK+/W5KvkQ9bcpYaLz2JAHaEpMHzSL3FWdGCUKMr6qQ8gwvJ2wvj7pv2gn9Cg==
`;

test('keys are made once, the secret one for its owner only, and nothing is overwritten', () => {
  const { secret, open } = ownKeys();
  assert.is(modeOf(secret), 0o600);
  const [before, openBefore] = [fs.readFileSync(secret, 'utf8'), fs.readFileSync(open, 'utf8')];
  assert.match(before, /^untrusted comment: minisign secret key [0-9A-F]{16}\n\S+\n$/);
  assert.is(openBefore.split('\n')[0], before.split('\n')[0]?.replace('secret', 'public'));
  const other = path.join(temporaryFolder(), 'other');
  for (const [a, b] of [
    [secret, other],
    [other, open],
    [other, other],
    [path.join(other, 'a'), other],
  ] as const) {
    assert.throws(
      () => makeKeys(a, b),
      (error: Error) => error instanceof UsageError,
    );
    assert.not(fs.existsSync(other), 'a half of a pair');
  }
  assert.equal([fs.readFileSync(secret, 'utf8'), fs.readFileSync(open, 'utf8')], [before, openBefore]);
  assert.is.not(readPublicKey(open), readPublicKey(ownKeys().open));
});

test('a secret key can be read again, and errors do not reveal content', () => {
  const { secret, open } = ownKeys();
  const signer = readSigner(secret, null);
  assert.is(signer.publicKey, readPublicKey(open));
  assert.is(verifySignature(CONTENT, signer.sign(CONTENT, 'a'), signer.publicKey), 'a');
  const [comment = '', key = ''] = fs.readFileSync(secret, 'utf8').split('\n');
  const bytes = Buffer.from(key, 'base64');
  const changed = (at: number, byte: number): string => {
    const copy = Buffer.from(bytes);
    copy[at] = byte;
    return copy.toString('base64');
  };
  const seedByte = bytes[62] as number;
  for (const [wrong, message] of [
    ['', /is no secret key of minisign/],
    [`${key}AAAA`, /is no secret key of minisign/],
    [key.slice(4), /is no secret key of minisign/],
    [changed(0, 0x58), /of a kind that is not known/],
    [changed(4, 0x58), /of a kind that is not known/],
    [changed(2, 0x58), /protected in a way that is not known/],
    [changed(62, seedByte ^ 1), /is damaged/],
    [changed(94, (bytes[94] as number) ^ 1), /is damaged/],
  ] as const) {
    fs.writeFileSync(secret, `${comment}\n${wrong}\n`);
    assert.throws(
      () => readSigner(secret, null),
      (error: Error) =>
        error instanceof UsageError &&
        message.test(error.message) &&
        !/[\w+/]{40}/.test(error.message.replace(secret, '')),
      String(message),
    );
  }
});

test('a secret key that others may read is not used', () => {
  const { secret } = ownKeys();
  for (const mode of [0o640, 0o604, 0o620, 0o601]) {
    fs.chmodSync(secret, mode);
    assert.throws(() => readSigner(secret, null), /Others may read the secret key .*own\.key: "chmod 600"/);
  }
  fs.chmodSync(secret, 0o400);
  readSigner(secret, null);
  assert.throws(() => readSigner(`${secret}.none`, null), /There is no secret key/);
  const pipe = path.join(temporaryFolder(), 'pipe');
  spawnSync('mkfifo', ['-m', '600', pipe]);
  assert.throws(() => readSigner(pipe, null), /is no secret key of minisign/);
});

/** Of minisign, with the password "lamp", where it was given little memory: then it takes the cheapest way. */
const PROTECTED = `untrusted comment: minisign encrypted secret key
RWRTY0IyCgUqPaEjWuQbicpD5L6sNnXOi6Rpq4rWslPSlW3wDDkAABAAAAAAAAAAAAIAAAAATrX8UWAbwT17rr0ZsLzbRswd6j5irQXjf8PKC8E2tNQ3jSYlbjOIxzpnZjimC8sqgWaj2jUGitk7yybzWkhYhpVtznwnyELnG1DXNpqNivzFt26FygX06nFeMP8KV9wCjfeRPq+IdQs=
`;
const ITS_PUBLIC_KEY = 'RWQYiafgv1G/N7kWzG0g/KXspEBD01PPJ9tiU5azr4OifQvJdPw448O6';

test('a key with a password opens with that password only', () => {
  assert.is(signerWith(parseSecretKey(PROTECTED, 'lamp')).publicKey, ITS_PUBLIC_KEY);
  assert.throws(() => parseSecretKey(PROTECTED, 'lamb'), /is protected by another password/);
  assert.throws(() => parseSecretKey(PROTECTED, ''), /is protected by another password/);
  assert.throws(
    () => parseSecretKey(PROTECTED, null),
    /is protected by a password, which SIGN_PASSWORD has to hold/,
  );
  const [comment = '', key = ''] = PROTECTED.split('\n');
  const costly = Buffer.from(key, 'base64');
  costly.writeBigUInt64LE(2n ** 40n, 46);
  assert.throws(
    () => parseSecretKey(`${comment}\n${costly.toString('base64')}\n`, 'lamp'),
    /is protected at a cost that is not known/,
  );
});

test('a key without a password has the form of minisign', () => {
  const text = `untrusted comment: x\n${formatSecretKey({ id: ID, key: keyOfSeed(SEED) })}\n`;
  const bytes = Buffer.from(text.split('\n')[1] ?? '', 'base64');
  assert.is(bytes.toString('latin1', 0, 6), 'Ed\0\0B2');
  assert.is(
    bytes.subarray(6, 54).every(byte => byte === 0),
    true,
  );
  assert.is(parseSecretKey(text, null).id.equals(ID), true);
});

testWhere(
  test,
  withoutMinisign,
  'the real minisign accepts our keys and signatures, and we accept its keys',
  () => {
    for (const { secret, open } of [ownKeys(), keysOfMinisign()]) {
      const file = path.join(temporaryFolder(), 'file');
      fs.writeFileSync(file, CONTENT);
      fs.writeFileSync(`${file}.minisig`, readSigner(secret, null).sign(CONTENT, 'timestamp:5\tfile:file'));
      assertAccepted(file, open);
      assert.match(
        minisign('-V', '-H', '-p', open, '-m', file).stdout,
        'Trusted comment: timestamp:5\tfile:file',
      );
      fs.appendFileSync(file, ' ');
      assertAccepted(file, open, false);
      fs.writeFileSync(file, CONTENT);
      assertAccepted(file, ownKeys().open, false);
      fs.rmSync(`${file}.minisig`);
      assert.is(minisign('-S', '-s', secret, '-m', file).status, 0);
      verifySignature(CONTENT, fs.readFileSync(`${file}.minisig`, 'utf8'), readPublicKey(open));
    }
  },
);

test.run();

import { hash, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../build/common/command-line.ts';
import { keyOfSeed } from '../../build/signature/secret-key.ts';
import { signerWith } from '../../build/signature/sign.ts';
import { readPublicKey, SignatureError, timestampIn, verifySignature } from '../../build/signature/verify.ts';
import { testWhere } from '../helpers/needs.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { keysOfMinisign, minisign, withoutMinisign } from './minisign.ts';
import { ID, SEED } from './vectors.ts';

const signer = signerWith({ id: ID, key: keyOfSeed(SEED) });
const CONTENT = Buffer.from('{"lighthouse": true}\n');
const COMMENT = 'timestamp:1700000000\tfile:manifest.json\thashed';
const SIGNATURE = signer.sign(CONTENT, COMMENT);

const refused = (content: Buffer, text: string, message: RegExp | string, key = signer.publicKey) =>
  assert.throws(
    () => verifySignature(content, text, key),
    (error: Error) =>
      error instanceof SignatureError &&
      (typeof message === 'string' ? error.message === message : message.test(error.message)),
    text,
  );

test('a signature is valid for one content, and returns its trusted comment', () => {
  assert.is(verifySignature(CONTENT, SIGNATURE, signer.publicKey), COMMENT);
  refused(Buffer.from('{"lighthouse": tru}\n'), SIGNATURE, 'does not belong to this content');
  refused(Buffer.alloc(0), SIGNATURE, 'does not belong to this content');
});

test('a change of any byte of a signature is refused, except in the untrusted comment', () => {
  const start = 'untrusted comment: '.length;
  const end = SIGNATURE.indexOf('\n');
  const bytes = Buffer.from(SIGNATURE);
  for (let at = 0; at < bytes.length; at++) {
    for (const bit of [1, 4, 32]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ bit;
      const text = changed.toString('latin1');
      const isFree = at >= start && at < end && !text.slice(start, end).includes('\n');
      if (isFree) assert.is(verifySignature(CONTENT, text, signer.publicKey), COMMENT, `${at}`);
      else refused(CONTENT, text, /./);
    }
  }
});

test('a missing, repeated, too long or wrongly encoded line is no signature', () => {
  const lines = SIGNATURE.split('\n');
  const [first = '', second = '', third = '', fourth = ''] = lines;
  for (const wrong of [
    '',
    lines.slice(0, 3).join('\n'),
    `${SIGNATURE}\n`,
    `${SIGNATURE}x`,
    lines.join('\r\n'),
    [first, `${second} `, third, fourth].join('\n'),
    [first, second.replace('E=', 'F='), third, fourth].join('\n'),
    [first, second, third, fourth.replaceAll('=', '')].join('\n'),
    [`${first}${'x'.repeat(20_000)}`, second, third, fourth].join('\n'),
  ])
    refused(CONTENT, wrong, 'is no signature');
  // The last line need not end.
  assert.is(verifySignature(CONTENT, SIGNATURE.trimEnd(), signer.publicKey), COMMENT);
});

test('another key is refused, even with the same number', () => {
  const other = signerWith({ id: Buffer.from('12345678'), key: keyOfSeed(Buffer.alloc(32, 7)) });
  refused(
    CONTENT,
    SIGNATURE,
    'was made with the key 0807060504030201, not with 3837363534333231',
    other.publicKey,
  );
  const twin = signerWith({ id: ID, key: keyOfSeed(Buffer.alloc(32, 7)) });
  refused(CONTENT, SIGNATURE, 'does not belong to this content', twin.publicKey);
  refused(CONTENT, SIGNATURE, 'cannot be checked: the public key is none', 'RW');
});

test('signatures of early versions of minisign, over the content itself, are accepted', () => {
  const key = keyOfSeed(SEED);
  const signature = sign(null, CONTENT, key);
  const seal = sign(null, Buffer.concat([signature, Buffer.from('old')]), key);
  const first = Buffer.concat([Buffer.from('Ed'), ID, signature]).toString('base64');
  const text = `untrusted comment: x\n${first}\ntrusted comment: old\n${seal.toString('base64')}\n`;
  assert.is(verifySignature(CONTENT, text, signer.publicKey), 'old');
  // Neither is the other.
  refused(hash('blake2b512', CONTENT, 'buffer'), text, 'does not belong to this content');
});

test('the trusted comment has the time', () => {
  assert.is(timestampIn(COMMENT), 1_700_000_000);
  assert.is(timestampIn('file:timestamp:5\ttimestamp:7'), 7);
  for (const none of ['', 'xtimestamp:5', 'timestamp:', 'timestamp:5x', 'timestamp:9999999999999'])
    assert.is(timestampIn(none), null, none);
});

test('a public key is given as text or as a file', () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'key.pub');
  assert.is(readPublicKey(signer.publicKey), signer.publicKey);
  for (const text of [`untrusted comment: minisign public key\n${signer.publicKey}\n`, signer.publicKey]) {
    fs.writeFileSync(file, text);
    assert.is(readPublicKey(file), signer.publicKey);
    fs.writeFileSync(file, text.replaceAll('\n', '\r\n'));
    assert.is(readPublicKey(file), signer.publicKey);
  }
  fs.writeFileSync(file, 'untrusted comment: none\n');
  const large = path.join(folder, 'large');
  fs.writeFileSync(large, `${'x\n'.repeat(10_000)}${signer.publicKey}`);
  const wrong = [
    file,
    large,
    folder,
    path.join(folder, 'none'),
    '',
    signer.publicKey.slice(1),
    'x'.repeat(5000),
  ];
  for (const given of wrong)
    assert.throws(
      () => readPublicKey(given),
      (error: Error) => error instanceof UsageError,
    );
});

testWhere(test, withoutMinisign, 'signatures of the real minisign are accepted in both forms', () => {
  const { secret, open } = keysOfMinisign();
  const file = path.join(temporaryFolder(), 'file');
  fs.writeFileSync(file, CONTENT);
  const key = readPublicKey(open);
  for (const [way, comment] of [
    [[], /^timestamp:\d+\tfile:file\thashed$/],
    [['-l'], /^timestamp:\d+\tfile:file$/],
    [['-t', 'my § comment', '-c', 'free'], /^my § comment$/],
  ] as const) {
    fs.rmSync(`${file}.minisig`, { force: true });
    const { status, stderr } = minisign('-S', '-W', '-s', secret, '-m', file, ...way);
    assert.is(status, 0, stderr);
    const text = fs.readFileSync(`${file}.minisig`, 'utf8');
    assert.match(verifySignature(CONTENT, text, key), comment);
    refused(Buffer.from('x'), text, 'does not belong to this content', key);
  }
});

test.run();

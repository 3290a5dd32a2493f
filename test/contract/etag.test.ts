import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codedEtag, derivedEtag, etagOf, etagOfDigest, matchesEtag } from '../../build/contract/etag.ts';

test('an ETag is strong and depends on the bytes alone', () => {
  assert.match(etagOf('x'), /^"[\w-]{27}"$/);
  assert.is(etagOf('§'), etagOf(Buffer.from('§')));
  assert.is.not(etagOf('x'), etagOf('y'));
  assert.is(etagOfDigest(createHash('sha256').update('x').digest()), etagOf('x'));
});

test('ETags never change their form, since mirrors and caches hold them', () => {
  // SHA-256 of the empty text and of "x" as base64url, made by another program.
  assert.is(etagOf(''), '"47DEQpj8HBSa-_TImW-5JCeuQeR"');
  assert.is(etagOf('x'), '"LXEWQrcmsEQBYnyp-6wy9chTD7G"');
  assert.is(etagOf('§'), '"-L8xAmPBrD7NOfra9z7yM9Oh5_Q"');
  assert.is(derivedEtag('"LXEWQrcmsEQBYnyp-6wy9chTD7G"', 'body'), '"TghxBxCMA2h4a-sjOzDNH7dsqnt"');
  assert.is(codedEtag('"LXEWQrcmsEQBYnyp-6wy9chTD7G"', 'br'), '"LXEWQrcmsEQBYnyp-6wy9chTD7G-br"');
});

test('each projection has its own ETag', () => {
  const etag = etagOf('x');
  const all = [
    etag,
    derivedEtag(etag, 'body'),
    derivedEtag(etag, 'metadata'),
    derivedEtag(etagOf('y'), 'body'),
  ];
  assert.is(new Set(all).size, all.length);
  assert.is(derivedEtag(etag, 'body'), derivedEtag(etag, 'body'));
});

test('each content coding has its own ETag (RFC 9110 §8.8.3.3)', () => {
  const etag = etagOf('x');
  assert.is(codedEtag(etag, 'identity'), etag);
  assert.is(codedEtag(etag, 'br'), `"${etag.slice(1, -1)}-br"`);
  assert.is(codedEtag(etag, 'gzip'), `"${etag.slice(1, -1)}-gzip"`);
});

test('If-None-Match matches one tag, lists, weak tags and the asterisk (RFC 9110 §13.1.2)', () => {
  const matching = [
    '"a"',
    'W/"a"',
    ' "a" ',
    '*',
    ' * ',
    '"b", "a"',
    '"b","a"',
    '"a" , "b"',
    '"b",\t W/"a"\t,"c"',
    // Empty list elements are accepted (§5.6.1.2).
    ', "b",, "a",',
    '"b,c", "a"',
    'W/"x,y",W/"a"',
  ];
  for (const field of matching) assert.ok(matchesEtag(field, '"a"'), field);
});

test('If-None-Match with other tags does not match', () => {
  const others = [
    '',
    '"b"',
    'a',
    '"A"',
    '"a',
    'a"',
    '"a "',
    '"aa"',
    'w/"a"',
    '"b" "a"',
    'W/ "a"',
    '"*"',
    '"b, a"',
    '""',
  ];
  for (const field of others) assert.not(matchesEtag(field, '"a"'), field);
});

test('a comma within a tag does not split it', () => {
  assert.ok(matchesEtag('"x", "a,b"', '"a,b"'));
  assert.not(matchesEtag('"x,"a",y"', '"x"'));
  assert.not(matchesEtag('"x,y"', '"y"'));
});

test.run();

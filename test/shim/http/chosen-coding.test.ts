import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codedEtag } from '../../../build/contract/etag.ts';
import { codingFor, heldCoding } from '../../../shim/http/chosen-coding.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const ACCEPTED = ['br', 'gzip', 'identity'] as const;
const MB = 1024 * 1024;

test('an answer from a kilobyte to 16 megabytes has the best coding, others are plain', () => {
  const codings = [0, 1023, 1024, 16 * MB, 16 * MB + 1].map(bytes => codingFor(ACCEPTED, bytes, JSON_TYPE));
  assert.equal(codings, ['identity', 'identity', 'br', 'br', 'identity']);
  assert.is(codingFor(ACCEPTED, 5000, 'image/png'), 'identity', 'what is compressed already');
});

test('a client that refuses plain answers gets a small one coded, and a large one plain', () => {
  const codings = [10, 5000, 16 * MB + 1].map(bytes => codingFor(['gzip'], bytes, JSON_TYPE));
  assert.equal(codings, ['gzip', 'gzip', 'identity']);
});

test('the coding that a client has is one that it accepts', () => {
  const held = codedEtag('"a"', 'gzip');
  assert.is(heldCoding(held, ACCEPTED, '"a"'), 'gzip');
  assert.is(heldCoding(held, ['br', 'identity'], '"a"'), undefined);
  assert.is(heldCoding('"a"', ACCEPTED, '"a"'), 'identity');
});

test.run();

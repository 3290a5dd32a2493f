import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { documentBody } from '../../../build/contract/envelope.ts';
import { PartsFinder, partsOf } from '../../../shim/content/document-parts.ts';
import { Random } from '../../helpers/random.ts';

/** Texts that look like what is looked for. */
const BODIES = [
  '',
  'plain',
  '"',
  '\\',
  '\\"',
  '","body":"',
  '{"data":{"body":"x"}}',
  'ends with a backslash \\',
  '\\\\\\"\\\\',
  'Ünï — § 𝄞 \n\t\u0001',
];

const documentOf = (text: string, body?: string) => ({
  id: 'a',
  identifier: text,
  source: 'usc' as const,
  metadata: {
    identifier: '/a',
    source: 'usc' as const,
    body: `not this ${text}`,
    nested: { body: 'nor this', list: ['body', { body: text }, '[', '}'] },
    display_title: text,
  },
  ...(body !== undefined && { body }),
});

function jsonOf(text: string, body?: string): Buffer {
  // biome-ignore lint/suspicious/noExplicitAny: metadata of any shape
  return Buffer.from(documentBody(documentOf(text, body) as any, '2026-01-01T00:00:00Z').json);
}

function matches(json: Buffer, chunks: number, expected: object, body?: string): void {
  const finder = new PartsFinder();
  for (let at = 0; at < json.length; at += chunks) finder.push(json.subarray(at, at + chunks));
  const parts = finder.parts();
  assert.equal(JSON.parse(parts.rest).data, expected, `${json} in chunks of ${chunks}`);
  if (body === undefined) assert.is(parts.body, null);
  else
    assert.is(
      json.toString('utf8', parts.body?.start, parts.body?.end),
      JSON.stringify(body),
      `in chunks of ${chunks}`,
    );
}

test('the body is found for any content and any chunks', () => {
  for (const text of BODIES)
    for (const body of BODIES) {
      const json = jsonOf(text, body);
      for (const chunks of [1, 2, 3, 7, 64, json.length]) matches(json, chunks, documentOf(text, ''), body);
    }
});

test('long bodies of escapes are found in random chunks', () => {
  const random = new Random(16);
  for (let round = 0; round < 50; round++) {
    const body = Array.from({ length: 300 }, () => random.pick(['\\', '"', 'a', '\n', '{', ','])).join('');
    const json = jsonOf('x', body);
    matches(json, 1 + Math.floor(random.next() * 80), documentOf('x', ''), body);
  }
});

test('a document without body has none, nor has other JSON', () => {
  const json = jsonOf('\\"body":"', undefined);
  for (const chunks of [1, 5, json.length]) matches(json, chunks, documentOf('\\"body":"'));
  const other = Buffer.from('{"data":[{"body":"deeper"}],"meta":{}}');
  assert.equal(partsOf(other), { rest: other.toString(), body: null });
  for (const text of [
    '{"data":{"body":null,"x":"y"}}',
    '{"data":{"body":["deeper"]}}',
    '{"data":{"body":{"deeper":"still"}}}',
    '{"data":{"body":null},"meta":"outside"}',
  ])
    assert.equal(partsOf(Buffer.from(text)), { rest: text, body: null });
});

test('a large body is not held', () => {
  const finder = new PartsFinder();
  const json = jsonOf('x', 'word \\ "quoted"\n'.repeat(100_000));
  for (let at = 0; at < json.length; at += 65_536) finder.push(json.subarray(at, at + 65_536));
  assert.ok(finder.parts().rest.length < 1000);
});

test.run();

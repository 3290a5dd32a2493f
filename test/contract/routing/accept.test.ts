import Negotiator from 'negotiator';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REPRESENTATIONS } from '../../../build/contract/paths.ts';
import { MEDIA_TYPES } from '../../../build/contract/representation.ts';
import { preferredMediaType } from '../../../build/contract/routing/accept.ts';
import { Random } from '../../helpers/random.ts';

const preferred = (accept: string) => MEDIA_TYPES[preferredMediaType(accept)] ?? 'none';

test('a usual Accept header chooses its representation', () => {
  for (const [accept, expected] of [
    ['*/*', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'application/json'],
    ['application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5', 'application/json'],
    ['text/markdown', 'text/markdown'],
    ['text/markdown; charset=utf-8', 'text/markdown'],
    ['text/plain;q=0.5, text/markdown;q=0.6', 'text/markdown'],
    ['text/*', 'text/markdown'],
    ['text/*;q=0.5, application/json;q=0.4', 'text/markdown'],
    ['text/plain, */*;q=0', 'text/plain'],
    ['application/json;q=0, */*;q=0.1', 'text/markdown'],
    ['image/png', 'none'],
    ['', 'none'],
  ] as const)
    assert.is(preferred(accept), expected, accept);
});

const OFFERED = Object.values(REPRESENTATIONS).map(({ contentType }) => contentType);

/** The result of the widely used package. */
function negotiated(accept: string): string {
  const mediaType = new Negotiator({ headers: { accept } }).mediaType(OFFERED);
  return mediaType?.split(';')[0] ?? 'none';
}

const PIECES = [
  ...[
    'application/json',
    'text/markdown',
    'text/plain',
    'text/*',
    '*/*',
    '*/json',
    'TEXT/Plain',
    'image/png',
    'text',
  ],
  ...[',', ', ', ',,', ' ,', ';', '; ', ' ;', '=', '"', '\\', ' ', '\t', '/', '*'],
  ...[
    ';q=',
    ';q=0',
    ';q=1',
    ';q=0.5',
    ';Q=0.3',
    '; q = 0.7',
    ';q="0.4"',
    ';q=x',
    ';q=1;q=0',
    ';q=-1',
    ';q=1e1',
  ],
  ...[
    ';charset=utf-8',
    ';charset=UTF-8',
    ';charset="utf-8"',
    ';charset=latin1',
    ';charset=*',
    ';charset=',
    ';x=1',
  ],
  ...[';x="a,b;c"', ';x="a\\"b"', ';x="', ';x=', ';x=*', ';x', ';"a"=1', 'é', '\u00a0'],
];

test('any Accept header gives the result of a widely used package', () => {
  const random = new Random(7);
  const seen = new Map<string, number>();
  for (let i = 0; i < 60_000; i++) {
    const accept = Array.from({ length: 1 + random.below(9) }, () => random.pick(PIECES)).join('');
    const expected = negotiated(accept);
    assert.is(preferred(accept), expected, JSON.stringify(accept));
    seen.set(expected, (seen.get(expected) ?? 0) + 1);
  }
  for (const mediaType of [...MEDIA_TYPES, 'none']) assert.ok((seen.get(mediaType) ?? 0) > 1000, mediaType);
});

test.run();

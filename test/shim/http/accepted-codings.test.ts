import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { acceptedCodings } from '../../../shim/http/accepted-codings.ts';

const cases: [string | undefined, string][] = [
  // RFC 9110 §12.5.3: any coding is acceptable, and none was asked for.
  [undefined, 'identity br gzip'],
  ['', 'identity'],
  ['gzip', 'gzip identity'],
  ['br', 'br identity'],
  // Browsers, curl --compressed, fetch of Node: all the same to them.
  ['gzip, deflate, br, zstd', 'br gzip identity'],
  ['gzip, deflate', 'gzip identity'],
  ['br, gzip, deflate', 'br gzip identity'],
  ['GZIP,BR', 'br gzip identity'],
  ['deflate, zstd', 'identity'],
  // Quality values decide before we do.
  ['br;q=0.5, gzip;q=0.8', 'gzip br identity'],
  ['br;q=0, gzip', 'gzip identity'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['gzip;q=0.5, identity', 'identity gzip'],
  ['*', 'br gzip identity'],
  ['*;q=0.1, gzip', 'gzip br identity'],
  ['gzip, *;q=0', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0, *', 'br gzip'],
  ['gzip;q=nan, br', 'br identity'],
  // Nothing that there is: plain, which RFC 9110 §12.5.3 allows.
  ['identity;q=0', 'identity'],
  ['*;q=0', 'identity'],
  [';;,,', 'identity'],
];

test('quality values order codings, and br wins over gzip at equal quality', () => {
  for (const [header, expected] of cases) assert.is(acceptedCodings(header).join(' '), expected, header);
});

test("a header is parsed once, and a longer one than any client's is not", () => {
  assert.is(acceptedCodings('gzip, br'), acceptedCodings('gzip, br'));
  const long = (length: number) => 'gzip'.padEnd(length);
  assert.equal(acceptedCodings(long(200)), ['gzip', 'identity']);
  assert.equal(acceptedCodings(long(201)), ['identity']);
});

test.run();

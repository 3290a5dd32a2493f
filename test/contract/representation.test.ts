import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as representation from '../../build/contract/representation.ts';

test('JSON is the first media type and the default', () => {
  assert.equal(representation.MEDIA_TYPES, ['application/json', 'text/markdown', 'text/plain']);
  const of = representation.representationOfMediaType;
  assert.equal(representation.MEDIA_TYPES.map(of), ['json', 'markdown', 'text']);
  assert.equal([of(undefined), of('image/png')], ['json', 'json']);
});

test.run();

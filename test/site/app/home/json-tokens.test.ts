import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonTokens } from '../../../../build/site/app/home/json-tokens.ts';

test('keys, strings, numbers and words have different kinds, and the tokens hold all text', () => {
  const json = JSON.stringify(
    { 'a"b': 'c: "d" 1', e: [-1.5, 2e21, true, null], 'f\\': {}, true: false, g: 'h\\', i: 'true 5' },
    null,
    2,
  );
  const tokens = jsonTokens(json);
  assert.is(tokens.map(({ text }) => text).join(''), json);
  const of = (kind: string) => tokens.filter(token => token.kind === kind).map(({ text }) => text);
  assert.equal(of('key'), ['"a\\"b"', '"e"', '"f\\\\"', '"true"', '"g"', '"i"']);
  assert.equal(of('string'), ['"c: \\"d\\" 1"', '"h\\\\"', '"true 5"']);
  assert.equal(of('number'), ['-1.5', '2e+21']);
  assert.equal(of('word'), ['true', 'null', 'false']);
});

test.run();

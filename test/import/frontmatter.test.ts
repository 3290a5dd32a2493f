import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { frontmatterOf } from '../../build/import/frontmatter.ts';

/** The head of a document as the importer writes it; what the build reads of it is shown by whole imports. */

/** The lines between the marks, without those that all documents have. */
const linesOf = (fields: Parameters<typeof frontmatterOf>[0]): string[] =>
  frontmatterOf(fields)
    .split('\n')
    .filter(line => line !== '' && line !== '---' && !/^(?:format_version|generator): /.test(line));

test('each document has its own values, whatever those before it had', () => {
  const rows = [{ level: 'part', number: '1', name: null }];
  assert.equal(linesOf({ a: 'one', b: rows }), ['a: "one"', 'b:', '  - level: "part"', '    number: "1"']);
  assert.equal(linesOf({ a: 'two', b: [{ level: 'part', number: null }] }), [
    ...['a: "two"', 'b:', '  - level: "part"'],
  ]);
  assert.equal(linesOf({ b: 'two', a: rows }), ['b: "two"', 'a:', '  - level: "part"', '    number: "1"']);
  assert.equal(linesOf({ a: null, b: [], c: 1, d: false, e: ['x'] }), ['c: 1', 'd: false', 'e:', '  - "x"']);
});

test('a string that YAML would break is written by numbers', () => {
  assert.equal(linesOf({ a: 'x\u2028"\u0085\n' }), ['a: "x\\u2028\\"\\u0085\\n"']);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { frontmatterOf } from '../../build/import/frontmatter.ts';

/** The head of a document as the importer writes it. Whole imports test how the build reads it. */

/** The lines between the marks, without those of all documents. */
const linesOf = (fields: Parameters<typeof frontmatterOf>[0]): string[] =>
  frontmatterOf(fields)
    .split('\n')
    .filter(line => line !== '' && line !== '---' && !/^(?:format_version|generator): /.test(line));

test('each document has its own values, regardless of earlier documents', () => {
  const rows = [{ level: 'part', number: '1', name: null }];
  assert.equal(linesOf({ a: 'one', b: rows }), ['a: "one"', 'b:', '  - level: "part"', '    number: "1"']);
  assert.equal(linesOf({ a: 'two', b: [{ level: 'part', number: null }] }), [
    ...['a: "two"', 'b:', '  - level: "part"'],
  ]);
  assert.equal(linesOf({ b: 'two', a: rows }), ['b: "two"', 'a:', '  - level: "part"', '    number: "1"']);
  assert.equal(linesOf({ a: null, b: [], c: 1, d: false, e: ['x'] }), ['c: 1', 'd: false', 'e:', '  - "x"']);
});

test('characters that break lines in YAML are written by number', () => {
  assert.equal(linesOf({ a: 'x\u2028"\u0085\n' }), ['a: "x\\u2028\\"\\u0085\\n"']);
});

test.run();

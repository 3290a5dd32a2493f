import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { duplicateProblems } from '../../build/corpus/duplicates.ts';
import { formatProblem } from '../../build/corpus/problems.ts';

/** Problems as lines of [path, identifier] pairs, which must not depend on the order of the documents. */
function problemsOf(pairs: readonly (readonly [string, string])[]): string[] {
  const documents = pairs.map(([path, identifier]) => ({ path, identifier }));
  const problems = duplicateProblems(documents);
  assert.equal(duplicateProblems(documents.toReversed()), problems);
  const bad = new Set(problems.map(({ path }) => path));
  assert.is(bad.size, problems.length);
  assert.equal(duplicateProblems(documents.filter(({ path }) => !bad.has(path))), []);
  return problems.map(formatProblem);
}

test('different documents are no problem', () => {
  const identifiers = [
    '/us/usc/t1/s1',
    '/us/usc/t1/s1a',
    '/us/usc/t1/s1A',
    '/us/usc/t1/s1 /us/usc/t1/s2',
    '/us/cfr/t1/s1',
  ];
  assert.equal(problemsOf(identifiers.map((identifier, i) => [`${i}.md`, identifier])), []);
  assert.equal(problemsOf([]), []);
});

test('two documents with one identifier are a problem that names both, and the first by path is kept', () => {
  const pairs = ['usc/b.md', 'usc/a.md', 'usc/c.md'].map(path => [path, '/us/usc/t1/s1'] as const);
  assert.equal(problemsOf(pairs), [
    'usc/b.md: identifier: is also that of usc/a.md',
    'usc/c.md: identifier: is also that of usc/a.md',
  ]);
});

test('two identifiers with one id are a problem', () => {
  assert.equal(
    problemsOf([
      ['a.md', '/us/usc/t1/s1'],
      ['b.md', '/us/usc/t1-s1'],
    ]),
    ['b.md: identifier: /us/usc/t1-s1 gives the same id us-usc-t1-s1 as /us/usc/t1/s1 of a.md'],
  );
});

test.run();

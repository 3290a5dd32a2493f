import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeProblems, formatProblem, type Problem, sortProblems } from '../../build/corpus/problems.ts';

test('a problem names the file, the field and the reason', () => {
  assert.is(
    formatProblem({ path: 'usc/a.md', field: 'title', reason: 'is missing' }),
    'usc/a.md: title: is missing',
  );
  assert.is(formatProblem({ path: 'usc/a.md', field: null, reason: 'is bad' }), 'usc/a.md: is bad');
});

test('a problem is one printable line', () => {
  const line = formatProblem({ path: 'usc/a\nb\ud800.md', field: 'title', reason: 'x\u001b[31my\u2028' });
  assert.is(line, 'usc/a\\u000ab\\ud800.md: title: x\\u001b[31my\\u2028');
  assert.ok(formatProblem({ path: 'p', field: null, reason: 'x'.repeat(5000) }).length < 1000);
});

test('problems in any order are sorted by file, field and reason', () => {
  const sorted: Problem[] = [
    { path: 'Z', field: null, reason: 'b' },
    { path: 'a', field: null, reason: 'z' },
    { path: 'a', field: 'identifier', reason: 'b' },
    { path: 'a', field: 'title', reason: 'a' },
    { path: 'a', field: 'title', reason: 'b' },
  ];
  assert.equal(sortProblems(sorted.toReversed()), sorted);
  assert.equal(sortProblems([3, 0, 4, 2, 1].map(i => sorted[i] as Problem)), sorted);
});

test('a description counts problems and documents', () => {
  const problems = ['a', 'a', 'b'].map(path => ({ path, field: null, reason: 'is bad' }));
  assert.is(describeProblems(problems), '3 problems in 2 documents');
  assert.is(describeProblems(problems.slice(0, 2)), '2 problems in 1 document');
  assert.is(describeProblems(problems.slice(0, 1)), '1 problem in 1 document');
  assert.is(describeProblems([]), '0 problems in 0 documents');
});

test.run();

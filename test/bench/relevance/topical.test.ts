import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JudgedQuery } from './judged.ts';
import { askAll, table, worst, worstOf } from './topical.ts';

const judged = (id: string, part: JudgedQuery['part'], query: string): JudgedQuery => ({
  id,
  part,
  kind: 'topic',
  query,
  grades: new Map([[`/${query}`, 3]]),
});

const QUERIES = [
  judged('topic-01', 'develop', 'first'),
  judged('topic-02', 'measured', 'missing'),
  judged('topic-03', 'develop', 'second'),
  judged('topic-04', 'measured', 'first'),
  judged('topic-05', 'develop', 'eleventh'),
];

const OTHERS = Array.from({ length: 10 }, (_, i) => `/other-${i}`);
const ANSWERS: Record<string, string[]> = {
  first: ['/first'],
  second: ['/other-0', '/second'],
  eleventh: [...OTHERS, '/eleventh'],
  missing: OTHERS,
};

const retriever = {
  name: 'recorded',
  find: async (query: string, limit: number) => ANSWERS[query]?.slice(0, limit) ?? [],
};

test('the table has a line for each kind and one for all, with both parts side by side', async () => {
  const lines = table('recorded', await askAll(retriever, QUERIES)).map(line => line.trim().split(/\s+/));
  assert.equal(lines[0]?.slice(0, 3), ['recorded', 'develop:', 'MRR']);
  const numbers = ['3', '0.500', '0.544', '0.667', '2', '0.500', '0.500', '0.500'];
  assert.equal(
    lines.find(([kind]) => kind === 'topic'),
    ['topic', ...numbers],
  );
  assert.equal(lines.at(-1), ['all', ...numbers]);
});

test('the worst queries come from the development part, with the rank of the relevant document', async () => {
  const outcomes = await askAll(retriever, QUERIES);
  assert.equal(
    worstOf(outcomes).map(outcome => outcome.judged.id),
    ['topic-05', 'topic-03', 'topic-01'],
  );
  const lines = await worst(retriever, outcomes);
  assert.is(lines[0], '  eleventh [topic-05]');
  assert.is(lines[1], '    meant /eleventh, rank 11; first /other-0, /other-1, /other-2');
  assert.not.ok(lines.some(line => line.includes('missing')));
});

test('ten queries are shown, and an empty result is marked', async () => {
  const many = Array.from({ length: 14 }, (_, i) => judged(`topic-${10 + i}`, 'develop', `none ${i}`));
  const lines = await worst(retriever, await askAll(retriever, many));
  assert.is(lines.length, 20);
  assert.is(lines[1], '    meant /none 0, not in 100; first nothing');
});

test.run();

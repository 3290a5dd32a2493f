import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze } from '../../../../build/search/query/analyze.ts';
import { looseWords } from '../../../../build/search/query/query-terms.ts';
import { knownWords } from '../../../../build/search/typesense/find/known-words.ts';
import type { Parameters } from '../../../../build/search/typesense/find/request.ts';
import type { Result } from '../../../../build/search/typesense/find/result.ts';

const HOLDING: Record<string, number> = { partnership: 40, partner: 90, gaug: 7, epa: 3, lamp: 0 };
const LABELLED: Record<string, number> = { partner: 5, gaug: 2 };
/** With the number of documents that spell each out. */
const LONG = {
  'epa environmental protection agency': 2,
  'epa east pier': 1,
  'epas others': 3,
  'fda food': 3,
};

/** @returns what tells the facts, and the words of each request that it makes */
function counted() {
  const requests: string[][] = [];
  const known = knownWords();
  const searchAll = async (searches: readonly Parameters[]) => {
    const wordOf = (filter: unknown): string => /heading:\[(\w+)\]/.exec(String(filter))?.[1] ?? '';
    const words = searches.map(({ filter_by }) => wordOf(filter_by)).filter(word => word !== '');
    if (words.length > 0) requests.push([...new Set(words)]);
    return searches.map(({ filter_by, facet_by }) => {
      const held = String(filter_by).includes('text:') ? HOLDING : LABELLED;
      const counts = Object.entries(LONG).map(([value, count]) => ({ value, count }));
      return {
        found: held[wordOf(filter_by)] ?? 0,
        ...(facet_by && { facet_counts: [{ counts }] }),
      } as Result;
    });
  };
  const of = (q: string) => known(looseWords(analyze(q)), searchAll);
  return { of, requests };
}

test('a word is in so many documents and headings, and has its own long forms that two documents spell out', async () => {
  const facts = await counted().of('EPA gauges ');
  assert.equal(facts('gaug'), { holding: 7, labelled: 2, long: [] });
  assert.equal(facts('epa'), { holding: 3, labelled: 0, long: ['environmental protection agency'] });
  assert.equal(facts('other'), { holding: 0, labelled: 0, long: [] });
});

test('words that others are made of are asked for only where no heading holds the others', async () => {
  const { of, requests } = counted();
  const facts = await of('partnership gauges ');
  assert.equal(requests, [['partnership', 'gaug', 'partnershipgaug'], ['partner']]);
  assert.equal(facts('partner').labelled, 5);
});

test('each word is asked for once, also if nothing holds it', async () => {
  const { of, requests } = counted();
  await of('lamps gauges ');
  const first = requests.length;
  const facts = await of('lamps gauges ');
  assert.is(facts('gaug').holding, 7);
  assert.is(requests.length, first);
  await of('gauges partner ');
  assert.equal(requests.slice(first), [['partner', 'gaugespartn']]);
});

test.run();

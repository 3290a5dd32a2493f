import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readParams } from '../../../../build/contract/params.ts';
import { parseSearchQuery, type SearchHit } from '../../../../build/contract/search.ts';
import { answerQuery } from '../../../../build/search/embedded/find/answer.ts';
import type { SearchIndex } from '../../../../build/search/embedded/find/open-index.ts';
import { RANKED } from '../../../../build/search/ranking/limits.ts';
import { type FixtureDocument, notice, section } from '../../../helpers/fixture-tree.ts';
import { Random } from '../../../helpers/random.ts';
import { openIndex, rowOf } from '../../../helpers/search-index.ts';

const WORDS = 'lamp oil wick harbor tide gauge keeper'.split(' ');
const QUERIES = [
  'lamp',
  'lamp+oil+zeppelin',
  'harb',
  '"lamp+oil"',
  'lamp+-oil',
  '17+USC+3+lamp',
  'tide&sort=-identifier',
];

async function ask(index: SearchIndex, parameters: string) {
  const answer = await answerQuery(
    index,
    parseSearchQuery(readParams(parameters)),
    new AbortController().signal,
  );
  const hits: SearchHit[] = answer.hits.map(hit => JSON.parse(hit));
  return { total: answer.estimated_total_hits, identifiers: hits.map(({ identifier }) => identifier), hits };
}

/** The identifiers on all pages of one size. */
async function paged(index: SearchIndex, parameters: string, limit: number): Promise<string[]> {
  const all: string[] = [];
  for (let offset = 0; ; offset += limit) {
    const { identifiers } = await ask(
      index,
      `q=${parameters}&limit=${limit}&offset=${offset}&highlight=false&facets=,`,
    );
    all.push(...identifiers);
    if (identifiers.length < limit) return all;
  }
}

/** Many alike, many equal, some cited. */
function randomDocuments(random: Random, count: number): FixtureDocument[] {
  const some = (most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(' ');
  return Array.from({ length: count }, (_, i) =>
    random.chance(0.5)
      ? section(17, String(i + 1), some(2), some(5))
      : notice(`2018-${String(i).padStart(5, '0')}`, some(2), some(5), { agencies: [some(1)] }),
  );
}

test('pages of any size together give the whole order once', async () => {
  for (const [seed, count] of [
    [1, 1],
    [2, 40],
    [3, RANKED + 130],
    [4, RANKED + 200],
  ] as const) {
    const random = new Random(seed);
    const documents = randomDocuments(random, count);
    const cited = documents.slice(0, 20).map((document, i) => [document, i % 4] as const);
    const index = await openIndex(documents, '', cited);
    for (const q of QUERIES) {
      const { total } = await ask(index, `q=${q}&limit=1`);
      const whole = await paged(index, q, 100);
      assert.is(whole.length, total, `${q}: the total`);
      assert.is(new Set(whole).size, total, `${q}: each once`);
      for (const limit of [7, 50, 99]) assert.equal(await paged(index, q, limit), whole, `${q}, ${limit}`);
      assert.equal(await paged(index, q, 100), whole, `${q}: repeatable`);
    }
    const beyond = await ask(index, `q=lamp&offset=${count + 1}`);
    assert.equal(beyond.identifiers, []);
    index.close();
  }
});

test('pages around the last ranked document contain each document once', async () => {
  const documents = Array.from({ length: RANKED + 30 }, (_, i) =>
    section(17, String(i + 1), 'Lamps', 'lamp'),
  );
  const index = await openIndex(documents);
  const whole = await paged(index, 'lamp', 100);
  assert.is(whole.length, documents.length);
  for (let offset = RANKED - 3; offset <= RANKED + 3; offset++)
    for (const limit of [1, 2, 3, 4, 10]) {
      const { identifiers } = await ask(index, `q=lamp&offset=${offset}&limit=${limit}`);
      assert.equal(identifiers, whole.slice(offset, offset + limit), `${offset}, ${limit}`);
    }
  index.close();
});

test('cited documents come first even if they are more than the ranked ones', async () => {
  const documents = Array.from({ length: RANKED + 30 }, (_, i) =>
    section(17, String(i + 1), 'Lamps', 'lamp'),
  );
  const cited = documents.slice(10).map(document => `('part:1:1', ${rowOf(document)})`);
  const index = await openIndex(documents, `INSERT INTO citations VALUES ${cited}`);
  const whole = await paged(index, '1+CFR+part+1+lamp', 60);
  assert.ok(whole.length > cited.length, 'the first section holds more of it than the others');
  assert.is(new Set(whole).size, whole.length);
  assert.equal(
    whole.slice(0, cited.length),
    documents.slice(10).map(({ identifier }) => identifier),
  );
  index.close();
});

test('a whole match in a heading comes before a mention in a text', async () => {
  const index = await openIndex([
    section(17, '1', 'Harbors', 'Lamp oil, and much else of lamps and oil.'),
    section(17, '2', 'Lamp oil', 'Whoever keeps it.'),
    section(17, '3', 'Repeals', 'oil lamp'),
  ]);
  const { identifiers } = await ask(index, 'q=lamp+oil');
  assert.equal(identifiers[0], '/us/usc/t17/s2');
  assert.is(identifiers.length, 3);
  index.close();
});

test('near-identical notices do not fill the first positions', async () => {
  const index = await openIndex([
    ...Array.from({ length: 8 }, (_, i) =>
      notice(`2018-0000${i}`, 'Lamp notice', 'lamp', { agencies: ['Lamp Office'] }),
    ),
    section(17, '1', 'Lamp rule', 'lamp'),
    section(18, '1', 'Lamp duty', 'lamp'),
  ]);
  const { identifiers } = await ask(index, 'q=lamp');
  const first = identifiers.slice(0, 3).filter(identifier => identifier.startsWith('/us/usc/'));
  assert.is(first.length, 2, `${identifiers}`);
  index.close();
});

test.run();

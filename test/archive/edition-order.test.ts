import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareEditions } from '../../build/archive/edition-order.ts';
import { RELEASE_POINTS } from '../../build/corpus/release-points.ts';
import { officialTest } from '../helpers/official-xml.ts';

/** The order of editions. */

/** Asserts that each edition comes before all behind it, and after none. */
function assertOrder(day: string, editions: readonly string[]): number {
  const keys = editions.map(edition => ({ day, edition }));
  let pairs = 0;
  for (const [i, a] of keys.entries())
    for (const b of keys.slice(i + 1)) {
      assert.ok(compareEditions(a, b) < 0 && compareEditions(b, a) > 0, `${a.edition} before ${b.edition}`);
      pairs += 1;
    }
  for (const a of keys) assert.is(compareEditions(a, { ...a }), 0);
  return pairs;
}

test('of one day, release points with exceptions come before the complete one', () => {
  for (const editions of [
    ['113-9', '113-31', '113-100'],
    ['117-80not58', '117-80', '117-81', '117-81u1', '118-1not2'],
    ['114-314not255', '114-321not255', '114-321', '114-327'],
    ['116-344not260not283', '116-344not283', '116-344not283u1', '116-344'],
    ['115-117not91not96not97', '115-117not91not96', '115-117'],
    // The number of exceptions counts, and not which they are.
    ['118-3not10not300', '118-3not4', '118-3'],
    ['117-80', '2021-12-27'],
  ])
    assertOrder('2021-12-27', editions);
});

test('the day comes before the name', () => {
  const [former, next] = [
    { day: '2021-12-26', edition: '117-80' },
    { day: '2021-12-27', edition: '117-80not58' },
  ];
  assert.ok(compareEditions(former, next) < 0 && compareEditions(next, former) > 0);
});

/** By day: those of several release points. */
function ofOneDay(points: Iterable<readonly [point: string, day: string]>): [string, string[]][] {
  const byDay = new Map<string, string[]>();
  for (const [point, day] of points) byDay.set(day, [...(byDay.get(day) ?? []), point]);
  return [...byDay].filter(([, { length }]) => length > 1);
}

const pairsIn = (days: readonly [string, string[]][]): number =>
  days.reduce((sum, [day, points]) => sum + assertOrder(day, points), 0);

test('the table of release points is in this order on each day', () => {
  assert.is(pairsIn(ofOneDay(RELEASE_POINTS)), 66);
});

interface Listed {
  name: string;
  date: string;
  seq: number;
}

officialTest(
  test,
  'editions',
  'all release points of one day are in the order of the official list',
  folder => {
    const text = fs.readFileSync(path.join(folder, 'editions/releasepoints.json'), 'utf8');
    const { releasePoints } = JSON.parse(text) as { releasePoints: Listed[] };
    const inOrder = releasePoints.sort((a, b) => a.seq - b.seq);
    assert.is(pairsIn(ofOneDay(inOrder.map(({ name, date }) => [name, date] as const))), 66);
  },
);

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Run, type Sighting, versionNameOf, withSighting } from '../../build/archive/history.ts';
import { keptRuns } from '../../build/archive/keep.ts';
import type { EditionKey } from '../../build/contract/version.ts';
import { Random } from '../helpers/random.ts';

/** The history of one document. */

const key = (day: number, edition = String(day)): EditionKey => ({
  day: `2020-01-${String(day).padStart(2, '0')}`,
  edition,
});

const store = (text: string, day: string) => () => ({
  ...{ text, sha256: `${text} of ${day}`, pack: 'packs/000001.pack', offset: 0, bytes: 1 },
});

const sighting = (at: EditionKey, text: string | null): Sighting => ({
  key: at,
  text,
  store: store(String(text), `${at.day} ${at.edition}`),
});

/** Enters editions one by one, as an archive does: all those entered so far are known. */
function entered(seen: readonly [EditionKey, string | null][], isCurrent = false): readonly Run[] {
  let runs: readonly Run[] = [];
  const editions: EditionKey[] = [];
  for (const [at, text] of seen) {
    if (!editions.some(({ day, edition }) => day === at.day && edition === at.edition)) editions.push(at);
    editions.sort((a, b) => (a.day < b.day || (a.day === b.day && a.edition < b.edition) ? -1 : 1));
    runs = withSighting(runs, sighting(at, text), { editions, wholes: editions }, isCurrent);
  }
  return runs.slice(runs[0]?.version === null ? 1 : 0);
}

/** `1-2 a`: the days of the first and the last edition, and the text. */
const brief = (runs: readonly Run[]): string[] =>
  runs.map(({ first, last, version }) => {
    const days = [first, last].map(({ day, edition }) => {
      const number = String(Number(day.slice(-2)));
      return number === edition ? number : `${number}/${edition}`;
    });
    return `${[...new Set(days)].join('-')} ${version?.text ?? 'gone'}`;
  });

/** What the editions say, in their order, without what precedes the first text. */
function expected(seen: readonly [EditionKey, string | null][]): string[] {
  const runs: { days: number[]; text: string | null }[] = [];
  for (const [{ day }, text] of [...seen].sort(([a], [b]) => (a.day < b.day ? -1 : 1))) {
    const last = runs.at(-1);
    const number = Number(day.slice(-2));
    if (last?.text === text) last.days.push(number);
    else if (last || text !== null) runs.push({ days: [number], text });
  }
  return runs.map(({ days, text }) => `${[...new Set([days[0], days.at(-1)])].join('-')} ${text ?? 'gone'}`);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as T);
}

test('editions in any order give the history that they tell', () => {
  const random = new Random(35);
  for (let round = 0; round < 3000; round++) {
    const days = shuffled(
      Array.from({ length: 12 }, (_, i) => i + 1),
      random,
    ).slice(0, 1 + random.below(9));
    const seen = days.map((day): [EditionKey, string | null] => [
      key(day),
      random.chance(0.2) ? null : random.pick(['a', 'b', 'c']),
    ]);
    const inOrder = [...seen].sort(([a], [b]) => (a.day < b.day ? -1 : 1));
    const wanted = expected(inOrder);
    assert.equal(brief(entered(inOrder)), wanted, JSON.stringify(inOrder));
    assert.equal(brief(entered(shuffled(seen, random))), wanted, JSON.stringify(seen));
    for (const isCurrent of [true, false]) {
      const again = entered([...inOrder, ...shuffled(inOrder, random)], isCurrent);
      assert.equal(brief(again), wanted, `again: ${JSON.stringify(inOrder)}`);
    }
  }
});

test('a version has the file of the earliest edition with its text', () => {
  for (const days of [
    [1, 2, 3],
    [3, 2, 1],
    [2, 3, 1],
    [3, 1, 2],
  ]) {
    const [run] = entered(days.map(day => [key(day), 'a']));
    assert.is(run?.version?.sha256, `a of 2020-01-01 1`, days.join());
  }
});

test('an edition between others with its text changes nothing', () => {
  const runs = entered([
    [key(1), 'a'],
    [key(3), 'a'],
  ]);
  const editions = [key(1), key(2), key(3)];
  assert.is(withSighting(runs, sighting(key(2), 'a'), { editions, wholes: editions }, false), runs);
  assert.is(withSighting(runs, sighting(key(3), 'a'), { editions, wholes: editions }, true), runs);
});

test('editions of one day follow each other in the order of release points', () => {
  const seen: [EditionKey, string][] = [
    [key(1, '113-31'), 'a'],
    [key(1, '113-9'), 'b'],
    [key(1, '113-100'), 'c'],
  ];
  const wanted = ['1/113-9 b', '1/113-31 a', '1/113-100 c'];
  let runs: readonly Run[] = [];
  const editions = [key(1, '113-9'), key(1, '113-31'), key(1, '113-100')];
  for (const [at, text] of seen)
    runs = withSighting(runs, sighting(at, text), { editions, wholes: [] }, false);
  assert.equal(brief(runs), wanted);
});

test('of several texts of one edition that of the corpus is the last, also where it returns', () => {
  const night = (texts: readonly (string | null)[]) =>
    brief(
      entered(
        texts.map(text => [key(1), text]),
        true,
      ),
    );
  assert.equal(night(['a', 'b']), ['1 a', '1 b']);
  assert.equal(night(['a', 'b', 'a']), ['1 a', '1 b', '1 a']);
  assert.equal(night(['a', null]), ['1 a', '1 gone']);
  assert.equal(night(['a', null, 'a']), ['1 a', '1 gone', '1 a']);
});

test('a former edition that is entered again adds no text', () => {
  const seen: [EditionKey, string][] = [
    [key(1), 'a'],
    [key(1), 'b'],
  ];
  assert.equal(brief(entered([...seen, ...seen, ...seen])), ['1 a', '1 b']);
});

test('a text that was seen before and after another one is two versions, seen in the editions around it', () => {
  const around: [EditionKey, string][] = [
    [key(1), 'a'],
    [key(2), 'a'],
    [key(5), 'a'],
    [key(7), 'a'],
  ];
  assert.equal(brief(entered([...around, [key(4), 'b']])), ['1-2 a', '4 b', '5-7 a']);
  const [first, , last] = entered([...around, [key(4), 'b']]);
  assert.is(first?.version?.sha256, last?.version?.sha256);
});

test('what never was is not removed', () => {
  assert.equal(brief(entered([[key(1), null]])), []);
  assert.equal(
    brief(
      entered([
        [key(2), 'a'],
        [key(1), null],
      ]),
    ),
    ['2 a'],
  );
});

/** `~1 a`: the names of the texts, without the day where it is the first, and the texts. */
const names = (runs: readonly Run[]): string[] =>
  runs.flatMap(run =>
    run.version ? [`${versionNameOf(runs, run).replace('2020-01-01', '')} ${run.version.text}`] : [],
  );

test('a name that a text had is given to no other one of its day', () => {
  const keep = { versions: 3 };
  const known = { editions: [key(1)], wholes: [key(1)] };
  let runs: readonly Run[] = [];
  const told: string[][] = [];
  for (const text of ['a', 'b', 'c', 'd', 'e']) {
    runs = keptRuns(withSighting(runs, sighting(key(1), text), known, true), keep);
    told.push(names(runs));
  }
  assert.equal(told, [
    [' a'],
    ['~1 a', ' b'],
    ['~1 a', '~2 b', ' c'],
    ['~2 b', '~3 c', ' d'],
    ['~3 c', '~4 d', ' e'],
  ]);
  assert.equal(names(keptRuns(runs, { versions: 2 })), ['~4 d', ' e']);
  const editions = [key(1, '0'), key(1), key(2)];
  const later = withSighting(runs, sighting(key(2), 'f'), { editions, wholes: editions }, true);
  assert.equal(names(later), ['~3 c', '~4 d', ' e', '2020-01-02 f']);
  assert.equal(names(keptRuns(later, { versions: 2 })), [' e', '2020-01-02 f']);
  // Another edition of the day is entered before the others.
  const more = withSighting(later, sighting(key(1, '0'), 'z'), { editions, wholes: editions }, false);
  assert.equal(names(more).slice(1), ['~4 c', '~5 d', ' e', '2020-01-02 f']);
  const same = withSighting(later, sighting(key(1, '0'), 'c'), { editions, wholes: editions }, false);
  assert.equal(names(same), names(later));
});

test('a text that is removed on its first day has the name of one that is replaced', () => {
  const night = (...texts: (string | null)[]) =>
    names(
      entered(
        texts.map(text => [key(1), text]),
        true,
      ),
    );
  assert.equal(night('a', null), ['~1 a']);
  assert.equal(night('a', null, 'b'), ['~1 a', ' b']);
  assert.equal(night('a', null, 'b', null), ['~1 a', '~2 b']);
  const later = entered([
    [key(1), 'a'],
    [key(2), null],
  ]);
  assert.equal(names(later), [' a']);
});

test('texts of another day are not counted', () => {
  const editions = [key(1), key(2), key(3)];
  const known = { editions, wholes: editions };
  let runs = entered(
    [
      [key(2), 'a'],
      [key(2), 'b'],
    ],
    true,
  );
  runs = keptRuns(runs, { versions: 1 });
  assert.is(runs[0]!.dropped, 1);
  assert.is(keptRuns(runs, { versions: 1 }), runs);
  // Its beginning moves to an earlier day.
  assert.is(withSighting(runs, sighting(key(1), 'b'), known, false)[0]!.dropped, undefined);
  // Others are entered before it, and dropped.
  for (const [at, dropped] of [
    [key(1), 1],
    [key(2, '1a'), 2],
  ] as const) {
    const editions = [key(1), key(2, '1a'), key(2)];
    const more = withSighting(runs, sighting(at, 'z'), { editions, wholes: [] }, false);
    assert.equal(brief(more).length, 2);
    assert.equal(
      keptRuns(more, { versions: 1 }).map(run => run.dropped),
      [dropped],
    );
  }
  // It is seen later, and another text between the two.
  runs = withSighting(runs, sighting(key(3), 'b'), known, true);
  const parted = withSighting(
    runs,
    sighting(key(2, '2b'), 'c'),
    { editions: [...editions, key(2, '2b')], wholes: [] },
    false,
  );
  assert.equal(
    parted.map(({ dropped }) => dropped),
    [1, undefined, undefined],
  );
  const gone = keptRuns(
    entered([
      [key(1), 'a'],
      [key(2), 'b'],
    ]),
    { versions: 1 },
  );
  assert.equal(
    gone.map(({ dropped }) => dropped),
    [undefined],
  );
});

test.run();

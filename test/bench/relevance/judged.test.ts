import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { realDocuments, realTest } from '../../helpers/real-corpora.ts';
import { judgedQueries, KINDS, PARTS, parseJudged } from './judged.ts';

const queries = judgedQueries();
const LINE = {
  id: 'topic-01',
  part: 'develop',
  kind: 'topic',
  query: 'flag at half staff',
  answers: { 3: ['/us/usc/t4/s7'], 1: ['/us/usc/t4/s6'] },
};

const parse = (line: object) => parseJudged(`${JSON.stringify(line)}\n`);

test('a line becomes a query with its grades', () => {
  const [query] = parse(LINE);
  assert.is(query?.query, 'flag at half staff');
  assert.equal(Object.fromEntries(query?.grades ?? []), { '/us/usc/t4/s7': 3, '/us/usc/t4/s6': 1 });
});

test('an invalid line is an error with its number and the reason', () => {
  const cases: [object, RegExp][] = [
    [{ ...LINE, kind: 'other', id: 'other-01' }, /Line 1: other is no kind/],
    [{ ...LINE, part: 'other' }, /other is no part/],
    [{ ...LINE, id: 'name-01' }, /name-01 is no id/],
    [{ ...LINE, query: ' flag' }, /There is no query/],
    [{ ...LINE, note: '' }, /note is no field/],
    [{ ...LINE, answers: { 2: ['/us/usc/t4/s7'] } }, /No document is meant/],
    [{ ...LINE, answers: { 4: ['/us/usc/t4/s7'] } }, /4 is no grade/],
    [{ ...LINE, answers: { 3: ['t4/s7'] } }, /t4\/s7 is no identifier/],
    [{ ...LINE, answers: { 3: ['/us/usc/t4/s7'], 1: ['/us/usc/t4/s7'] } }, /is judged twice/],
  ];
  for (const [line, message] of cases) assert.throws(() => parse(line), message);
  assert.throws(() => parseJudged(`${JSON.stringify(LINE)}\n{\n`), /Line 2/);
  assert.throws(() => parseJudged(JSON.stringify(LINE)), /does not end/);
});

test('there are at least 220 queries, all different', () => {
  assert.ok(queries.length >= 220, `${queries.length} queries`);
  assert.is(new Set(queries.map(({ query }) => query.toLowerCase())).size, queries.length);
  assert.is(new Set(queries.map(({ id }) => id)).size, queries.length);
});

test('each kind has at least 15 queries in order, alternately for development and for measurement', () => {
  for (const kind of KINDS) {
    const ofKind = queries.filter(query => query.kind === kind);
    assert.ok(ofKind.length >= 15, `${ofKind.length} of ${kind}`);
    assert.equal(
      ofKind.map(({ id, part }) => [id, part]),
      ofKind.map((_, i) => [`${kind}-${String(i + 1).padStart(2, '0')}`, PARTS[i % 2]]),
    );
  }
});

test('queries of each part are spread over the sources', () => {
  const SHARES = { usc: [0.4, 0.55], cfr: [0.25, 0.4], fr: [0.15, 0.25] } as const;
  for (const part of PARTS) {
    const ofPart = queries.filter(query => query.part === part);
    for (const [source, [least, most]] of Object.entries(SHARES)) {
      const share = ofPart.filter(query => sourceOf(meantBy(query))[0] === source).length / ofPart.length;
      assert.ok(share >= least && share <= most, `${share} of ${part} are for ${source}`);
    }
  }
});

test('most queries are short, and none has a citation', () => {
  const words = queries.map(({ query }) => query.split(' ').length);
  const short = words.filter(count => count >= 2 && count <= 6).length;
  assert.ok(short / words.length > 0.85, `${short} of ${words.length} have two to six words`);
  for (const { query } of queries) assert.not.match(query, /§|\/|\bCFR\b|\bU\.?S\.?C\b|\b\d{4}-\d{4,5}\b/i);
});

realTest(
  test,
  'every judged document is in the real corpora, and each of their titles has queries',
  corpora => {
    const identifiers = new Set(realDocuments(corpora).map(identifierOf));
    for (const { id, grades } of queries)
      for (const identifier of grades.keys())
        assert.ok(identifiers.has(identifier), `${identifier} of ${id} is not in the corpora`);
    const titles = new Set(Array.from(identifiers, identifier => sourceOf(identifier).join(' ')));
    const asked = queries.map(query => sourceOf(meantBy(query)).join(' '));
    for (const title of titles) {
      const count = asked.filter(other => other === title).length;
      assert.ok(count >= 3, `${count} queries are for ${title}`);
    }
  },
);

const meantBy = ({ grades }: (typeof queries)[number]): string =>
  Array.from(grades.keys()).find(identifier => grades.get(identifier) === 3) ?? '';

/** The source of an identifier, and its title where the source has titles; an appendix goes with its title. */
const sourceOf = (identifier: string): string[] => {
  const [, , source = '', title = ''] = identifier.split('/');
  return source === 'fr' ? [source] : [source, title.replace(/a$/, '')];
};

const identifierOf = (file: string): string =>
  /^identifier: "(.*)"$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? `none in ${file}`;

test.run();

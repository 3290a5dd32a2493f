import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LevelDetail, LevelSummary } from '../../../build/site/app/api-types.ts';
import { neighborByLevels } from '../../../build/site/app/read/neighbor-by-levels.ts';
import {
  type Ask,
  type Item,
  neighborByCursor,
  neighborsOf,
} from '../../../build/site/app/read/neighbors.ts';

const document = (number: string): Item => ({
  id: '',
  source: 'usc',
  identifier: `/us/usc/t17/s${number}`,
  metadata: { title_number: 17, section_number: number },
});

type Tree = { [name: string]: Tree | string };

/** Answers about the levels of a title. Numbers are its documents; other names are levels. */
function levelsOf(tree: Tree, path: readonly string[] = ['t17']): Map<string, LevelDetail> {
  const all = new Map<string, LevelDetail>();
  const identifier = `/us/usc/${path.join('/')}`;
  const summary = (name: string): LevelSummary => ({
    ...{ identifier: name, level: 'part', number: null, name: null, status: null, document_count: 0 },
  });
  const children: LevelSummary[] = [];
  const documents: LevelDetail['documents'] = [];
  for (const [name, below] of Object.entries(tree)) {
    if (typeof below === 'string') documents.push(document(below) as LevelDetail['documents'][number]);
    else {
      const inner = levelsOf(below, [...path, name]);
      for (const [key, level] of inner) all.set(key, level);
      const child = inner.get(`${identifier}/${name}`) as LevelDetail;
      children.push({ ...summary(child.identifier), document_count: child.document_count });
    }
  }
  const count = children.reduce((sum, { document_count }) => sum + document_count, documents.length);
  const above = path.slice(0, -1).map((_, i) => summary(`/us/usc/${path.slice(0, i + 1).join('/')}`));
  all.set(identifier, {
    ...{ ...summary(identifier), path: above, children, documents, document_count: count, notes: null },
  });
  return all;
}

const numbered = (...numbers: string[]): Tree =>
  Object.fromEntries(numbers.map(number => [`_${number}`, number]));

const TITLE = levelsOf({
  ch1: numbered('1', '2', '3'),
  ch2: {},
  ch3: {
    ...numbered('4', '5', 'Appendix A', 'Appendix B'),
    schI: { pA: numbered('6'), pB: {} },
    schII: numbered('7', '8'),
  },
  ...numbered('9'),
  ch4: numbered('10'),
});

const numbersOf = ({ previous, next }: { previous: Item | null; next: Item | null }) =>
  [previous, next].map(item => item?.metadata.section_number ?? null);

/** Asks for levels of the title, and writes down what was asked for. */
function asking(): { asked: string[]; ask: Ask } {
  const asked: string[] = [];
  return {
    asked,
    ask: async <T>(target: string) => {
      const name = decodeURIComponent(target.replace('/api/usc/structure/', ''));
      asked.push(name);
      return (TITLE.get(`/us/usc/${name}`) ?? null) as T | null;
    },
  };
}

const level = (name: string): LevelDetail => TITLE.get(`/us/usc/t17/${name}`) as LevelDetail;
const never = async (): Promise<never> => {
  throw new Error('looks elsewhere');
};

test('a level tells the neighbors in it, and what is beyond its ends is looked for', async () => {
  assert.equal(numbersOf(await neighborsOf(document('2'), level('ch1'), never, never)), ['1', '3']);
  const steps: number[] = [];
  const find = async (_: Item, __: LevelDetail | null, step: number) => {
    steps.push(step);
    return document('9');
  };
  const both = async (number: string, of: LevelDetail | null) =>
    numbersOf(await neighborsOf(document(number), of, never, find));
  assert.equal(await both('1', level('ch1')), ['9', '2']);
  assert.equal(await both('3', level('ch1')), ['2', '9']);
  assert.equal(steps, [-1, 1]);
  assert.equal(await both('9', level('ch1')), ['9', '9'], 'a document of another level');
  assert.equal(await both('2', null), ['9', '9']);
  assert.equal(await both('5', level('ch3')), ['9', '9'], 'lower levels may stand between');
});

test('levels below without documents do not stand between', async () => {
  const reserved = {
    ...level('ch1'),
    children: level('ch3').children.map(each => ({ ...each, document_count: 0 })),
  };
  assert.equal(numbersOf(await neighborsOf(document('2'), reserved, never, never)), ['1', '3']);
});

test('a cursor needs one list item in each direction', async () => {
  const targets: string[] = [];
  const ask: Ask = async <T>(target: string) => {
    targets.push(target);
    return [document(target.includes('sort=-') ? '105' : '107')] as T;
  };
  assert.equal(numbersOf(await neighborsOf(document('106'), null, ask, neighborByCursor)), ['105', '107']);
  assert.equal(targets, [
    '/api/usc/documents?title_number=17&sort=-identifier&limit=1&cursor=%2Fus%2Fusc%2Ft17%2Fs106',
    '/api/usc/documents?title_number=17&sort=identifier&limit=1&cursor=%2Fus%2Fusc%2Ft17%2Fs106',
  ]);
  for (const nothing of [null, []]) {
    const found = await neighborsOf(
      document('1'),
      null,
      async <T>() => nothing as T | null,
      neighborByCursor,
    );
    assert.equal(numbersOf(found), [null, null]);
  }
  const fr: Item = { ...document('1'), source: 'fr', identifier: '/us/fr/2018-1' };
  await neighborByCursor(fr, null, 1, ask);
  assert.is(targets.at(-1), '/api/fr/documents?sort=identifier&limit=1&cursor=%2Fus%2Ffr%2F2018-1');
});

test('on a host of files every document has its neighbors from the levels around it', async () => {
  const order = ['9', '1', '2', '3', '4', '5', '6', '7', '8', 'Appendix A', 'Appendix B', '10'];
  const home: Record<string, string> = { 1: 'ch1', 4: 'ch3', 6: 'ch3/schI/pA', 7: 'ch3/schII', 10: 'ch4' };
  const homeOf = (number: string): LevelDetail =>
    [...TITLE.values()].find(({ documents }) =>
      documents.some(({ metadata }) => metadata.section_number === number),
    ) as LevelDetail;
  for (const [number, name] of Object.entries(home)) assert.is(homeOf(number), level(name));
  for (const [i, number] of order.entries()) {
    const { ask } = asking();
    assert.equal(
      numbersOf(await neighborsOf(document(number), homeOf(number), ask, neighborByLevels)),
      [order[i - 1] ?? null, order[i + 1] ?? null],
      number,
    );
  }
});

test('few levels are asked for, and none where the level is not known', async () => {
  const { asked, ask } = asking();
  assert.is((await neighborByLevels(document('3'), level('ch1'), 1, ask))?.metadata.section_number, '4');
  assert.equal(asked, ['t17', 't17/ch3']);
  assert.is(await neighborByLevels(document('3'), null, 1, ask), null);
  assert.is(await neighborByLevels(document('11'), level('ch1'), 1, ask), null, 'the level does not name it');
  assert.is(asked.length, 2);
  assert.is(
    await neighborByLevels(document('3'), level('ch1'), 1, async () => null),
    null,
    'files are missing',
  );
});

test.run();

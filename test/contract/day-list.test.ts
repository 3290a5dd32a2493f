import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayListAnswer, readDayList } from '../../build/contract/day-list.ts';
import { resourceBody } from '../../build/contract/envelope.ts';
import { readParams } from '../../build/contract/params.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { type HeldRun, storedHistory } from '../../build/contract/title-history.ts';

/** Lists of a day from files. `e2e/day-lists.test.ts` asks a server. */

const usc = sourceOf('usc');
const held: HeldRun = {
  from: '2020-01-01',
  text: {
    display_title: 'x',
    status: 'in_force',
    levels: ['/us/usc/t123456'],
    isNewInNotes: false,
    was: null,
  },
};

async function answer(query: string, files: Readonly<Record<string, string>>) {
  const requested = readDayList(usc, readParams(query));
  assert.ok(requested);
  const text = await dayListAnswer(async path => files[path] ?? null, requested, '2024-01-01');
  return JSON.parse(text) as { data: { identifier: string }[]; meta: { timestamp: string } };
}

const list = async (...asked: Parameters<typeof answer>): Promise<string[]> =>
  (await answer(...asked)).data.map(({ identifier }) => identifier);

const documents = ['/us/usc/t123456/s1', '/us/usc/t123456a/s1', '/us/usc/tX/s1'];
const files: Record<string, string> = {
  'api/usc/structure/other/versions.json': resourceBody(
    storedHistory({
      ...{ from: '2020-01-01', to: '2020-01-01' },
      documents: documents.map(identifier => ({ identifier, runs: [held] })),
    }),
    'x',
  ).json,
};
for (const identifier of documents)
  files[`api/usc/documents/${identifier.slice('/us/usc/'.length)}.json`] = resourceBody(
    { identifier, source: 'usc', metadata: { currency: '2020-01-01', release_point: '117-80' } },
    'x',
  ).json;

test('of a file that titles share, a list has the documents of its title and its appendix, once', async () => {
  assert.equal(await list('title_number=123456&on=2020-06-30', files), documents.slice(0, 2));
  assert.equal(await list('title_number=99999&on=2020-06-30', files), []);
});

test('a day before all texts of a title, or of its appendix, are held is 404, and the day is told', async () => {
  const historyOf = (title: string, from: string): string => {
    const runs = [{ ...held, from: '2010-01-01' }];
    const ofTitle = [{ identifier: `/us/usc/${title}/s1`, runs }];
    return resourceBody(storedHistory({ from, to: '2020-01-01', documents: ofTitle }), 'x').json;
  };
  const both = (title: string, appendix: string): Record<string, string> => ({
    'api/usc/structure/t5/versions.json': historyOf('t5', title),
    'api/usc/structure/t5a/versions.json': historyOf('t5a', appendix),
  });
  for (const of of [both('2010-01-01', '2015-01-01'), both('2015-01-01', '2010-01-01')]) {
    const error = await list('title_number=5&on=2014-12-31', of).catch((error: Error) => error);
    assert.is(
      (error as Error).message,
      'The first edition of all these documents that is held here is of 2015-01-01.',
    );
    const texts = { ...of };
    for (const title of ['t5', 't5a'])
      texts[`api/usc/documents/${title}/s1.json`] = resourceBody(
        { identifier: `/us/usc/${title}/s1`, source: 'usc', metadata: { currency: '2010-01-01' } },
        'x',
      ).json;
    assert.equal(await list('title_number=5&on=2015-01-01', texts), ['/us/usc/t5/s1', '/us/usc/t5a/s1']);
  }
});

test('a list is as new as the newer of a title and its appendix', async () => {
  const historyUpTo = (to: string): string =>
    resourceBody(storedHistory({ from: '2010-01-01', to, documents: [] }), 'x').json;
  for (const [title, appendix] of [
    ['2018-01-01', '2020-01-01'],
    ['2020-01-01', '2018-01-01'],
  ] as const) {
    const { meta } = await answer('title_number=5&on=2015-01-01', {
      'api/usc/structure/t5/versions.json': historyUpTo(title),
      'api/usc/structure/t5a/versions.json': historyUpTo(appendix),
    });
    assert.is(meta.timestamp, '2020-01-01T00:00:00.000Z');
  }
});

test('where the list of a document does not know the day, a build is replacing files', async () => {
  const versions = { from: '2023-01-01', to: null, edition: '2023-01-01', last_seen: '2023-01-01' };
  const later = { ...files };
  later['api/usc/documents/t123456/s1/versions.json'] = resourceBody(
    [{ ...versions, certain: true, amended: null, url: 'u' }],
    'x',
  ).json;
  const error = await list('title_number=123456&on=2020-06-30', later).catch(
    (error: { status: number }) => error,
  );
  assert.is((error as { status: number }).status, 503);
});

test('a level that is in former editions alone has the documents of its days', async () => {
  const [identifier = ''] = documents;
  const within = (from: string, ...levels: string[]): HeldRun => ({
    from,
    text: {
      display_title: 'x',
      status: 'in_force',
      levels: ['/us/usc/t123456', ...levels],
      isNewInNotes: false,
      was: null,
    },
  });
  const runs = [within('2020-01-01', '/us/usc/t123456/ch9'), within('2021-01-01', '/us/usc/t123456/ch1')];
  const history = { from: '2020-01-01', to: '2021-01-01', documents: [{ identifier, runs }] };
  const former = {
    ...files,
    'api/usc/structure/other/versions.json': resourceBody(storedHistory(history), 'x').json,
  };
  for (const [level, on, expected] of [
    ['ch9', '2020-06-30', [identifier]],
    ['ch9', '2021-06-30', []],
    ['ch1', '2021-06-30', [identifier]],
  ] as const)
    assert.equal(await list(`within=t123456%2F${level}&on=${on}`, former), [...expected], `${level} ${on}`);
});

test.run();

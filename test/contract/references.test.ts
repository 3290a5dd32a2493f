import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiError } from '../../build/contract/errors.ts';
import { isMadeOfFiles, madeOfFiles } from '../../build/contract/made-of-files.ts';
import { CITING_PLACES, type Reference, type ReferenceList } from '../../build/contract/reference.ts';
import {
  citedByCount,
  type RequestedReferences,
  referencesAnswer,
  referencesFile,
  referencesFiles,
  subjectNotFound,
} from '../../build/contract/references.ts';
import { sourceOf } from '../../build/contract/sources.ts';

const usc = sourceOf('usc');
const DAY = '2020-05-04T00:00:00.000Z';

const SUBJECT = { resource: 'references', source: usc, identifier: '/us/usc/t17/s106' } as const;
const LEVEL = { resource: 'levelreferences', source: usc, identifier: '/us/usc/t17/ch1' } as const;

type Lists = Record<ReferenceList, readonly Reference[]>;

const item = (identifier: string): Reference => ({
  ...{ identifier, url: `/api${identifier}`, display_title: null, where: 'text', count: 1, pinpoints: [] },
});

const many = (n: number): Reference[] =>
  Array.from({ length: n }, (_, i) => item(`/us/usc/t17/s${1000 + i}`));

const asking = (
  list: ReferenceList | null,
  limit = 100,
  offset = 0,
  subject: Pick<RequestedReferences, 'resource' | 'source' | 'identifier'> = SUBJECT,
): RequestedReferences => ({ ...subject, list, page: { limit, offset } });

test('the beginnings of both lists are a file below the subject', () => {
  assert.is(referencesFile(asking(null)), 'api/usc/documents/t17/s106/references.json');
  assert.is(referencesFile(asking(null, 100, 0, LEVEL)), 'api/usc/structure/t17/ch1/references.json');
});

test('whole further pages are files, and no other page is', () => {
  const base = 'api/usc/documents/t17/s106/references/_q';
  assert.is(referencesFile(asking('cites', 100, 100)), `${base}/list=cites&limit=100&offset=100.json`);
  assert.is(referencesFile(asking('cited_by', 100, 300)), `${base}/list=cited_by&limit=100&offset=300.json`);
  for (const [limit, offset] of [
    [100, 0],
    [100, 50],
    [50, 100],
    [99, 99],
    [100, 101],
  ] as const)
    assert.is(referencesFile(asking('cites', limit, offset)), null, `${limit} ${offset}`);
});

const filesOf = (lists: Lists, subject: typeof SUBJECT | typeof LEVEL = SUBJECT) =>
  [...referencesFiles(subject, lists, DAY)].map(file => ({ ...file, json: JSON.parse(file.content) }));

test('files hold both lists, a hundred items each, with the day and the next page', () => {
  const lists = { cites: many(201), cited_by: many(100) };
  const files = filesOf(lists);
  const base = 'api/usc/documents/t17/s106/references';
  assert.equal(
    files.map(({ path }) => path),
    [`${base}.json`, ...[100, 200].map(offset => `${base}/_q/list=cites&limit=100&offset=${offset}.json`)],
  );
  for (const { timestamp, json } of files) {
    assert.is(timestamp, DAY);
    assert.equal(json.meta, { api_version: 'v1', timestamp: DAY });
  }
  const [first, second, third] = files.map(({ json }) => json);
  assert.equal(first.data, {
    identifier: '/us/usc/t17/s106',
    cited_by_count: 100,
    cites: lists.cites.slice(0, 100),
    cited_by: lists.cited_by,
    counts: {
      cites: { usc: 201, ecfr: 0, fr: 0, other: 0 },
      cited_by: { usc: 100, ecfr: 0, fr: 0 },
    },
  });
  assert.is(first.pagination, undefined);
  assert.equal(second.data, lists.cites.slice(100, 200));
  assert.equal(second.pagination, {
    ...{ total: 201, limit: 100, offset: 100, has_more: true },
    next: '/api/usc/documents/t17%2Fs106/references?list=cites&limit=100&offset=200',
  });
  assert.equal(third.data, lists.cites.slice(200));
  assert.equal(third.pagination, { total: 201, limit: 100, offset: 200, has_more: false, next: null });
});

test('a document that cites in two places is one of those that cite', () => {
  const [text, note] = [item('/us/usc/t17/s1'), { ...item('/us/usc/t17/s1'), where: 'note' as const }];
  const [first] = filesOf({ cites: [], cited_by: [text, note, item('/us/usc/t17/s2')] });
  assert.is(citedByCount(String(first?.content)), 2);
  assert.is(citedByCount('{"data":{}}'), 0);
});

test('a level has its own addresses', () => {
  const files = filesOf({ cites: [], cited_by: many(300) }, LEVEL);
  assert.equal(
    files.map(({ json }) => json.pagination?.next),
    [undefined, '/api/usc/structure/t17%2Fch1/references?list=cited_by&limit=100&offset=200', null],
  );
  assert.is(files[0]?.json.data.identifier, '/us/usc/t17/ch1');
});

test('items are counted by source, laws of none as others', () => {
  const [first] = filesOf({
    cites: [
      '/us/usc/t1/s1',
      '/us/cfr/t1/p1',
      '/us/cfr/t1',
      '/us/fr/2018-1',
      '/us/pl/94/553',
      '/us/stat/90/1',
    ].map(item),
    cited_by: ['/us/fr/2018-1', '/us/fr/2018-2', '/us/usc/t1/ch1'].map(item),
  });
  assert.equal(first?.json.data.counts, {
    cites: { usc: 1, ecfr: 2, fr: 1, other: 2 },
    cited_by: { usc: 1, ecfr: 0, fr: 2 },
  });
});

/** A tree with these files, and the paths that were read. */
function treeOf(files: Record<string, string>) {
  const asked: string[] = [];
  const read = async (path: string) => {
    asked.push(path);
    return files[path] ?? null;
  };
  return { read, asked };
}

const ownFile = (
  identifier: string,
  folder = 'documents',
  shorthand = identifier.slice('/us/usc/'.length),
) => ({
  [`api/usc/${folder}/${shorthand}.json`]: JSON.stringify({
    data: { identifier },
    meta: { timestamp: '2001-02-03T00:00:00.000Z' },
  }),
});

const written = (lists: Lists, subject: typeof SUBJECT | typeof LEVEL = SUBJECT): Record<string, string> =>
  Object.fromEntries([...referencesFiles(subject, lists, DAY)].map(({ path, content }) => [path, content]));

const LISTS: Lists = { cites: many(250), cited_by: many(7) };

test('a page of any limit and offset has these items, and names the next one', async () => {
  const { read, asked } = treeOf(written(LISTS));
  for (const list of ['cites', 'cited_by'] as const) {
    const total = LISTS[list].length;
    for (const limit of [1, 7, 50, 99, 100])
      for (const offset of [0, 1, 93, 99, 100, 101, 150, 199, 200, 249, 250, 300, 10_000]) {
        asked.length = 0;
        const answer = JSON.parse(await referencesAnswer(read, asking(list, limit, offset)));
        const has_more = offset + limit < total;
        const label = `${list} ${limit} ${offset}`;
        assert.equal(answer.data, LISTS[list].slice(offset, offset + limit), label);
        assert.equal(answer.pagination, {
          ...{ total, limit, offset, has_more },
          next: has_more
            ? `/api/usc/documents/t17%2Fs106/references?list=${list}&limit=${limit}&offset=${offset + limit}`
            : null,
        });
        assert.equal(answer.meta.timestamp, DAY);
        assert.ok(asked.length <= 3, `${label}: ${asked.join()}`);
        assert.is(new Set(asked).size, asked.length, label);
      }
  }
});

test('a page that is a file is answered with its bytes', async () => {
  const files = written(LISTS);
  const { read } = treeOf(files);
  const request = asking('cites', 100, 200);
  assert.is(await referencesAnswer(read, request), files[referencesFile(request) as string]);
  assert.is(await referencesAnswer(read, asking(null)), files[referencesFile(asking(null)) as string]);
});

test('a page whose file is missing lacks the items in it alone', async () => {
  const files = written(LISTS);
  delete files[referencesFile(asking('cites', 100, 100)) as string];
  const { data, pagination } = JSON.parse(
    await referencesAnswer(treeOf(files).read, asking('cites', 20, 90)),
  );
  assert.equal(data, LISTS.cites.slice(90, 100));
  assert.is(pagination.total, 250);
});

test('a document or level without references has empty lists and its own day', async () => {
  for (const [subject, files] of [
    [SUBJECT, ownFile('/us/usc/t17/s106')],
    [LEVEL, ownFile('/us/usc/t17/ch1', 'structure')],
  ] as const) {
    const { read } = treeOf(files);
    const first = JSON.parse(await referencesAnswer(read, asking(null, 100, 0, subject)));
    assert.equal(first, {
      data: {
        ...{ identifier: subject.identifier, cited_by_count: 0, cites: [], cited_by: [] },
        counts: { cites: { usc: 0, ecfr: 0, fr: 0, other: 0 }, cited_by: { usc: 0, ecfr: 0, fr: 0 } },
      },
      meta: { api_version: 'v1', timestamp: '2001-02-03T00:00:00.000Z' },
    });
    for (const list of ['cites', 'cited_by'] as const) {
      const page = JSON.parse(await referencesAnswer(read, asking(list, 5, 7, subject)));
      assert.equal(page.data, []);
      assert.equal(page.pagination, { total: 0, limit: 5, offset: 7, has_more: false, next: null });
      assert.is(page.meta.timestamp, '2001-02-03T00:00:00.000Z');
    }
  }
});

test('an alias has the references of its document, and leads on by its name', async () => {
  const alias = { ...SUBJECT, identifier: '/us/usc/t17/s900' };
  const files = { ...written(LISTS), ...ownFile('/us/usc/t17/s106', 'documents', 't17/s900') };
  const { read } = treeOf(files);
  assert.is(
    await referencesAnswer(read, asking(null, 100, 0, alias)),
    files['api/usc/documents/t17/s106/references.json'],
  );
  for (const [limit, offset] of [
    [100, 100],
    [7, 98],
  ] as const)
    assert.is(
      await referencesAnswer(read, asking('cites', limit, offset, alias)),
      await referencesAnswer(read, asking('cites', limit, offset)),
    );
  const without = treeOf({
    ...ownFile('/us/usc/t17/s106', 'documents', 't17/s900'),
    ...ownFile('/us/usc/t17/s106'),
  });
  const { data } = JSON.parse(await referencesAnswer(without.read, asking(null, 100, 0, alias)));
  assert.equal([data.identifier, data.cites], ['/us/usc/t17/s106', []]);
});

test('an unknown document or level is not found', async () => {
  const { read } = treeOf({});
  for (const list of [null, 'cites'] as const) {
    const errorOf = (subject: typeof SUBJECT | typeof LEVEL): Promise<ApiError> =>
      referencesAnswer(read, asking(list, 100, 0, subject)).then(assert.unreachable, error => error);
    assert.equal(await errorOf(SUBJECT), subjectNotFound(SUBJECT));
    assert.is((await errorOf(SUBJECT)).code, 'DOCUMENT_NOT_FOUND');
    assert.is((await errorOf(LEVEL)).code, 'NOT_FOUND');
  }
});

test('outlines and references alone are made of files', async () => {
  assert.ok(isMadeOfFiles(asking(null)));
  assert.ok(isMadeOfFiles(asking(null, 100, 0, LEVEL)));
  const level = { resource: 'level', source: usc, identifier: '/us/usc/t17/ch1', isWhole: true } as const;
  assert.ok(isMadeOfFiles(level));
  assert.not.ok(isMadeOfFiles({ resource: 'tree' }));
  const files = written(LISTS);
  const { read } = treeOf(files);
  assert.is(await madeOfFiles(read, asking(null), '2024-01-01'), Object.values(files)[0]);
  assert.is(
    await madeOfFiles(read, level, '2024-01-01').then(assert.unreachable, error => error.code),
    'NOT_FOUND',
  );
});

test('places have an order', () => {
  assert.equal(CITING_PLACES, ['text', 'note', 'credit', 'authority', 'amendment']);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../build/contract/errors.ts';
import { outlineBelow } from '../../build/contract/outline.ts';
import { sourceOf } from '../../build/contract/sources.ts';

const source = sourceOf('usc');

const level = (identifier: string, name: string, ...children: object[]) => ({
  ...{
    identifier,
    level: 'chapter',
    number: null,
    name,
    status: null,
    document_count: 1,
    url: `/x${identifier}`,
  },
  children,
  documents: [{ identifier: `${identifier}/s1`, display_title: `{"}\\" of ${name}`, status: null, url: '' }],
});

const INNER = level('/us/usc/t1/ch1/schI', 'a "quoted" } name \\');
const CHAPTER = level('/us/usc/t1/ch1', 'one {', INNER, level('/us/usc/t1/ch1/schII', 'last'));
const META = { api_version: 'v1', timestamp: '2020-01-01T00:00:00.000Z' };
const PATH = [{ identifier: '/us/usc/t1', level: 'title', number: '1', name: 'GENERAL' }];

const FILES: Readonly<Record<string, object>> = {
  'api/usc/structure/t1/_q/depth=all.json': {
    data: { path: [], ...level('/us/usc/t1', 'GENERAL', CHAPTER, level('/us/usc/t1/ch10', 'ten')) },
    meta: META,
  },
  'api/usc/structure/t1/ch1.json': { data: { path: PATH }, meta: {} },
  'api/usc/structure/t1/ch1/schI.json': { data: { path: PATH }, meta: {} },
  'api/usc/structure/t1/ch2.json': { data: { path: PATH }, meta: {} },
  'api/usc/structure/t2/ch1.json': { data: { path: [{ identifier: '/us/usc/t2' }] }, meta: {} },
};

const read = async (path: string) => (FILES[path] ? JSON.stringify(FILES[path]) : null);
const below = (identifier: string) => outlineBelow(read, { source, identifier });

test('everything below a level is cut from the outline of its title', async () => {
  for (const expected of [CHAPTER, INNER])
    assert.equal(JSON.parse(await below(expected.identifier)), {
      data: { path: PATH, ...expected },
      meta: META,
    });
});

test('a level that is not in the outline, or has no file, is not found', async () => {
  for (const identifier of ['/us/usc/t1/ch2', '/us/usc/t1/ch10', '/us/usc/t2/ch1', '/us/usc/t1/ch1/s1']) {
    const error = await below(identifier).catch(refused => refused);
    assert.instance(error, ApiError, identifier);
    assert.equal([error.status, error.code], [404, 'NOT_FOUND']);
    assert.ok(error.message.includes(identifier));
  }
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textFilesOn } from '../../build/contract/day-documents.ts';
import { resourceBody } from '../../build/contract/envelope.ts';
import type { ApiError } from '../../build/contract/errors.ts';
import { sourceOf } from '../../build/contract/sources.ts';

/** The files of the text of a day: of a document, and of an alias of it. */

const TODAY = '2022-01-01';
const NAME = 'api/usc/documents/t17/s107';

const version = (from: string, to: string | null, name: string) => ({
  ...{ from, to, edition: from, last_seen: from, certain: true, amended: null },
  url: `u${name && `?on=${name}`}`,
});
const FILES: Readonly<Record<string, string>> = {
  [`${NAME}/versions.json`]: resourceBody(
    [
      version(TODAY, null, ''),
      version(TODAY, TODAY, `${TODAY}~1`),
      version('2020-01-01', TODAY, '2020-01-01'),
    ],
    'x',
  ).json,
  // The file of an alias is that of its document.
  [`${NAME}0.json`]: resourceBody({ identifier: '/us/usc/t17/s107', metadata: {} }, 'x').json,
};

const filesOn = async (section: string, on: string): Promise<string[]> => {
  const subject = { source: sourceOf('usc'), identifier: `/us/usc/t17/${section}` };
  const { json, markdown } = await textFilesOn(async path => FILES[path] ?? null, subject, on, TODAY);
  return [json, markdown];
};

test('an alias has the texts of its document', async () => {
  for (const section of ['s107', 's1070']) {
    const former = `${NAME}/versions/2020-01-01`;
    assert.equal(await filesOn(section, '2020-06-30'), [`${former}.json`, `${former}.md`], section);
    assert.equal(await filesOn(section, TODAY), [`${NAME}.json`, `${NAME}.md`], section);
  }
});

test('a text that ended today has a name of today; names of later days are in the future', async () => {
  const ended = `${NAME}/versions/${TODAY}~1`;
  assert.equal(await filesOn('s107', `${TODAY}~1`), [`${ended}.json`, `${ended}.md`]);
  for (const on of ['2022-01-02', '2022-01-02~1']) {
    const error = await filesOn('s107', on).catch((error: ApiError) => error);
    assert.match((error as ApiError).message, 'not in the future', on);
  }
});

test.run();

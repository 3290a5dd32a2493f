import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RequestedDiff } from '../../build/contract/diff-request.ts';
import { resourceBody } from '../../build/contract/envelope.ts';
import type { ApiError } from '../../build/contract/errors.ts';
import type { Metadata } from '../../build/contract/sources.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { type DiffAnswer, diffAnswer } from '../../build/diff/answer.ts';

/** Answers with differences, of a document whose text of 2020 became another one in 2021. */

const NAME = 'api/usc/documents/t17/s1';
const IDENTIFIER = '/us/usc/t17/s1';
const TODAY = '2022-01-01';

interface Text {
  body: string;
  metadata?: Metadata;
  timestamp?: string;
}

const version = (from: string, to: string | null, lastSeen: string, url: string) => ({
  ...{ from, to, edition: from, last_seen: lastSeen, certain: true, amended: null, url },
});

/** @param old null: its file is missing */
function answer(old: Text | null, next: Text, more: Partial<RequestedDiff> = {}): Promise<DiffAnswer> {
  const document = ({ body, metadata = {}, timestamp = '2021-01-01T00:00:00.000Z' }: Text): string =>
    resourceBody({ identifier: IDENTIFIER, source: 'usc', metadata, body }, timestamp).json;
  const versions = [
    version('2021-01-01', null, '2021-12-01', 'u'),
    version('2020-01-01', '2021-01-01', '2020-12-01', 'u?on=2020-01-01'),
  ];
  const files: Record<string, string> = {
    [`${NAME}/versions.json`]: resourceBody(versions, 'x').json,
    [`${NAME}.json`]: document(next),
    // The file of an alias is that of its document.
    [`${NAME}0.json`]: document(next),
    ...(old && { [`${NAME}/versions/2020-01-01.json`]: document(old) }),
  };
  const requested: RequestedDiff = {
    ...{ resource: 'diff', source: sourceOf('usc'), identifier: IDENTIFIER },
    ...{ from: '2020-06-30', to: null, format: 'json', ...more },
  };
  return diffAnswer(async path => files[path] ?? null, requested, TODAY);
}

const failure = (answered: Promise<DiffAnswer>): Promise<string> =>
  answered.then(
    () => 'none',
    ({ status, message }: ApiError) => `${status} ${message}`,
  );

const [ONE, TWO] = [{ body: 'One bell.\n' }, { body: 'Two bells.\n' }];

test('either day may be today, and neither is in the future', async () => {
  const of = (more: Partial<RequestedDiff>) => failure(answer(ONE, TWO, more));
  assert.is(await of({ from: TODAY, to: TODAY }), 'none');
  assert.match(
    await of({ from: '2022-01-02', to: '2021-06-30' }),
    /^400 .*parameter from.*not in the future/,
  );
  assert.match(await of({ to: '2022-01-02' }), /^400 .*parameter to.*not in the future/);
});

test('versions of six million code units are compared, larger ones are not, whichever it is', async () => {
  const most = { body: 'x'.repeat(6 * 1024 * 1024) };
  const more = { body: `${most.body}x` };
  assert.is(await failure(answer(most, most)), 'none');
  for (const [old, next] of [
    [more, most],
    [most, more],
  ] as const)
    assert.match(await failure(answer(old, next)), /^503 .*too large to be compared/);
});

test('the answer is as new as the newer of the texts', async () => {
  const [early, late] = ['2021-01-01T00:00:00.000Z', '2021-02-02T00:00:00.000Z'];
  for (const [old, next] of [
    [early, late],
    [late, early],
  ] as const) {
    const { text } = await answer({ ...ONE, timestamp: old }, { ...TWO, timestamp: next });
    assert.is(JSON.parse(text).meta.timestamp, late);
  }
});

test('a page is called by the title of the newer text, or else by the identifier, and the first days of both', async () => {
  const titleOf = async (metadata: Metadata): Promise<string | undefined> => {
    const old = { ...ONE, metadata: { display_title: 'Bells of old' } };
    const { text, contentType } = await answer(old, { ...TWO, metadata }, { format: 'html' });
    assert.is(contentType, 'text/html; charset=utf-8');
    return /<title>(.*?)<\/title>/.exec(text)?.[1];
  };
  assert.is(await titleOf({ display_title: 'Bells' }), 'Bells: 2020-01-01 to 2021-01-01');
  assert.is(await titleOf({}), `${IDENTIFIER}: 2020-01-01 to 2021-01-01`);
});

test('an alias has the differences of its document', async () => {
  const { text } = await answer(ONE, TWO, { identifier: `${IDENTIFIER}0` });
  const { data } = JSON.parse(text);
  assert.is(data.identifier, IDENTIFIER);
  assert.is(data.body.find(([op]: [string]) => op === '-')[1], ONE.body);
});

test('a former text whose file is missing is not found', async () => {
  assert.match(
    await failure(answer(null, TWO)),
    `404 No document was found with the identifier ${IDENTIFIER}`,
  );
});

test.run();

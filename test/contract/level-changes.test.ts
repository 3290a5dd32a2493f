import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { resourceBody } from '../../build/contract/envelope.ts';
import {
  type LevelChange,
  levelChangesAnswer,
  readLevelChanges,
  titleVersionsAnswer,
} from '../../build/contract/level-changes.ts';
import { readParams } from '../../build/contract/params.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import {
  type DocumentHistory,
  type HeldRun,
  historyPath,
  outerName,
  readHistory,
  storedHistory,
} from '../../build/contract/title-history.ts';

/** Changes of a level from the file of its title. */

const usc = sourceOf('usc');
const LEVELS = ['/us/usc/t5', '/us/usc/t5/ch1'];

const held = (
  from: string,
  status = 'in_force',
  levels = LEVELS,
  was: string | null = null,
  isNewInNotes = false,
): HeldRun => ({
  from,
  text: { display_title: `a title of ${from}`, status, levels, isNewInNotes, was },
});
const gone = (from: string): HeldRun => ({ from, text: null });
const document = (name: string, ...runs: HeldRun[]): DocumentHistory => ({
  identifier: `/us/usc/t5/${name}`,
  runs,
});

async function changes(...asked: Parameters<typeof changesOf>): Promise<string[]> {
  return (await changesOf(...asked)).map(
    ({ change, identifier, date, from_version: from, to_version: to, was, diff_url: url }) =>
      [change, identifier.slice(11), date, from, to, was?.slice(11) ?? '-', url ? 'diff' : '-']
        .map(String)
        .join(' '),
  );
}

async function changesOf(
  level: string,
  documents: DocumentHistory[],
  query = 'from=2000-01-01',
): Promise<LevelChange[]> {
  const files: Record<string, string> = {
    'api/usc/structure/t5/versions.json': resourceBody(
      storedHistory({ from: '2000-01-01', to: '2020-01-01', documents }),
      '',
    ).json,
    'api/usc/structure/t5.json': '{"data":{},"meta":{"timestamp":"x"}}',
  };
  const requested = readLevelChanges(usc, level, readParams(query));
  const text = await levelChangesAnswer(async path => files[path] ?? null, requested, '2024-01-01');
  const { data } = JSON.parse(text) as { data: { changes: LevelChange[] } };
  return data.changes;
}

test('what comes, changes, goes and returns, in the order of the law and of the days', async () => {
  const documents = [
    document(
      's1',
      gone('2000-01-01'),
      held('2001-01-01'),
      held('2002-01-01'),
      gone('2003-01-01'),
      held('2004-01-01'),
    ),
    document('s2', held('2000-01-01')),
    document('s3', held('2000-01-01'), held('2001-06-01')),
  ];
  assert.equal(await changes('/us/usc/t5', documents), [
    'added s1 2001-01-01 null 2001-01-01 - -',
    'amended s1 2002-01-01 2001-01-01 2002-01-01 - diff',
    'removed s1 2003-01-01 2002-01-01 null - -',
    'added s1 2004-01-01 null 2004-01-01 - -',
    'amended s3 2001-06-01 2000-01-01 2001-06-01 - diff',
  ]);
  assert.equal(await changes('/us/usc/t5', documents, 'from=2001-01-01&to=2002-01-01'), [
    'amended s1 2002-01-01 2001-01-01 2002-01-01 - diff',
    'amended s3 2001-06-01 2000-01-01 2001-06-01 - diff',
  ]);
});

test('amendments of the own words of a document are told from those of its notes alone', async () => {
  const ofNotes = (from: string, status?: string) => held(from, status, LEVELS, null, true);
  const documents = [
    document('s1', held('2000-01-01'), held('2001-01-01'), ofNotes('2002-01-01'), gone('2003-01-01')),
    document('s2', held('2000-01-01'), held('2001-01-01', 'repealed'), ofNotes('2002-01-01', 'repealed')),
  ];
  assert.equal(
    (await changesOf('/us/usc/t5', documents)).map(({ change, amended }) => `${change} ${amended}`),
    ['amended text', 'amended notes', 'removed null', 'removed null', 'amended notes'],
  );
});

test('a repeal that leaves the section is a removal, and a reserved number that gets a text an addition', async () => {
  const to = (status: string) => [held('2000-01-01'), held('2001-01-01', status)] as const;
  const from = (status: string) => [held('2000-01-01', status), held('2001-01-01')] as const;
  for (const status of ['repealed', 'omitted', 'renumbered', 'transferred', 'reserved']) {
    assert.equal(await changes('/us/usc/t5', [document('s1', ...to(status))]), [
      'removed s1 2001-01-01 2000-01-01 2001-01-01 - diff',
    ]);
    assert.equal(await changes('/us/usc/t5', [document('s1', ...from(status))]), [
      'added s1 2001-01-01 2000-01-01 2001-01-01 - diff',
    ]);
  }
  assert.match((await changes('/us/usc/t5', [document('s1', ...to('operational'))]))[0] ?? '', /^amended/);
  const stub = [held('2000-01-01', 'repealed'), held('2001-01-01', 'repealed'), gone('2002-01-01')];
  assert.equal(
    (await changes('/us/usc/t5', [document('s1', ...stub)])).map(line => line.split(' ')[0]),
    ['amended', 'removed'],
  );
});

test('a change has the title after it, a removal the last one', async () => {
  const documents = [document('s1', held('2000-01-01'), held('2001-01-01'), gone('2002-01-01'))];
  assert.equal(
    (await changesOf('/us/usc/t5', documents)).map(({ display_title }) => display_title),
    ['a title of 2001-01-01', 'a title of 2001-01-01'],
  );
});

test('a renumbered document is one change, also where its former number stays as a stub', async () => {
  const renumbered = document(
    's9',
    gone('2000-01-01'),
    held('2001-01-01', 'in_force', LEVELS, '/us/usc/t5/s1'),
  );
  const former = document('s1', held('2000-01-01'), held('2000-06-01'), gone('2001-01-01'));
  assert.is(
    (await changes('/us/usc/t5', [former, renumbered], 'from=2000-12-31')).join(),
    'renumbered s9 2001-01-01 2000-06-01 2001-01-01 s1 -',
    'with its last text',
  );
  for (const after of [gone('2001-01-01'), held('2001-01-01', 'transferred')])
    assert.equal(await changes('/us/usc/t5', [document('s1', held('2000-01-01'), after), renumbered]), [
      'renumbered s9 2001-01-01 2000-01-01 2001-01-01 s1 -',
    ]);
  // On another day the former number is what it is.
  const later = document('s1', held('2000-01-01'), gone('2001-01-01'), held('2002-01-01'));
  assert.equal(await changes('/us/usc/t5', [later, renumbered]), [
    'added s1 2002-01-01 null 2002-01-01 - -',
    'renumbered s9 2001-01-01 2000-01-01 2001-01-01 s1 -',
  ]);
});

test('a document that is renumbered into another level is told in both', async () => {
  const documents = [
    document('s1', held('2000-01-01'), gone('2001-01-01')),
    document(
      's9',
      gone('2000-01-01'),
      held('2001-01-01', 'in_force', ['/us/usc/t5', '/us/usc/t5/ch2'], '/us/usc/t5/s1'),
      held('2002-01-01', 'in_force', ['/us/usc/t5', '/us/usc/t5/ch2']),
    ),
  ];
  const told = 'renumbered s9 2001-01-01 2000-01-01 2001-01-01 s1 -';
  assert.equal(await changes('/us/usc/t5/ch1', documents), [told]);
  for (const level of ['/us/usc/t5', '/us/usc/t5/ch2'])
    assert.equal(await changes(level, documents), [
      told,
      'amended s9 2002-01-01 2001-01-01 2002-01-01 - diff',
    ]);
});

test('a document that is renumbered is told in the level of its last text, not in those of texts before', async () => {
  const within = (chapter: string): string[] => ['/us/usc/t5', `/us/usc/t5/${chapter}`];
  const documents = [
    document('s1', held('2000-01-01'), held('2000-06-01', 'in_force', within('ch2')), gone('2001-01-01')),
    document('s9', gone('2000-01-01'), held('2001-01-01', 'in_force', within('ch3'), '/us/usc/t5/s1')),
  ];
  const moved = 'amended s1 2000-06-01 2000-01-01 2000-06-01 - diff';
  const told = 'renumbered s9 2001-01-01 2000-06-01 2001-01-01 s1 -';
  assert.equal(await changes('/us/usc/t5/ch1', documents), [moved]);
  assert.equal(await changes('/us/usc/t5/ch2', documents), [moved, told]);
});

test('a document that moves between levels is in both', async () => {
  const moved = document(
    's1',
    held('2000-01-01'),
    held('2001-01-01', 'in_force', ['/us/usc/t5', '/us/usc/t5/ch2']),
  );
  for (const level of ['/us/usc/t5', '/us/usc/t5/ch1', '/us/usc/t5/ch2'])
    assert.is((await changes(level, [moved])).length, 1, level);
  const error = await changes('/us/usc/t5/ch3', [moved]).then(
    () => null,
    (error: { code: string }) => error,
  );
  assert.is(error?.code, 'NOT_FOUND');
});

test('a history is read as it was written, and the half of it that changed alone', () => {
  const documents = [
    document('s1', held('2000-01-01')),
    document('s2', gone('2000-01-01'), held('2001-01-01', 'in_force', LEVELS, '/us/usc/t5/s4')),
    document('s3,"constant":[', held('2000-01-01', 'x', []), gone('2001-01-01')),
    document('s4', held('2000-01-01'), held('2001-01-01', 'in_force', LEVELS, null, true)),
  ];
  const history = { from: '2000-01-01', to: '2001-01-01', documents };
  const text = resourceBody(storedHistory(history), '').json;
  assert.equal(readHistory(text, true), history);
  assert.equal(readHistory(text, false), { ...history, documents: documents.slice(1) });
});

test('a title has one file, whatever the level; unusual names share one', () => {
  const paths = ['t5', 't5/ch1', 't5a/pl/1', 'T5A', 't5-x/ch1', 'x'].map(name =>
    historyPath(usc, `/us/usc/${name}`),
  );
  assert.equal(
    paths.map(path => path.slice('api/usc/structure/'.length)),
    ['t5', 't5', 't5a', 't5a', 'other', 'other'].map(name => `${name}/versions.json`),
  );
  assert.equal(
    [outerName(usc, '17'), outerName(usc, '12345'), outerName(usc, '')],
    ['t17', 'other', 'other'],
  );
});

test('titles of unusual names have their documents in the file that they share', async () => {
  const level = (name: string): string => `/us/usc/${name}`;
  const of = (name: string, number: number, ...levels: string[]): DocumentHistory => ({
    identifier: level(`${name}/s${number}`),
    runs: levels.map((title, i) => held(`200${i}-01-01`, 'in_force', [level(title)])),
  });
  const documents = [of('t-x', 1, 't-x'), of('t-y', 1, 't-y'), of('t-y', 2, 't-x', 't-y')];
  const [from, to] = ['2000-01-01', '2020-01-01'];
  const files: Record<string, string> = {
    'api/usc/structure/other/versions.json': resourceBody(storedHistory({ from, to, documents }), '').json,
    'api/usc/structure/t5/versions.json': resourceBody(storedHistory({ from, to, documents: [] }), '').json,
  };
  const answer = async (name: string): Promise<string> => {
    const requested = { resource: 'levelversions', source: usc, identifier: level(name) } as const;
    return titleVersionsAnswer(async path => files[path] ?? null, requested).catch(
      (error: { message: string }) => error.message,
    );
  };
  const read = readHistory(await answer('t-x'), true);
  assert.equal(
    read.documents.map(({ identifier }) => identifier),
    [level('t-x/s1'), level('t-y/s2')],
  );
  assert.equal([read.from, read.to], [from, to]);
  assert.is(JSON.parse(await answer('t-y')).meta.timestamp, '2020-01-01T00:00:00.000Z');
  for (const unknown of ['t-z', 'T5', 't6'])
    assert.is(await answer(unknown), `No level was found with the identifier ${level(unknown)}.`);
  for (const known of ['t-z', 't5', 't6']) {
    files[`api/usc/structure/${known}.json`] = '{}';
    assert.is(await answer(known), `No versions of documents in ${level(known)} are known.`);
  }
});

test('a level that is in former editions alone has its changes, until its last document left it', async () => {
  const former = ['/us/usc/t5', '/us/usc/t5/ch9'];
  const documents = [
    document(
      's1',
      held('2000-01-01', 'in_force', former),
      held('2001-01-01', 'in_force', former),
      gone('2002-01-01'),
    ),
    document('s2', held('2000-01-01', 'in_force', former), held('2002-01-01'), held('2003-01-01')),
    document('s3', held('2000-01-01')),
  ];
  assert.equal(await changes('/us/usc/t5/ch9', documents), [
    'amended s1 2001-01-01 2000-01-01 2001-01-01 - diff',
    'removed s1 2002-01-01 2001-01-01 null - -',
    'amended s2 2002-01-01 2000-01-01 2002-01-01 - diff',
  ]);
  assert.equal(await changes('/us/usc/t5/ch9', documents, 'from=2002-01-01'), []);
  const unknown = await changes('/us/usc/t5/ch8', documents).catch((error: { code: string }) => error.code);
  assert.is(unknown, 'NOT_FOUND');
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LevelChange } from '../../../build/contract/level-changes.ts';
import {
  changesPath,
  daysShown,
  editionsOf,
  linksOf,
  nothingWords,
  summaryOf,
  type TitleHistory,
  unknownOf,
} from '../../../build/site/app/read/changes/changes.ts';

/** What changed in a level: its days, its words and its links. */

const TITLE = '/us/usc/t1';
const HISTORY: TitleHistory = {
  from: '2010-01-01',
  levels: [
    [TITLE, `${TITLE}/ch1`],
    [TITLE, `${TITLE}/ch2`],
  ],
  changed: [
    ['s1', ['2010-01-01', '1', 'in_force', 0], ['2012-01-01', '1', 'in_force', 0], ['2015-01-01']],
    ['s2', ['2010-01-01', '2', 'in_force', 0], ['2014-01-01', '2', 'in_force', 1]],
    ['s3', ['2010-01-01'], ['2015-01-01', '3', 'in_force', 1, 's1']],
  ],
};

test('editions that changed anything in a level are told by what was and by what is in it', () => {
  const days = (level: string) => editionsOf(HISTORY, level)?.days;
  assert.equal(days(TITLE), ['2015-01-01', '2014-01-01', '2012-01-01']);
  assert.equal(days(`${TITLE}/ch1`), ['2015-01-01', '2014-01-01', '2012-01-01']);
  assert.equal(days(`${TITLE}/ch2`), ['2015-01-01', '2014-01-01']);
  assert.equal(days(`${TITLE}/ch3`), []);
  assert.is(editionsOf(HISTORY, TITLE)?.first, '2010-01-01');
  assert.is(editionsOf(null, TITLE), null);
});

test('without days the newest edition with changes is shown, against the one before it', () => {
  const editions = { days: ['2015-01-01', '2012-01-01'], first: '2010-01-01' };
  const shown = (search: string, of: typeof editions | null = editions) => {
    const days = daysShown(search, of);
    return days && [days.from, days.to];
  };
  assert.equal(shown('?view=changes'), ['2012-01-01', '2015-01-01']);
  assert.equal(shown('?view=changes', { ...editions, days: ['2012-01-01'] }), ['2010-01-01', '2012-01-01']);
  assert.equal(shown('?to=2015-01-01'), ['2012-01-01', '2015-01-01']);
  assert.equal(shown('?to=2011-01-01'), ['2010-01-01', '2011-01-01']);
  for (const to of ['2010-01-01', '2001-01-01']) assert.is(shown(`?to=${to}`), null, to);
  assert.equal(shown('?from=2011-01-01'), ['2011-01-01', null]);
  assert.equal(shown('?from=2011-01-01&to=', null), ['2011-01-01', null]);
  assert.equal(shown('?from=x&to=y', null), ['x', 'y'], 'the API says what is wrong');
  for (const search of ['?view=changes', '?to=2011-01-01']) assert.is(shown(search, null), null, search);
  assert.is(shown('?view=changes', { ...editions, days: [] }), null);
});

test('the address of the view has its days', () => {
  assert.is(
    changesPath('/a', { from: '2010-01-01', to: null, offset: '100' }),
    '/a?view=changes&from=2010-01-01&offset=100',
  );
});

test('a summary tells each kind that there is, the first day exclusive', () => {
  const none = { added: 0, amended: 0, renumbered: 0, removed: 0 };
  const days = { from: '2010-01-01', to: '2012-01-01' };
  assert.is(
    summaryOf(days, { ...none, added: 1200, removed: 1 }),
    '1,201 changes after January 1, 2010, until January 1, 2012: 1,200 added, 1 removed or repealed.',
  );
  assert.is(
    summaryOf({ ...days, to: null }, { ...none, amended: 1 }),
    '1 change after January 1, 2010, until today: 1 amended.',
  );
  assert.is(summaryOf(days, none), 'Nothing changed after January 1, 2010, until January 1, 2012.');
});

test('what nobody knows is said', () => {
  const days = { from: '2010-01-01', to: null };
  assert.is(unknownOf(days, '2010-01-01'), null);
  assert.match(unknownOf(days, '2010-01-02') ?? '', 'of January 2, 2010: what changed before that day');
  assert.match(unknownOf(days, null) ?? '', 'nobody knows what changed');
  assert.match(nothingWords(null), 'nobody knows what changed');
  assert.match(nothingWords({ days: [], first: '2010-01-01' }), 'the first is that of January 1, 2010');
});

test('a change leads to the document, and to the two texts', () => {
  const change = (more: Partial<LevelChange>): LevelChange => ({
    ...{
      change: 'amended',
      amended: 'text',
      identifier: '/us/usc/t1/s1',
      display_title: '',
      date: '2012-01-01',
    },
    ...{ from_version: '2010-01-01', to_version: '2012-01-01', was: null, diff_url: '/api/…/diff' },
    ...more,
  });
  const section = '/usc/title-1/section-1';
  assert.equal(linksOf('usc', change({})), {
    ...{ document: section, former: null, redline: `${section}?from=2010-01-01&to=2012-01-01` },
  });
  assert.equal(linksOf('usc', change({ from_version: null, diff_url: null })), {
    ...{ document: section, former: null, redline: null },
  });
  assert.equal(linksOf('usc', change({ to_version: null, diff_url: null })), {
    ...{ document: `${section}?on=2010-01-01`, former: null, redline: null },
  });
  assert.equal(linksOf('usc', change({ was: '/us/usc/t1/s9', diff_url: null })), {
    ...{ document: section, former: '/usc/title-1/section-9?on=2010-01-01', redline: null },
  });
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Run } from '../../../build/archive/history.ts';
import { eventsOf, type NewReading } from '../../../build/site/feeds/document-events.ts';

/** What happened to a document, by the runs of its texts. */

const run = (day: string, text: string | null, edition = day): Run => ({
  first: { day, edition },
  last: { day, edition },
  version: text === null ? null : { text, sha256: '', pack: '', offset: 0, bytes: 0 },
});

const anew = (day: string, isOfNotes = false): NewReading => ({ day, isOfNotes });

/** The newest first: `3 amended`, `3 notes amended 1`, of the second of one kind in its edition. @param read the days on which something reads otherwise */
const events = (runs: readonly Run[], read: readonly NewReading[] = runs.map(each => anew(each.first.day))) =>
  eventsOf('/us/usc/t17/s1', runs, read).map(({ day, kind, isOfNotes, times }) =>
    [day, ...(isOfNotes ? ['notes'] : []), kind, ...(times > 0 ? [times] : [])].join(' '),
  );

test('a document comes, changes, goes and comes back; the first that is known of it is no news', () => {
  assert.equal(events([run('1', 'a')]), []);
  assert.equal(events([run('1', null)]), []);
  assert.equal(events([run('1', 'a'), run('2', 'b'), run('3', null), run('4', 'c'), run('5', null)]), [
    '5 removed',
    '4 restored',
    '3 removed',
    '2 amended',
  ]);
  assert.equal(events([run('1', null), run('2', 'a'), run('3', null), run('4', 'b')]), [
    '4 restored',
    '3 removed',
    '2 added',
  ]);
});

test('a text that reads as the one before is no news, also before one that does not', () => {
  const runs = [run('1', 'a'), run('2', 'b'), run('3', 'c')];
  assert.equal(events(runs, [anew('1'), anew('3')]), ['3 amended']);
  assert.equal(events(runs, [anew('1'), anew('2', true), anew('3')]), ['3 amended', '2 notes amended']);
  const gone = [run('1', 'a'), run('2', null), run('2', 'b')];
  assert.equal(events(gone, [anew('1'), anew('2', true)]), ['2 restored', '2 removed'], 'and never of notes');
});

test('events of one kind in one edition are counted', () => {
  const editions = [run('1', 'a'), run('2', 'b', '119-1'), run('2', 'c', '119-2'), run('3', 'd', '119-2')];
  assert.equal(events(editions), ['3 amended', '2 amended', '2 amended']);
  const day = [run('1', 'a'), run('2', 'b'), run('2', null), run('2', 'c'), run('2', 'd'), run('2', null)];
  assert.equal(events(day), ['2 removed 1', '2 amended 1', '2 restored', '2 removed', '2 amended']);
});

test('an event names the texts before and after', () => {
  const runs = [run('1', 'a'), run('2', 'b'), run('2', 'c'), run('3', null), run('4', 'd')];
  assert.equal(
    eventsOf('/us/usc/t17/s1', runs, [anew('1'), anew('2'), anew('4')]).map(({ before, name }) => [
      before,
      name,
    ]),
    [
      [null, '4'],
      ['2', null],
      ['2~1', '2'],
      ['1', '2~1'],
    ],
  );
});

test.run();

import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Keep } from '../../build/archive/keep.ts';
import { dayListAnswer, readDayList } from '../../build/contract/day-list.ts';
import { levelChangesAnswer } from '../../build/contract/level-changes.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { buildHere, editable } from '../helpers/builds.ts';
import { edit, now, read } from '../helpers/rebuilding.ts';

/** Changes of a level and lists of a day, of a title of which versions were dropped. */

const SOURCE = sourceOf('usc');
const TODAY = '2026-01-01';

test('nothing is told of days before all that is left of a title', async () => {
  const { corpus, dist } = editable();
  const folder = path.join(path.dirname(dist), 'archive');
  const build = (asOf: string, keep: Keep | null) =>
    buildHere(corpus, dist, { bulk: false, now, archive: { folder, asOf, keep } });
  const fileOf = async (file: string): Promise<string | null> =>
    fs.existsSync(path.join(dist, file)) ? read(dist, file) : null;
  const known = async (from: string, to: string) => {
    const requested = {
      resource: 'levelchanges',
      source: SOURCE,
      identifier: '/us/usc/t17',
      from,
      to,
    } as const;
    const page = { limit: 20, offset: 0 };
    return JSON.parse(await levelChangesAnswer(fileOf, { ...requested, page }, TODAY)).data;
  };
  const listed = async (on: string): Promise<number | string> => {
    const params = Object.entries({ title_number: '17', on }).map(([name, value]) => ({ name, value }));
    try {
      return JSON.parse(await dayListAnswer(fileOf, readDayList(SOURCE, params)!, TODAY)).pagination.total;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const amend = (section: number, words: string): void =>
    edit(corpus, `usc/title-17/chapter-01/section-${section}.md`, text => `${text}\n${words}\n`);
  await build('2010-01-01', null);
  amend(107, 'One.');
  await build('2012-06-01', null);
  const all = await listed('2011-01-01');
  assert.ok(Number(all) > 3, String(all));
  assert.equal((await known('2011-01-01', '2013-01-01')).known, { from: '2010-01-01', to: '2012-06-01' });
  amend(107, 'Two.');
  await build('2016-01-01', { since: '2015-01-01' });
  const told = (day: string): string =>
    `The first edition of all these documents that is held here is of ${day}.`;
  assert.equal(
    [await listed('2011-01-01'), await listed('2012-05-31'), await listed('2012-06-01')],
    [told('2012-06-01'), told('2012-06-01'), all],
  );
  const { known: since, counts } = await known('2011-01-01', '2016-01-01');
  assert.equal(since, { from: '2012-06-01', to: '2016-01-01' });
  assert.is(counts.amended, 1);
  // A later change drops more.
  amend(106, 'Three.');
  await build('2018-01-01', { since: '2017-01-01' });
  assert.is(await listed('2015-12-31'), told('2016-01-01'));
  assert.is(await listed('2016-01-01'), all);
});

test.run();

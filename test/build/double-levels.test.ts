import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayListAnswer, type RequestedDayList } from '../../build/contract/day-list.ts';
import {
  type LevelChange,
  levelChangesAnswer,
  readLevelChanges,
} from '../../build/contract/level-changes.ts';
import { readParams } from '../../build/contract/params.ts';
import { sourceOf } from '../../build/contract/sources.ts';
import { readHistory } from '../../build/contract/title-history.ts';
import { assertSameTree, buildHere } from '../helpers/builds.ts';
import { now, read as readText, write } from '../helpers/rebuilding.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { writeCorpus } from '../helpers/written-corpus.ts';

/** Histories of levels that have the number of another one: `ch3~2`. */

const FILE = 'api/usc/structure/t30/versions.json';
const usc = sourceOf('usc');

const file = (number: number): string => `usc/title-30/section-${number}.md`;

const section = (number: number, chapter: string, words = 'Gulls rest here.'): string =>
  [
    '---',
    `identifier: "/us/usc/t30/s${number}"`,
    ...['source: "usc"', `title: "30 USC § ${number} - Gulls"`, 'title_number: 30', 'title_name: "ROCKS"'],
    ...[`section_number: "${number}"`, 'chapter_number: "3"', `chapter_name: "${chapter}"`],
    ...['last_updated: "2024-01-01"', '---', '', `# § ${number}. Gulls`, '', words, ''],
  ].join('\n');

/** A corpus without identifiers of levels, and its tree, which is built again each night and compared with a cold one. */
function nights(sections: Readonly<Record<number, string>>) {
  const corpus = writeCorpus(
    Object.fromEntries(
      Object.entries(sections).map(([number, chapter]) => [
        file(Number(number)),
        section(Number(number), chapter),
      ]),
    ),
  );
  const folder = temporaryFolder();
  const [dist, archive] = [path.join(folder, 'dist'), path.join(folder, 'archive')];
  const build = (out: string, folder: string, asOf: string) =>
    buildHere(corpus, out, { bulk: false, now, archive: { folder, asOf } });
  const night = async (asOf: string, change: () => void = () => {}) => {
    change();
    await build(dist, archive, asOf);
    const [copy, cold] = [`${archive}-copy`, `${dist}-cold`];
    fs.cpSync(archive, copy, { recursive: true });
    await build(cold, copy, asOf);
    assertSameTree(dist, cold, asOf);
    for (const made of [copy, cold]) fs.rmSync(made, { recursive: true });
  };
  const read = async (name: string): Promise<string | null> =>
    fs.existsSync(path.join(dist, name)) ? readText(dist, name) : null;
  /** `s1 ch3`: the levels of each section since it was last changed. */
  const chapters = (): string[] =>
    readHistory(readText(dist, FILE), true).documents.map(({ identifier, runs }) =>
      [identifier, runs.at(-1)?.text?.levels.at(-1) ?? '-'].map(name => name.replace(/^.*\//, '')).join(' '),
    );
  const changes = async (level: string): Promise<string[]> => {
    const requested = readLevelChanges(usc, `/us/usc/t30/${level}`, readParams('from=2000-01-01'));
    const text = await levelChangesAnswer(read, requested, '2030-01-01');
    const { data } = JSON.parse(text) as { data: { changes: LevelChange[] } };
    return data.changes.map(({ change, identifier, date }) => `${change} ${identifier.slice(-2)} ${date}`);
  };
  const listed = async (level: string, on: string): Promise<string[]> => {
    const requested = {
      source: usc,
      on,
      title: null,
      level: `/us/usc/t30/${level}`,
      page: { limit: 20, offset: 0 },
    };
    const text = await dayListAnswer(read, requested as unknown as RequestedDayList, '2030-01-01');
    return (JSON.parse(text) as { data: { identifier: string }[] }).data.map(each =>
      each.identifier.slice(-2),
    );
  };
  return { corpus, dist, night, chapters, changes, listed };
}

test('a level with the number of another one has its own changes and lists of a day', async () => {
  const { corpus, night, chapters, changes, listed } = nights({
    1: 'Nests',
    2: 'Cliffs',
    3: 'Cliffs',
    4: 'Nests',
  });
  await night('2022-01-01');
  assert.equal(chapters(), ['s1 ch3', 's2 ch3~2', 's3 ch3~2', 's4 ch3']);
  await night('2022-01-02', () => {
    write(corpus, file(2), section(2, 'Cliffs', 'Terns rest here.'));
    write(corpus, file(4), section(4, 'Nests', 'Terns rest here.'));
    fs.rmSync(path.join(corpus, file(3)));
  });
  assert.equal(await changes('ch3~2'), ['amended s2 2022-01-02', 'removed s3 2022-01-02']);
  assert.equal(await changes('ch3'), ['amended s4 2022-01-02']);
  assert.equal(await listed('ch3~2', '2022-01-01'), ['s2', 's3']);
  assert.equal(await listed('ch3~2', '2022-01-02'), ['s2']);
  assert.equal(await listed('ch3', '2022-01-02'), ['s1', 's4']);
});

test('when other documents make a level the first or the second of its number, all histories follow', async () => {
  const { corpus, night, chapters, changes } = nights({ 2: 'Cliffs', 3: 'Nests' });
  await night('2022-01-01');
  assert.equal(chapters(), ['s2 ch3', 's3 ch3~2']);
  // A section of the other name comes before.
  await night('2022-01-02', () => write(corpus, file(1), section(1, 'Nests')));
  assert.equal(chapters(), ['s1 ch3', 's2 ch3~2', 's3 ch3']);
  assert.equal(await changes('ch3'), ['added s1 2022-01-02']);
  assert.equal(await changes('ch3~2'), []);
  // The only section of the second: nothing of today has its name, and its number alone is left.
  await night('2022-01-03', () => fs.rmSync(path.join(corpus, file(2))));
  assert.equal(chapters(), ['s1 ch3', 's2 -', 's3 ch3']);
  assert.equal(await changes('ch3'), ['added s1 2022-01-02', 'removed s2 2022-01-03']);
  // A chapter with a new name is no change.
  await night('2022-01-04', () => {
    write(corpus, file(1), section(1, 'Tides'));
    write(corpus, file(3), section(3, 'Tides'));
  });
  assert.equal(chapters(), ['s1 ch3', 's2 -', 's3 ch3']);
  assert.equal(await changes('ch3'), ['added s1 2022-01-02', 'removed s2 2022-01-03']);
});

test('the file of a title tells its doubles where there are any', async () => {
  const { dist, corpus, night } = nights({ 1: 'Nests', 2: 'Nests' });
  const doubles = () => JSON.parse(readText(dist, FILE)).data.doubles;
  await night('2022-01-01');
  assert.is(doubles(), undefined);
  await night('2022-01-02', () => write(corpus, file(2), section(2, 'Cliffs')));
  assert.is(doubles().length, 1);
  assert.match(doubles()[0][0], /^\/us\/usc\/t30\/ch3:\w+$/);
  assert.is(doubles()[0][1], '/us/usc/t30/ch3~2');
  await night('2022-01-03', () => fs.rmSync(path.join(corpus, file(2))));
  assert.is(doubles(), undefined);
});

test.run();

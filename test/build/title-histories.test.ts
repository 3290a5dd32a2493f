import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readHistory } from '../../build/contract/title-history.ts';
import { assertSameTree, buildHere, editable, timestamps, touched } from '../helpers/builds.ts';
import { edit, now, read, write } from '../helpers/rebuilding.ts';

/** The file with the histories of a title's documents, night by night. */

const FILE = 'api/usc/structure/t17/versions.json';
const file = (number: number): string => `usc/title-17/chapter-01/section-${number}.md`;

test('a renumbered section is told and stays told, and a night without changes writes nothing', async () => {
  const { corpus, dist } = editable();
  const archive = path.join(path.dirname(dist), 'archive');
  const build = (out: string, folder: string, asOf: string) =>
    buildHere(corpus, out, { bulk: false, now, archive: { folder, asOf } });
  const night = async (asOf: string, change: () => void): Promise<string[]> => {
    change();
    await build(dist, archive, asOf);
    const [copy, cold] = [`${archive}-copy`, `${dist}-cold`];
    fs.cpSync(archive, copy, { recursive: true });
    await build(cold, copy, asOf);
    assertSameTree(dist, cold);
    for (const made of [copy, cold]) fs.rmSync(made, { recursive: true });
    return readHistory(read(dist, FILE), true).documents.flatMap(({ identifier, runs }) =>
      runs.flatMap(({ from, text }) => (text?.was ? `${from} ${text.was} ${identifier}` : [])),
    );
  };
  const renumber = (from: number, to: number): void => {
    write(corpus, file(to), read(corpus, file(from)).replaceAll(String(from), String(to)));
    fs.rmSync(path.join(corpus, file(from)));
  };
  const first = '2022-01-02 /us/usc/t17/s107 /us/usc/t17/s117';
  assert.equal(await night('2022-01-01', () => {}), []);
  assert.equal(await night('2022-01-02', () => renumber(107, 117)), [first]);
  // Back on the same day, and gone again.
  const former = read(corpus, file(117)).replaceAll('117', '107');
  assert.equal(await night('2022-01-02', () => write(corpus, file(107), former)), []);
  assert.equal(await night('2022-01-02', () => fs.rmSync(path.join(corpus, file(107)))), [first]);
  // Another section, and the renumbered one itself.
  assert.equal(await night('2022-01-03', () => edit(corpus, file(106), text => `${text}\nMore.\n`)), [first]);
  assert.equal(await night('2022-01-04', () => edit(corpus, file(117), text => `${text}\nMore.\n`)), [first]);
  assert.equal(await night('2022-01-05', () => renumber(117, 127)), [
    first,
    '2022-01-05 /us/usc/t17/s117 /us/usc/t17/s127',
  ]);
  const before = timestamps(dist);
  await night('2022-01-06', () => {});
  assert.equal(
    touched(before, timestamps(dist)).filter(name => /versions/.test(name)),
    [],
  );
});

test('links, and metadata that the history does not have, are no change; words, names and status are', async () => {
  const { corpus, dist } = editable();
  const folder = path.join(path.dirname(dist), 'archive');
  let day = 0;
  const runsAfter = async (change: (text: string) => string): Promise<number> => {
    edit(corpus, file(106), change);
    day += 1;
    await buildHere(corpus, dist, { bulk: false, now, archive: { folder, asOf: `2022-01-0${day}` } });
    const { documents } = readHistory(read(dist, FILE), true);
    return documents.find(({ identifier }) => identifier.endsWith('/s106'))?.runs.length ?? 0;
  };
  assert.is(await runsAfter(text => text.replace('lexbuild@1.26.0', 'lexbuild@1.26.1')), 1);
  assert.is(await runsAfter(text => text.replace('sections 107', '[sections 107](/us/usc/t17/s107)')), 1);
  assert.is(await runsAfter(text => text.replace('title_name: "COPYRIGHTS"', 'title_name: "Copyrights"')), 1);
  assert.is(await runsAfter(text => text.replace('owner of copyright', 'holder of copyright')), 2);
  assert.is(
    await runsAfter(text => text.replace(/^title: ".*"$/m, 'title: "17 USC § 106 - Another name"')),
    3,
  );
  assert.is(await runsAfter(text => text.replace(/^title_number: 17$/m, '$&\nstatus: "repealed"')), 4);
});

test('where the published file is not as it was, it is made of the whole archive', async () => {
  const { corpus, dist } = editable();
  const folder = path.join(path.dirname(dist), 'archive');
  const build = (asOf: string) => buildHere(corpus, dist, { bulk: false, now, archive: { folder, asOf } });
  await build('2022-01-01');
  edit(corpus, file(106), text => `${text}\nOne.\n`);
  await build('2022-01-02');
  const damaged = path.join(dist, FILE);
  fs.writeFileSync(damaged, read(dist, FILE).replace('in_force', 'in_farce'));
  edit(corpus, file(106), text => `${text}\nTwo.\n`);
  await build('2022-01-03');
  const { documents } = readHistory(read(dist, FILE), true);
  assert.not(read(dist, FILE).includes('in_farce'));
  assert.equal(
    documents.find(({ identifier }) => identifier.endsWith('/s106'))?.runs.map(({ from }) => from),
    ['2022-01-01', '2022-01-02', '2022-01-03'],
  );
  assert.ok(documents.length > 5);
});

test.run();

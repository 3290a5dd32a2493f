import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildHere, editable } from '../helpers/builds.ts';
import { memoryFolder } from '../helpers/memory-folder.ts';
import { edit, now } from '../helpers/rebuilding.ts';

/** Builds of a tree that was once told the day of its corpus. */

const SECTION_106 = 'usc/title-17/chapter-01/section-106.md';

function archived() {
  const { corpus, dist } = editable(memoryFolder());
  const folder = path.join(path.dirname(dist), 'archive');
  const build = (asOf: string | null, more: Parameters<typeof buildHere>[2] = {}) =>
    buildHere(corpus, dist, { bulk: false, now, archive: { folder, asOf }, ...more });
  const refused = async (more = {}) => {
    const before = fs.readFileSync(path.join(folder, 'archive.json'), 'utf8');
    const error = await build(null, more).catch((error: unknown) => error);
    assert.match(String(error), /Refused: .* as of 2021-12-27, before 2023-01-01,/);
    assert.is(fs.readFileSync(path.join(folder, 'archive.json'), 'utf8'), before);
  };
  return { corpus, folder, build, refused };
}

const change = (corpus: string, file = SECTION_106) => edit(corpus, file, text => `${text}\nMore.\n`);

test('what documents tell an earlier day of is refused, also by other versions and cold builds', async () => {
  const { corpus, folder, build, refused } = archived();
  await build('2023-01-01');
  await build(null);
  change(corpus);
  await refused();
  await refused({ version: 'another' });
  await refused({ cold: true });
  const other = { folder: `${folder}-other`, asOf: null };
  await build(null, { archive: other });
  await build(null, { archive: other });
});

test('a day that was told without news counts, and lasts over builds that tell none', async () => {
  const { corpus, build, refused } = archived();
  await build(null);
  await build('2023-01-01');
  edit(corpus, SECTION_106, text => text.replace(/^currency: .*$/m, 'currency: "2023-01-01"'));
  change(corpus);
  await build(null);
  edit(corpus, SECTION_106, text => text.replace(/^currency: .*$/m, 'currency: "117-80"'));
  change(corpus);
  await refused();
});

test('documents of issues have days of their own', async () => {
  const { corpus, build } = archived();
  await build('2023-01-01');
  const folder = path.join(corpus, 'fr');
  const issue = (fs.readdirSync(folder, { recursive: true }) as string[]).find(
    file => file.endsWith('.md') && !path.basename(file).startsWith('_'),
  );
  change(corpus, path.join('fr', issue ?? 'none'));
  const { rendered } = await build(null);
  assert.is(rendered, 1);
});

test('an earlier day that is told is no slip, and a notice has both days', async () => {
  const { corpus, build } = archived();
  const early = 'What is new is entered as of 2022-01-01, before 2023-01-01, ';
  await build('2023-01-01');
  change(corpus);
  assert.not.match((await build('2023-01-01')).notices.join(), 'before');
  change(corpus);
  assert.match((await build('2022-01-01')).notices.join(), early);
});

test.run();

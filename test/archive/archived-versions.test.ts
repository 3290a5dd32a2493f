import fs from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ArchiveAppend } from '../../build/archive/append.ts';
import { ArchivedVersions } from '../../build/archive/archived-versions.ts';
import type { Keep } from '../../build/archive/keep.ts';
import { ArchiveDamage } from '../../build/archive/packs.ts';
import { textDigest } from '../../build/archive/text-digest.ts';
import type { EditionKey, VersionItem } from '../../build/contract/version.ts';
import { SAMPLE_CORPUS, temporaryFolder } from '../helpers/tree.ts';

/** Former versions that are read from an archive which went on since the list of them was published. */

const SECTION = fs.readFileSync(path.join(SAMPLE_CORPUS, 'usc/title-17/chapter-01/section-106.md'), 'utf8');
const IDENTIFIER = '/us/usc/t17/s106';
const FOLDER = 'api/usc/documents/t17/s106/versions';
const DAY = '2014-01-03';
const OF_DAY: EditionKey = { day: DAY, edition: '113-9' };

/** The corpus file, which tells the day of its edition: other bytes, and the same text. */
const fileOf = (words: string, { day }: EditionKey): Buffer =>
  Buffer.from(`${SECTION.replace(/^currency: .*$/m, `currency: "${day}"`)}\n${words}.\n`);

function enter(folder: string, words: string, key: EditionKey, isCurrent: boolean, keep?: Keep): void {
  const bytes = fileOf(words, key);
  const append = new ArchiveAppend(folder, keep ?? null);
  append.enter({
    ...{ name: 'usc/t17', isGone: () => false, edition: null, isWhole: false, isCurrent },
    seen: [{ identifier: IDENTIFIER, text: textDigest(bytes), ...key, read: () => bytes }],
  });
  append.commit();
  append.close();
}

/** In the list of a tree that was built on that day. */
const listed = (words: string, name: string): VersionItem => ({
  ...{ from: DAY, to: DAY, edition: OF_DAY.edition, last_seen: DAY, certain: true, amended: null },
  text_digest: textDigest(fileOf(words, OF_DAY)).slice(0, 16),
  url: `/api/usc/documents/t17%2Fs106?on=${name}`,
});
/** The edition had two texts. */
const LIST = [listed('Two', DAY), listed('One', `${DAY}~1`)];

/** An archive with the texts One and Two of one edition. */
function made(): string {
  const folder = path.join(temporaryFolder(), 'archive');
  for (const words of ['One', 'Two']) enter(folder, words, OF_DAY, true);
  return folder;
}

/** What is read: `One`, or `damage`. */
async function said(versions: ArchivedVersions, name: string, list = LIST): Promise<string> {
  try {
    const content = await versions.content(`${FOLDER}/${name}.md`, async () =>
      JSON.stringify({ data: list }),
    );
    return /(\w+)\.\n$/.exec(String(content))?.[1] ?? '';
  } catch (error) {
    assert.instance(error, ArchiveDamage);
    return 'damage';
  }
}

/** The texts of `2014-01-03~1` and `2014-01-03`. */
async function both(folder: string): Promise<string[]> {
  const versions = new ArchivedVersions(folder);
  const found = [await said(versions, `${DAY}~1`), await said(versions, DAY)];
  versions.close();
  return found;
}

test('several texts of one edition keep their names, whatever is entered since', async () => {
  const entered: [words: string, key: EditionKey, isCurrent: boolean][][] = [
    [],
    // Another edition of the same day, before it and behind it.
    [['Zero', { day: DAY, edition: '113-2' }, false]],
    [['Zero', { day: DAY, edition: '113-31' }, false]],
    [['Three', OF_DAY, true]],
    [['One', { day: '2013-01-01', edition: '112-1' }, false]],
    [['Zero', { day: '2013-01-01', edition: '112-1' }, false]],
  ];
  for (const editions of entered) {
    const folder = made();
    for (const [words, key, isCurrent] of editions) enter(folder, words, key, isCurrent);
    assert.equal(await both(folder), ['One', 'Two'], JSON.stringify(editions));
  }
});

test('a text that was dropped is damage, and never another text', async () => {
  const folder = made();
  enter(folder, 'Three', { day: '2015-01-01', edition: '114-1' }, true, { versions: 2 });
  assert.equal(await both(folder), ['damage', 'Two']);
  enter(folder, 'Zero', { day: '2013-01-01', edition: '112-1' }, false);
  assert.equal(await both(folder), ['damage', 'Two']);
  enter(folder, 'Four', { day: '2016-01-01', edition: '114-2' }, true, { versions: 1 });
  assert.equal(await both(folder), ['damage', 'damage']);
});

test('a name is of one text, also where others of its edition were entered and dropped', async () => {
  const folder = made();
  enter(folder, 'Three', OF_DAY, true, { versions: 2 });
  assert.equal(await both(folder), ['damage', 'Two']);
  enter(folder, 'Four', OF_DAY, true, { versions: 2 });
  assert.equal(await both(folder), ['damage', 'damage']);
});

test('a day of which the tree knows one text does not give a later one', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  for (const words of ['One', 'Two']) enter(folder, words, OF_DAY, true, { versions: 1 });
  const versions = new ArchivedVersions(folder);
  assert.is(await said(versions, DAY, [listed('One', DAY)]), 'damage');
  assert.is(await said(versions, DAY, [listed('Two', DAY)]), 'Two');
  // Then its first day is an earlier one.
  enter(folder, 'Two', { day: '2013-01-01', edition: '112-1' }, false, { versions: 1 });
  assert.is(await said(versions, DAY, [listed('One', DAY)]), 'damage');
  assert.is(await said(versions, DAY, [listed('Two', DAY)]), 'Two');
  const { text_digest: _, ...unnamed } = listed('Two', DAY);
  assert.is(await said(versions, DAY, [unnamed]), 'damage');
  versions.close();
});

test('of a text that was there twice, the file is that of the edition', async () => {
  const folder = path.join(temporaryFolder(), 'archive');
  const [before, later] = [
    { day: '2013-01-01', edition: '112-1' },
    { day: '2015-01-01', edition: '114-1' },
  ];
  for (const [words, key] of [
    ['One', before],
    ['Two', OF_DAY],
    ['One', later],
  ] as const)
    enter(folder, words, key, true);
  const versions = new ArchivedVersions(folder);
  for (const key of [before, later]) {
    const item = { ...listed('One', key.day), from: key.day, edition: key.edition };
    const content = await versions.content(`${FOLDER}/${key.day}.md`, async () =>
      JSON.stringify({ data: [item] }),
    );
    assert.is(String(content), String(fileOf('One', key)));
  }
  // Its edition got another text since, and so did what was before: the text is still there.
  const item = { ...listed('One', '2012-01-01'), from: '2012-01-01', edition: '112-0' };
  assert.is(await said(versions, '2012-01-01', [item]), 'One');
  versions.close();
});

test('another archive that takes the place of the first is read, though its packs are called as those of the first', async () => {
  const enterPack = (folder: string, ...identifiers: string[]): void => {
    const append = new ArchiveAppend(folder);
    const bytes = fileOf('One', OF_DAY);
    const seen = identifiers.map(identifier => ({
      ...{ identifier, text: textDigest(bytes), ...OF_DAY, read: () => bytes },
    }));
    append.enter({
      ...{ name: 'usc/t17', isGone: () => false, edition: null, isWhole: false, isCurrent: true, seen },
    });
    append.commit();
    append.close();
  };
  const folder = path.join(temporaryFolder(), 'archive');
  enterPack(folder, IDENTIFIER);
  const versions = new ArchivedVersions(folder);
  const list = [listed('One', DAY)];
  assert.is(await said(versions, DAY, list), 'One');
  enterPack(`${folder}-other`, '/us/usc/t17/s105', IDENTIFIER);
  fs.rmSync(folder, { recursive: true });
  fs.renameSync(`${folder}-other`, folder);
  assert.is(await said(versions, DAY, list), 'One');
  versions.close();
});

test('names that no document has are not looked for', async () => {
  const versions = new ArchivedVersions(made());
  const read = async () => assert.unreachable();
  assert.is(await versions.content(`api/usc/documents/../x/versions/${DAY}.md`, read as never), null);
  versions.close();
});

test.run();

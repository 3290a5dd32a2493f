import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../build/corpus/frontmatter.ts';
import { importXml, type Report } from '../../build/import/import.ts';
import { outcomeOf, reportText } from '../../build/import/report.ts';
import { silent } from '../../build/report/progress.ts';
import { plainText } from '../../build/text/plain.ts';
import { referenceText } from '../text/reference-text.ts';

const FIXTURE = join(import.meta.dirname, 'fixtures/usc03.xml');
const XML = readFileSync(FIXTURE, 'utf8');
const CHAPTER = 'usc/title-03/chapter-07A';

const test = suite('import');
let folder = '';
let corpus = '';

test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'pandect-import-'));
  corpus = join(folder, 'corpus');
  mkdirSync(corpus);
});
test.after.each(() => rmSync(folder, { recursive: true, force: true }));

const run = (from: string[], more: { allowsOlder?: boolean; isCheck?: boolean } = {}): Promise<Report> =>
  importXml({ from, corpus, allowsOlder: false, isCheck: false, ...more }, silent);

function given(name: string, xml: string): string {
  writeFileSync(join(folder, name), xml);
  return join(folder, name);
}

function read(path: string): { data: Record<string, unknown>; body: string } {
  const found = parseFrontmatter(readFileSync(join(corpus, path)));
  if ('reason' in found) throw new Error(`${path}: ${found.reason}`);
  return found;
}

const files = (): string[] =>
  readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(corpus.length + 1))
    .sort();

test('an imported title has documents, levels and a record', async () => {
  const report = await run([FIXTURE]);
  assert.equal(report.failed, []);
  assert.equal(files(), [
    'usc/title-03/_edition.json',
    'usc/title-03/_level.md',
    `${CHAPTER}/_level.md`,
    `${CHAPTER}/section-101.md`,
    `${CHAPTER}/section-102-103.md`,
    `${CHAPTER}/section-105-to-109.md`,
    `${CHAPTER}/section-107.md`,
  ]);
});

test('the Markdown has the law in its order, and plain text has every word', async () => {
  await run([FIXTURE]);
  const { body } = read(`${CHAPTER}/section-101.md`);
  assert.is(
    body,
    `# § 101. Lamps and their oil[^1]

- **(a)** **In general**.—On April 22, 1908, each keeper shall—

  - **(1)** fill the lamp with \\*clean\\* oil (see [section 102 of this title](/us/usc/t3/s102)); and

  - **(2)** trim H<sub>2</sub>O and 10<sup>6</sup> wicks \\<daily>,

  before the sun sets.[^1·2]

- **(b)** 1. This begins like a list.

  A softhyphen, and __________ a line to fill in.

**Source Credit**: ([Aug. 4, 1949, ch. 393](/us/act/1949-08-04/ch393), 63 Stat. 496; [Pub. L. 115–282](/us/pl/115/282), Dec. 4, 2018.)

## Notes

### Editorial Notes

#### Amendments

2018—Pub. L. 115–282 provided that:

> “Oil is oil.
>
> - **“§ 999**. **A quoted section** It is no document.”

And so it stands.

#### Tables

<table>
<thead>
<tr><th colspan="2">Two lamps</th></tr>
<tr><th>Lamp</th><th>Oil</th></tr>
</thead>
<tbody>
<tr><td>A</td><td>1 | 2</td></tr>
</tbody>
</table>

| Wick | Size |
| --- | --- |
| B | *3* |

[^1]: So in original.

[^1·2]: A second note with the same number.
`,
  );
  assert.is(plainText(body), referenceText(body));
});

test('metadata of a document are those of the XML', async () => {
  await run([FIXTURE]);
  const { data } = read(`${CHAPTER}/section-101.md`);
  const { hierarchy, notes, credits, amendment_dates, ...others } = data;
  assert.equal(others, {
    identifier: '/us/usc/t3/s101',
    source: 'usc',
    legal_status: 'official_legal_evidence',
    title: '3 USC § 101 - Lamps and their oil',
    title_number: '3',
    title_name: 'The President',
    section_number: '101',
    section_name: 'Lamps and their oil',
    chapter_number: '7A',
    chapter_name: 'KEEPERS',
    positive_law: 'true',
    currency: '2021-12-27',
    release_point: '117-80',
    last_updated: '2018-12-04',
    source_credit: '(Aug. 4, 1949, ch. 393, 63 Stat. 496; Pub. L. 115–282, Dec. 4, 2018.)',
    format_version: '2.0.0',
    generator: 'pandect-import@1',
  });
  assert.equal(credits, ['/us/act/1949-08-04/ch393', '/us/pl/115/282']);
  assert.equal(amendment_dates, ['1949-08-04', '2018-12-04']);
  assert.equal(hierarchy, [
    { level: 'title', number: '3', name: 'LIGHTHOUSES', identifier: '/us/usc/t3' },
    { level: 'chapter', number: '7A', name: 'KEEPERS', identifier: '/us/usc/t3/ch7A' },
  ]);
  assert.equal(notes, [
    { topic: 'amendments', heading: 'Amendments' },
    { topic: 'miscellaneous', heading: 'Tables' },
  ]);
  const repealed = read(`${CHAPTER}/section-102-103.md`).data;
  assert.is(repealed.status, 'repealed');
  assert.is(repealed.last_updated, '2021-12-27');
});

test('members of pairs and ranges are aliases unless they are documents', async () => {
  await run([FIXTURE]);
  const aliases = (name: string) => read(`${CHAPTER}/${name}.md`).data.aliases;
  assert.equal(aliases('section-102-103'), ['/us/usc/t3/s102', '/us/usc/t3/s103']);
  assert.equal(
    aliases('section-105-to-109'),
    ['105', '106', '108', '109'].map(n => `/us/usc/t3/s${n}`),
  );
});

test('the report has words in and out, words kept out, and unknown elements', async () => {
  const report = await run([FIXTURE]);
  const text = reportText(report);
  assert.is(outcomeOf(report), 'whole', text);
  const [, wordsIn, wordsOut] = /^words ([\d,]+) in, ([\d,]+) out/m.exec(text) ?? [];
  assert.is(wordsIn, wordsOut);
  assert.match(text, 'tables of contents 2 words');
  assert.match(text, 'unknown element <strange>, 1 times');
  assert.match(
    read(`${CHAPTER}/section-107.md`).body,
    '![lamp](https://uscode.house.gov/images/uscprelim/lamp.gif)Strange words stay.',
  );
});

test('a second import writes nothing, and a changed input only its changed unit', async () => {
  await run([FIXTURE]);
  const old = new Date('2001-01-01T00:00:00Z');
  for (const file of files()) utimesSync(join(corpus, file), old, old);
  assert.is((await run([FIXTURE])).unchanged.length, 1);
  const changed = given('new.xml', XML.replace('Left in the range', 'Still in the range'));
  const { changes } = (await run([changed])).imported[0]!.result;
  assert.equal(changes, { written: 1, unchanged: 5, removed: 0 });
  const touched = files().filter(file => statSync(join(corpus, file)).mtimeMs !== old.getTime());
  assert.equal(touched, ['usc/title-03/_edition.json', `${CHAPTER}/section-107.md`]);
});

test('a unit missing from the new whole title is removed', async () => {
  await run([FIXTURE]);
  const without = given(
    'without.xml',
    XML.replace(/<section identifier="\/us\/usc\/t3\/s107">.*?<\/section>/s, ''),
  );
  assert.is((await run([without])).imported[0]!.result.changes.removed, 1);
  assert.not.ok(existsSync(join(corpus, CHAPTER, 'section-107.md')));
});

test('an older edition is refused unless allowed, and of two inputs the newer is taken', async () => {
  const older = given('older.xml', XML.replace('117-80', '113-31').replace('Left in', 'Once in'));
  const both = await run([older, FIXTURE]);
  assert.equal(
    both.older.map(({ than, isRefused }) => ({ than, isRefused })),
    [{ than: '117-80', isRefused: false }],
  );
  const refused = await run([older]);
  assert.is(refused.older[0]?.isRefused, true);
  assert.is.not(outcomeOf(refused), 'whole');
  assert.match(read(`${CHAPTER}/section-107.md`).body, 'Left in the range');
  await run([older], { allowsOlder: true });
  assert.match(read(`${CHAPTER}/section-107.md`).body, 'Once in the range');
  assert.is(read(`${CHAPTER}/section-107.md`).data.currency, '2013-08-09');
});

test('a truncated file changes nothing of the title', async () => {
  await run([FIXTURE]);
  const before = files().map(file => readFileSync(join(corpus, file), 'utf8'));
  for (let at = 1; at < XML.trimEnd().length; at += 97) {
    const report = await run([given('broken.xml', XML.slice(0, at))]);
    assert.is(report.failed.length, 1, `cut at ${at}`);
    assert.equal(
      files().map(file => readFileSync(join(corpus, file), 'utf8')),
      before,
      `cut at ${at}`,
    );
  }
});

test('unknown roots and entities fail with a reason and leave no files', async () => {
  for (const [xml, reason] of [
    ['<law/>', 'no schema has the root <law>'],
    [XML.replace('Keepers', '&keepers;'), 'undefined entity'],
    ['', 'document must contain a root element'],
  ] as const) {
    const report = await run([given('odd.xml', xml)]);
    assert.match(report.failed[0]?.reason ?? 'imported', reason);
    assert.equal(files(), []);
  }
});

test('--check finds lost words of a corpus and writes nothing', async () => {
  await run([FIXTURE]);
  assert.is(outcomeOf(await run([FIXTURE], { isCheck: true })), 'whole');
  const file = join(corpus, CHAPTER, 'section-101.md');
  const whole = readFileSync(file, 'utf8');
  for (const [from, to] of [
    ['trim', ''],
    ['before the sun sets.', ''],
    ['<td>A</td>', '<td></td>'],
    ['So in original', 'In original so'],
    ['sun sets', 'sunsets'],
    ['- **(b)** 1. This begins like a list.\n\n', ''],
    ['- **(b)** 1.', 'Nobody enacted this.\n\n- **(b)** 1.'],
  ] as const) {
    assert.ok(whole.includes(from), from);
    const damaged = whole.replace(from, to);
    writeFileSync(file, damaged);
    const report = await run([FIXTURE], { isCheck: true });
    assert.is.not(outcomeOf(report), 'whole', from);
    assert.match(reportText(report), 'differs');
    assert.is(readFileSync(file, 'utf8'), damaged);
  }
  rmSync(file);
  assert.match(reportText(await run([FIXTURE], { isCheck: true })), '/us/usc/t3/s101');
});

test('the command refuses the sample, and exits with 1 on differences', () => {
  const launch = join(import.meta.dirname, '../../build/launch.cjs');
  const start = (...args: string[]) =>
    spawnSync(process.execPath, [launch, 'import', ...args], { encoding: 'utf8', timeout: 120_000 });
  const good = start(FIXTURE, '--out', corpus);
  assert.is(good.status, 0, good.stderr);
  assert.match(good.stdout, /words (\d+) in, \1 out/);
  assert.is(start(given('odd.xml', '<law/>'), '--out', corpus).status, 1);
  assert.is(start('--out', corpus).status, 2);
  const sample = join(folder, 'sample');
  cpSync(corpus, sample, { recursive: true });
  writeFileSync(join(sample, '_corpus.json'), '{"sample": true}\n');
  assert.is(start(FIXTURE, '--out', sample).status, 2);
});

test.run();

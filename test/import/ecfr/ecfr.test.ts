import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { importXml } from '../../../build/import/import.ts';
import { outcomeOf, reportText } from '../../../build/import/report.ts';
import { silent } from '../../../build/report/progress.ts';

const FIXTURE = join(import.meta.dirname, 'fixtures/ECFR-title3.xml');
const XML = readFileSync(FIXTURE, 'utf8');
const PART = 'chapter-I/part-16';

const test = suite('import of the eCFR');
let folder = '';
let corpus = '';

test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'pandect-ecfr-'));
  corpus = join(folder, 'corpus');
  mkdirSync(corpus);
});
test.after.each(() => rmSync(folder, { recursive: true, force: true }));

async function run(...from: string[]) {
  const report = await importXml({ from, corpus, allowsOlder: false, isCheck: false }, silent);
  assert.is(outcomeOf(report), 'whole', reportText(report));
  assert.equal(
    report.imported.flatMap(({ result }) => result.unknown),
    [],
  );
  return report;
}

function given(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function read(path: string) {
  const found = parseFrontmatter(readFileSync(join(corpus, 'ecfr/title-03', path)));
  if ('reason' in found) throw new Error(`${path}: ${found.reason}`);
  return found;
}

const files = (): string[] =>
  readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(corpus.length + '/ecfr/title-03/'.length))
    .sort();

test('sections and appendices are documents, and levels have separate folders', async () => {
  const report = await run(FIXTURE);
  assert.equal(
    files(),
    [
      '_edition.json',
      '_level.md',
      'chapter-I/_level.md',
      `${PART}-19/_level.md`.replace('16-19', '17-19'),
      `${PART}/_level.md`,
      `${PART}/appendix-E-F.md`,
      `${PART}/appendix-II.md`,
      `${PART}/appendix-spA-A.md`,
      `${PART}/appendix-table1.md`,
      `${PART}/section-16.1.md`,
      `${PART}/section-16.104-16.106.md`,
      `${PART}/section-16.105.md`,
      `${PART}/subpart-A/_level.md`,
      `${PART}/subpart-A/subject-group-keepers-duties-hours/_level.md`,
      `${PART}/subpart-B-C/_level.md`,
      'chapter-I/subchapter-C/_level.md',
      'chapter-V/_level.md',
      'subtitle-A/_level.md',
    ].sort(),
  );
  assert.equal(report.imported[0]?.result.keptOut.map(([category]) => category).sort(), [
    'metadata',
    'tables of contents',
  ]);
});

test('the Markdown has the regulation in its order', async () => {
  await run(FIXTURE);
  assert.is(
    read(`${PART}/section-16.1.md`).body,
    `# § 16.1 Filling of lamps. [^1]

(a) Fill each lamp with H<sub>2</sub>O-free <small>Best Oil</small> *daily,* about 8 1/2 inches. [^2] This is not plain. [^2]

1\\. A mark<sup>th</sup> that calls nothing.

**Example 1**. A keeper who fills it twice.

**Note to paragraph (a)**: It stands in the midst.

(b) As in the form:

> Name
>
> Signed\\_\\_\\_\\_\\_

\\* \\* \\*

Table 1

<table>
<thead>
<tr><th colspan="2">Two lamps</th></tr>
<tr><th>Lamp</th><th>Oil <br>in pints</th></tr>
</thead>
<tbody>
<tr><td>A <sup>1</sup></td><td>1 | 2</td></tr>
</tbody>
</table>

| Wick | Inches |
| --- | --- |
| Flat | 2 |

![er01ja24.001](https://www.ecfr.gov/graphics/er01ja24.001.gif)

![er01ja24.002](https://www.ecfr.gov/graphics/er01ja24.002.gif)

[54 FR 9677, Mar. 7, 1989, as amended at 79 FR 66278, Nov. 7, 2014]

## Notes

### Editorial Note:

Oil is oil.

[^1]: Of every kind.

[^2]: More in winter.

    Less in summer.
`,
  );
  assert.match(read(`${PART}/appendix-II.md`).body, /None\.\n\n<sup>9<\/sup> Called by nobody\.\n$/);
  assert.match(read(`${PART}/appendix-spA-A.md`).body, /## A\. General\n\n#### \(Oil\)\n\nUse them\./);
});

test('a subject group tells its place among all levels of its part', async () => {
  const group = '<DIV7 N="18" NODE="x" TYPE="SUBJGRP">\n<HEAD>Old Oil</HEAD>\n</DIV7>\n';
  const subparts = '<DIV6 N="B-C"';
  await run(given('ECFR-title3.xml', XML.replace(subparts, `${group}${subparts}`)));
  const position = (path: string) => read(`${PART}/${path}/_level.md`).data.position;
  assert.is(position('subpart-A/subject-group-keepers-duties-hours'), '1');
  assert.is(position('subject-group-old-oil'), '2');
  assert.is(position('subpart-A'), undefined);
});

test('metadata have levels, authority and dates of a section', async () => {
  await run(FIXTURE);
  const { hierarchy, ...data } = read(`${PART}/section-16.1.md`).data as Record<string, never>;
  const expected: Record<string, unknown> = {
    ...{ identifier: '/us/cfr/t3/s16.1', title: '3 CFR § 16.1 - Filling of lamps.', title_name: 'Of Lamps' },
    ...{ section_number: '16.1', section_name: 'Filling of lamps.', chapter_number: 'I' },
    ...{ subtitle_number: 'A', subchapter_number: 'C', cfr_part: '16', cfr_subpart: 'A' },
    ...{ subpart_name: 'General Matters', subject_group: "Keepers' Duties & Hours", part_name: 'OIL' },
    ...{
      agency: 'KEEPERS OF LAMPS',
      authority: '5 U.S.C. 301 et seq.',
      regulatory_source: '50 FR 1, Jan. 2, 1985.',
    },
    ...{ last_updated: '2014-11-07', currency: '2015-03-17', status: undefined },
  };
  for (const [key, value] of Object.entries(expected)) assert.is(data[key], value, key);
  assert.equal(data.credits, ['54 FR 9677', '79 FR 66278']);
  assert.equal(data.amendment_dates, ['1989-03-07', '2014-11-07']);
  assert.equal(
    (hierarchy as unknown as { identifier: string }[]).map(({ identifier }) => identifier),
    [
      '/us/cfr/t3',
      '/us/cfr/t3/stA',
      '/us/cfr/t3/stA/chI',
      '/us/cfr/t3/stA/chI/schC',
      '/us/cfr/t3/p16',
      '/us/cfr/t3/p16/spA',
      '/us/cfr/t3/p16/spA/sg-keepers-duties-hours',
    ],
  );
  const own = read(`${PART}/section-16.105.md`).data;
  assert.is(own.authority, '5 U.S.C. 9.');
  assert.is(own.last_updated, '2015-03-17');
});

test('ranges have their members as aliases unless these are documents', async () => {
  await run(FIXTURE);
  const { data } = read(`${PART}/section-16.104-16.106.md`);
  assert.is(data.identifier, '/us/cfr/t3/s16.104-16.106');
  assert.is(data.status, 'reserved');
  assert.is(data.title, '3 CFR §§ 16.104-16.106 - [Reserved]');
  assert.equal(
    data.aliases,
    ['§ 16.104-16.106', '16.104', '16.106'].map(number => `/us/cfr/t3/s${number}`),
  );
});

test('appendices have the identifier of their part or subpart', async () => {
  await run(FIXTURE);
  const of = (name: string) => read(`${PART}/appendix-${name}.md`).data;
  assert.is(of('spA-A').identifier, '/us/cfr/t3/p16/spA/appA');
  assert.is(of('spA-A').granularity, 'appendix');
  assert.is(of('II').identifier, '/us/cfr/t3/p16/appII');
  assert.is(of('II').title, '3 CFR Part 16 Appendix II - More Forms');
  assert.is(of('table1').identifier, '/us/cfr/t3/p16/table1');
  assert.equal(of('E-F').aliases, ['/us/cfr/t3/p16/appE', '/us/cfr/t3/p16/appF']);
  assert.is(of('E-F').status, 'reserved');
});

test('levels keep their own text, and reserved levels are no documents', async () => {
  await run(FIXTURE);
  const part = read(`${PART}/_level.md`);
  assert.is(String(part.data.has_text), 'true');
  assert.is(
    part.body,
    `# PART 16—OIL

**Authority**: 5 U.S.C. 301 *et seq.*

**Source**: 47 FR 34108, Aug. 6, 1982, unless otherwise noted.

[Link to an amendment published at 89 FR 30136, Apr. 22, 2024.](https://www.federalregister.gov/citation/89-FR-30136)
`,
  );
  const { data } = read('chapter-I/part-17-19/_level.md');
  assert.equal([data.identifier, data.number, data.status], ['/us/cfr/t3/p17-19', '17-19', 'reserved']);
  assert.is(read('chapter-V/_level.md').data.identifier, '/us/cfr/t3/stA/chV');
  assert.is(read('chapter-I/subchapter-C/_level.md').data.name, 'LIGHTING');
  assert.is(read(`${PART}/subpart-B-C/_level.md`).data.number, 'B-C');
});

test("the edition's day is that of fetching, not that of an amendment", async () => {
  await run(FIXTURE);
  assert.is(read('_level.md').data.last_amended, '2015-03-17');
  assert.is(read('_level.md').data.up_to_date_as_of, undefined);
  const file = given('title-3.xml', XML);
  given('title-3.xml.fetched.json', JSON.stringify({ edition: { day: '2025-04-02', release_point: null } }));
  await run(file);
  assert.is(read('_level.md').data.up_to_date_as_of, '2025-04-02');
  assert.is(read(`${PART}/section-16.1.md`).data.currency, '2025-04-02');
  assert.is(read(`${PART}/section-16.105.md`).data.last_updated, '2015-03-17');
  given('title-3.xml.fetched.json', '{');
  const { unchanged } = await run(file);
  assert.is(unchanged.length, 1);
  const { older } = await importXml(
    { from: [given('title-3.xml', `${XML}\n`)], corpus, allowsOlder: false, isCheck: false },
    silent,
  );
  assert.ok(older[0]?.isRefused, 'without its day the file is older');
});

const API_PART = `<?xml version="1.0"?>
<DIV5 N="16" TYPE="PART" VOLUME="1" hierarchy_metadata="{&amp;quot;path&amp;quot;:&amp;quot;/on/_SUBSTITUTE_DATE_/title-3/part-16&amp;quot;}">
<HEAD>PART 16&#x2014;OIL</HEAD>
<AUTH><HED>Authority:</HED><PSPACE>5 U.S.C. 302.</PSPACE></AUTH>
<DIV8 N="16.1" TYPE="SECTION"><HEAD>&#xA7; 16.1 Filling anew.</HEAD><P>Daily.</P></DIV8>
<DIV8 N="16.2" TYPE="SECTION"><HEAD>&#xA7; 16.2 New.</HEAD><P>Weekly.</P></DIV8>
</DIV5>`;

test('a part by itself keeps its title and removes nothing', async () => {
  await run(given('title-3-part-16-2024-05-17.xml', API_PART));
  const { data } = read('part-16/section-16.1.md');
  assert.equal(
    [data.identifier, data.currency, data.authority],
    ['/us/cfr/t3/s16.1', '2024-05-17', '5 U.S.C. 302.'],
  );
  assert.equal(files(), [
    '_edition.json',
    'part-16/_level.md',
    'part-16/section-16.1.md',
    'part-16/section-16.2.md',
  ]);
});

test('a part takes its place in a title of the corpus or of the same run', async () => {
  const part = given('title-3-part-16-2024-05-17.xml', API_PART);
  await run(part, FIXTURE);
  assert.is(files().length, 19);
  const { data, body } = read(`${PART}/section-16.2.md`);
  assert.match(body, /Weekly/);
  assert.equal([data.chapter_number, data.agency], ['I', 'KEEPERS OF LAMPS']);
  assert.is((data.hierarchy as unknown[]).length, 5);
  assert.match(read(`${PART}/section-16.1.md`).body, /Daily/);
  assert.is(read(`${PART}/_level.md`).data.authority, '5 U.S.C. 302.');
  const { unchanged } = await importXml(
    { from: [FIXTURE], corpus, allowsOlder: false, isCheck: false },
    silent,
  );
  assert.is(unchanged.length, 1, 'the title is still the edition that it was');
});

test('a level has text if its heading has more than number and name', async () => {
  const level = (number: string, more: string) =>
    `<DIV4 N="${number}" TYPE="SUBCHAP"><HEAD>SUBCHAPTER ${number}—OIL\n${more}</HEAD>
     <DIV5 N="${number.charCodeAt(0)}" TYPE="PART"><HEAD>PART ${number.charCodeAt(0)}—LAMPS</HEAD></DIV5></DIV4>`;
  const source = '<SOURCE><HED>Source:</HED><PSPACE>85 FR 51160, Aug. 19, 2020.</PSPACE></SOURCE>';
  const xml = `<ECFR><AMDDATE>Jan. 1, 2020</AMDDATE><DIV1 N="3" TYPE="TITLE"><HEAD>Title 3—Lamps</HEAD>${level('A', source)}${level('B', '<SU>1</SU><FTREF/>')}</DIV1></ECFR>`;
  await run(given('title-3-full-2024-05-17.xml', xml));
  const told = (letter: string) => read(`subchapter-${letter}/_level.md`).data;
  assert.equal([String(told('A').has_text), told('A').name], ['true', 'OIL']);
  assert.is(told('A').regulatory_source, '85 FR 51160, Aug. 19, 2020.');
  assert.equal([String(told('B').has_text), told('B').name], ['false', 'OIL']);
});

test('a section by itself has the part in its number', async () => {
  const xml = `<DIV8 N="16.3" TYPE="SECTION" hierarchy_metadata="{&quot;path&quot;:&quot;/on/x/title-3/section-16.3&quot;}"><HEAD>§ 16.3 Alone.</HEAD><P>Yes.</P></DIV8>`;
  await run(given('section-2024-05-17.xml', xml));
  assert.is(read('part-16/section-16.3.md').data.cfr_part, '16');
});

test('a file without a title is refused', async () => {
  const file = given('x.xml', '<DIV8 N="1" TYPE="SECTION"><HEAD>§ 1.1 A.</HEAD></DIV8>');
  const report = await importXml({ from: [file], corpus, allowsOlder: false, isCheck: false }, silent);
  assert.match(report.failed[0]?.reason ?? '', /number of the title/);
});

test.run();

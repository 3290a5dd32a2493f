import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { importXml, type Report } from '../../../build/import/import.ts';
import { outcomeOf, reportText } from '../../../build/import/report.ts';
import { silent } from '../../../build/report/progress.ts';

/** Inputs of the printed edition with the same sections, and parts of the eCFR beside them. The XML is our own. */

const test = suite('printed editions that overlap');
let folder = '';
let corpus = '';
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'pandect-import-overlap-'));
  corpus = join(folder, 'corpus');
});
test.after.each(() => rmSync(folder, { recursive: true, force: true }));

const section = (number: string, text: string) =>
  `<SECTION><SECTNO>§ ${number}</SECTNO><SUBJECT>Of ${number}.</SUBJECT><P>${text}</P></SECTION>`;

/** A part of title 3 by itself. */
const part = (number: number, day: string, ...sections: string[]) =>
  `<CFRGRANULE><FDSYS><CFRTITLE>3</CFRTITLE><CFRTITLETEXT>Lamps</CFRTITLETEXT><DATE>${day}</DATE>
   <HEADING>PART ${number}</HEADING><ANCESTORS><PARENT HEADING="Title 3" SEQ="1">Lamps</PARENT>
   <PARENT HEADING="CHAPTER I" SEQ="0">LAMP SERVICE</PARENT></ANCESTORS></FDSYS>
   <PART><HD SOURCE="HED">PART ${number}—LAMPS</HD>${sections.join('')}</PART></CFRGRANULE>`;

/** A volume of title 3. */
const volume = (day: string, parts: Readonly<Record<number, string[]>>) =>
  `<CFRDOC><FMTR><TITLEPG><TITLENUM>Title 3</TITLENUM><PARTS>Parts 1 to 99</PARTS><REVISED>Revised as of ${day}</REVISED></TITLEPG></FMTR>
   <TITLE><CFRTITLE><TITLEHD><HD SOURCE="HED">Title 3—Lamps</HD></TITLEHD></CFRTITLE><CHAPTER><TOC><TOCHD><HD SOURCE="HED">CHAPTER I—LAMP SERVICE</HD></TOCHD></TOC>
   ${Object.entries(parts)
     .map(
       ([number, sections]) => `<PART><HD SOURCE="HED">PART ${number}—LAMPS</HD>${sections.join('')}</PART>`,
     )
     .join('')}</CHAPTER></TITLE></CFRDOC>`;

const OLD_PART = part(16, '2014-01-01', section('16.1', 'Old oil.'), section('16.9', 'Gone since.'));
const NEW_PART = part(16, '2016-01-01', section('16.1', 'Newest oil.'));
const VOLUME = volume('January 1, 2015', {
  16: [section('16.1', 'New oil.'), section('16.2', 'Wicks.')],
  17: [section('17.1', 'Glass.')],
});

/** A part of the eCFR by itself, or a section. */
const ecfrPart = (sections: string) =>
  `<DIV5 N="16" TYPE="PART" hierarchy_metadata="{&quot;path&quot;:&quot;/on/2020-01-01/title-3/chapter-I/part-16&quot;}"><HEAD>PART 16—LAMPS</HEAD>${sections}</DIV5>`;
const ecfrSection = (number: string, text: string) =>
  `<DIV8 N="${number}" TYPE="SECTION" hierarchy_metadata="{&quot;path&quot;:&quot;/on/2020-01-01/title-3/section-${number}&quot;}"><HEAD>§ ${number} Of it.</HEAD><P>${text}</P></DIV8>`;
const ECFR_PART = ecfrPart(ecfrSection('16.1', 'Electric light.'));

async function run(inputs: Readonly<Record<string, string>>, allowsOlder = false): Promise<Report> {
  const from = Object.entries(inputs).map(([name, xml]) => {
    writeFileSync(join(folder, name), xml);
    return join(folder, name);
  });
  const report = await importXml({ from, corpus, allowsOlder, isCheck: false }, silent);
  assert.equal(report.failed, []);
  return report;
}

const filesIn = (): string[] =>
  readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(corpus.length + 1))
    .sort();

/** The last words of each document. */
const textsIn = (): Record<string, string> =>
  Object.fromEntries(
    filesIn()
      .filter(name => name.endsWith('.md') && !name.endsWith('_level.md'))
      .map(name => {
        const read = parseFrontmatter(readFileSync(join(corpus, name)));
        if ('reason' in read) throw new Error(`${name}: ${read.reason}`);
        return [
          String(read.data.identifier).replace('/us/cfr/t3/', ''),
          read.body.trim().split('\n').at(-1)!,
        ];
      }),
  );

const contentsIn = () =>
  Object.fromEntries(filesIn().map(name => [name, readFileSync(join(corpus, name), 'utf8')]));

const OF_VOLUME = { 's16.1': 'New oil.', 's16.2': 'Wicks.', 's17.1': 'Glass.' };

test('a newer volume takes the sections of an older part, and the report says so', async () => {
  await run({ 'part.xml': OLD_PART });
  assert.equal(textsIn(), { 's16.1': 'Old oil.', 's16.9': 'Gone since.' });
  const report = await run({ 'volume.xml': VOLUME });
  assert.equal(
    report.takenOver.map(({ documents, label }) => [documents, label]),
    [[1, '2014-01-01']],
  );
  assert.match(
    reportText(report),
    /replaced 1 documents of 2014-01-01 by those of .*volume\.xml: 2015-01-01/,
  );
  // The older edition has a section that no newer input covers.
  assert.equal(textsIn(), { ...OF_VOLUME, 's16.9': 'Gone since.' });
});

test('an older part of a newer volume is refused', async () => {
  await run({ 'volume.xml': VOLUME });
  const before = contentsIn();
  const older = part(16, '2014-01-01', section('16.1', 'Old oil.'));
  const report = await run({ 'part.xml': older });
  assert.equal(
    report.older.map(({ than, isRefused }) => [than, isRefused]),
    [['2015-01-01', true]],
  );
  assert.not.ok(outcomeOf(report) === 'whole');
  assert.equal(contentsIn(), before);
  assert.is((await run({ 'part.xml': older }, true)).imported.length, 1);
  assert.equal(textsIn(), { ...OF_VOLUME, 's16.1': 'Old oil.' });
  // The newer volume is read again when it is given again, though its bytes are the same.
  assert.ok(outcomeOf(await run({ 'volume.xml': VOLUME })) === 'whole');
  assert.equal(textsIn(), OF_VOLUME);
});

test('an older volume after a newer part brings only sections that the part lacks', async () => {
  await run({ 'part.xml': NEW_PART });
  const report = await run({ 'volume.xml': VOLUME });
  assert.ok(outcomeOf(report) === 'whole');
  assert.match(reportText(report), /left out 1 documents of .*volume\.xml: newer ones are there/);
  assert.equal(textsIn(), { ...OF_VOLUME, 's16.1': 'Newest oil.' });
  const again = await run({ 'volume.xml': VOLUME, 'part.xml': NEW_PART });
  assert.is(again.unchanged.length, 2);
});

test('of inputs given together the newest wins in any order, and none is refused', async () => {
  const results: unknown[] = [];
  for (const names of [
    ['a', 'b', 'c'],
    ['c', 'b', 'a'],
    ['b', 'c', 'a'],
  ]) {
    const [old, all, newest] = names as [string, string, string];
    const inputs = {
      [`${old}.xml`]: OLD_PART.replace(/<SECTION><SECTNO>§ 16\.9.*?<\/SECTION>/, ''),
      [`${all}.xml`]: VOLUME,
    };
    const report = await run({ ...inputs, [`${newest}.xml`]: NEW_PART.replace('PART 16', 'Part 16 anew') });
    assert.ok(outcomeOf(report) === 'whole', reportText(report));
    results.push(contentsIn());
    const again = await run(
      { ...inputs, [`${newest}.xml`]: NEW_PART.replace('PART 16', 'Part 16 anew') },
      true,
    );
    assert.ok(outcomeOf(again) === 'whole', reportText(again));
    assert.equal(contentsIn(), results.at(-1));
    rmSync(corpus, { recursive: true });
  }
  assert.equal(results[1], results[0]);
  assert.equal(results[2], results[0]);
});

test('a part of the eCFR replaces the whole printed part, in either order', async () => {
  await run({ 'volume.xml': VOLUME });
  const report = await run({ 'title-3-part-16-2020-01-01.xml': ECFR_PART });
  assert.ok(outcomeOf(report) === 'whole');
  const texts = { 's16.1': 'Electric light.', 's17.1': 'Glass.' };
  assert.equal(textsIn(), texts);
  const names = filesIn().filter(name => name.endsWith('.md'));
  assert.equal(
    names.filter(name => name.includes('part-16')),
    ['ecfr/title-03/chapter-I/part-16/_level.md', 'ecfr/title-03/chapter-I/part-16/section-16.1.md'],
  );
  const contents = contentsIn();
  const again = await run({ 'volume.xml': VOLUME, 'title-3-part-16-2020-01-01.xml': ECFR_PART });
  assert.ok(outcomeOf(again) === 'whole', reportText(again));
  assert.equal(contentsIn(), contents);

  rmSync(corpus, { recursive: true });
  await run({ 'title-3-part-16-2020-01-01.xml': ECFR_PART });
  assert.ok(outcomeOf(await run({ 'volume.xml': VOLUME })) === 'whole');
  assert.equal(textsIn(), texts);
  assert.equal(
    filesIn().filter(name => name.endsWith('.md')),
    names,
  );
});

test('a section of the eCFR replaces only that printed section', async () => {
  await run({ 'volume.xml': VOLUME });
  await run({ 'title-3-section-16.1-2020-01-01.xml': ecfrSection('16.1', 'Electric light.') });
  assert.equal(textsIn(), { ...OF_VOLUME, 's16.1': 'Electric light.' });
});

test('a printed part that the eCFR has is left out without failure', async () => {
  await run({ 'title-3-part-16-2020-01-01.xml': ECFR_PART });
  const contents = contentsIn();
  const report = await run({ 'part.xml': NEW_PART }, true);
  assert.ok(outcomeOf(report) === 'whole');
  assert.equal(
    report.older.map(({ than, isRefused }) => [than, isRefused]),
    [['the eCFR', false]],
  );
  assert.equal(contentsIn(), contents);
});

test('a whole title of the eCFR removes the printed edition, records included', async () => {
  await run({ 'volume.xml': VOLUME });
  const title = `<ECFR><AMDDATE>Jan. 1, 2020</AMDDATE><DIV1 N="3" TYPE="TITLE"><HEAD>Title 3—Lamps</HEAD>${ECFR_PART}</DIV1></ECFR>`;
  assert.ok(outcomeOf(await run({ 'title-3-full-2020-01-01.xml': title })) === 'whole');
  assert.equal(textsIn(), { 's16.1': 'Electric light.' });
  assert.not.ok(filesIn().some(name => name.includes('_annual')));
});

test.run();

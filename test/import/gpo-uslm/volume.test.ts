import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importXml } from '../../../build/import/import.ts';
import { outcomeOf, reportText } from '../../../build/import/report.ts';
import { silent } from '../../../build/report/progress.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { type Document, documentsIn, imported, isLevel, uncalledIn } from './corpus.ts';

/** A volume of the printed edition of the CFR in GPO's USLM. The wording is our own. */

const VOLUME = join(import.meta.dirname, 'fixtures/CFR-2031-title3-vol2-uslm.xml');
const ECFR = join(import.meta.dirname, '../ecfr/fixtures/ECFR-title3.xml');

async function volume(): Promise<Document[]> {
  const corpus = temporaryFolder();
  await imported(corpus, VOLUME);
  return documentsIn(corpus);
}

const of = (documents: readonly Document[], identifier: string): Document => {
  const found = documents.find(({ data }) => data.identifier === identifier);
  if (!found) throw new Error(`${identifier} is not there`);
  return found;
};

test("sections and appendices have the eCFR's identifiers and paths, by their numbers", async () => {
  const documents = (await volume()).filter(document => !isLevel(document));
  assert.equal(
    documents.map(({ place, data }) => [data.identifier, place, data.currency, data.legal_status]),
    [
      ['/us/cfr/t3/p40/appA', 'appendix-A'],
      ['/us/cfr/t3/s40.1', 'section-40.1'],
      // Its identifier in the file is that of § 40.1.
      ['/us/cfr/t3/s40.1a', 'section-40.1a'],
      ['/us/cfr/t3/s40.4-40.6', 'section-40.4-40.6'],
    ].map(([identifier, name]) => [
      identifier,
      `ecfr/title-03/chapter-I/part-40/${name}.md`,
      '2031-01-01',
      'official_prima_facie',
    ]),
  );
});

test('a section has its fields and levels', async () => {
  const { data } = of(await volume(), '/us/cfr/t3/s40.1');
  assert.equal(
    [data.title, data.title_name, data.cfr_part, data.cfr_subpart, data.chapter_name, data.subject_group],
    ['3 CFR § 40.1 - Oil.', 'Lamps and Harbors', '40', 'A', 'LAMP SERVICE', 'Fish Oil'],
  );
  assert.equal(
    [data.authority, data.regulatory_source, data.last_updated],
    ['46 U.S.C. 12.', '12 FR 34, Jan. 5, 2004, unless otherwise noted.', '2012-03-04'],
  );
  assert.is(data.source_credit, '[12 FR 34, Jan. 5, 2004, as amended at 20 FR 56, Mar. 4, 2012]');
  assert.equal(
    (data.hierarchy as { identifier: string }[]).map(({ identifier }) => identifier),
    [
      '/us/cfr/t3',
      '/us/cfr/t3/chI',
      '/us/cfr/t3/p40',
      '/us/cfr/t3/p40/spA',
      '/us/cfr/t3/p40/spA/sg-fish-oil',
    ],
  );
});

test('reserved units and ranges have the status reserved', async () => {
  const documents = await volume();
  const { data } = of(documents, '/us/cfr/t3/s40.4-40.6');
  assert.is(data.status, 'reserved');
  assert.equal(data.aliases, ['/us/cfr/t3/s40.4', '/us/cfr/t3/s40.5', '/us/cfr/t3/s40.6']);
  for (const [identifier, number] of [
    ['/us/cfr/t3/p41-50', '41-50'],
    ['/us/cfr/t3/chI/schA-B', 'A-B'],
  ]) {
    const level = of(documents, identifier!);
    assert.equal([level.data.status, level.data.number], ['reserved', number]);
  }
});

test('a section keeps its footnote, table, image, credit and final note', async () => {
  const document = of(await volume(), '/us/cfr/t3/s40.1');
  assert.equal(uncalledIn(document), []);
  assert.is(
    document.body.trim(),
    `# § 40.1 Oil.

Oil is pressed.[^1]

<table>
<thead>
<tr><th rowspan="2">Oil</th><th colspan="2">Grade</th></tr>
<tr><th>I</th><th>II</th></tr>
</thead>
<tbody>
<tr><td>cod *</td><td>1</td><td>2</td></tr>
</tbody>
</table>

\\* Unrefined.

![ER01MR31.002](https://img.federalregister.gov/ER01MR31.002/ER01MR31.002_original_size.png)

[12 FR 34, Jan. 5, 2004, as amended at 20 FR 56, Mar. 4, 2012]

## Notes

### Editorial Note:

See the lists.

[^1]: In autumn.`,
  );
});

test('an appendix has the heading from its content', async () => {
  const { body, data } = of(await volume(), '/us/cfr/t3/p40/appA');
  assert.is(body.trim(), '# Appendix A to Part 40—Measures\n\nA cask is 100 l.');
  assert.is(data.section_name, 'Measures');
});

test('paragraphs nest, and approvals are separate paragraphs', async () => {
  const { body } = of(await volume(), '/us/cfr/t3/s40.1a');
  assert.match(body, 'No oil is of whales, but—\n\n- **(a)** **Old stock**. What is in store; and\n');
  assert.match(body, '§ [40.1](/us/cfr/t3/s40.1) allows.\n\n  (Approved under control number 12)\n');
  assert.match(body, '\n([46 U.S.C. 13](/us/usc/t46/s13))');
});

test("levels and the book around them are in the volume's folder", async () => {
  const levels = (await volume()).filter(isLevel);
  const shelf = 'ecfr/title-03/_annual/parts-40-to-50';
  assert.equal(
    levels.map(({ place }) => place),
    [
      `${shelf}/_level.md`,
      `${shelf}/book/_level.md`,
      `${shelf}/chapter-I/_level.md`,
      `${shelf}/chapter-I/part-40/_level.md`,
      `${shelf}/chapter-I/part-40/subpart-A/_level.md`,
      `${shelf}/chapter-I/part-40/subpart-A/subject-group-fish-oil/_level.md`,
      `${shelf}/chapter-I/part-41-50/_level.md`,
      `${shelf}/chapter-I/subchapter-A-B/_level.md`,
    ],
    'a part without number, name and text is none',
  );
  const part = of(levels, '/us/cfr/t3/p40');
  assert.match(part.body, '# PART 40—OIL OF LAMPS\n\n**Authority**: [46 U.S.C. 12](/us/usc/t46/s12).');
  assert.is(part.data.name, 'OIL OF LAMPS');
  const book = levels.find(({ place }) => place.endsWith('book/_level.md'));
  assert.match(book?.body ?? '', '## Explanation\n\nThis book is of lamps.');
  assert.match(book?.body ?? '', '40.1 Revised 56\n\n(Nothing since November 1, 2030, was published)');
  assert.not.match(book?.body ?? '', /Table of Contents/);
});

test('--check finds the levels of each of two volumes', async () => {
  const corpus = temporaryFolder();
  const other = join(temporaryFolder(), 'other.xml');
  const xml = readFileSync(VOLUME, 'utf8').replaceAll('Parts 40 to 50', 'Parts 51 to End');
  writeFileSync(other, xml.replaceAll('40.', '51.').replace('parts 40 to 50', 'the remaining parts'));
  await imported(corpus, VOLUME, other);
  const report = await importXml(
    { from: [VOLUME, other], corpus, allowsOlder: false, isCheck: true },
    silent,
  );
  assert.is(outcomeOf(report), 'whole', reportText(report));
});

test('a USLM volume never replaces the eCFR', async () => {
  const corpus = temporaryFolder();
  const report = await imported(corpus, VOLUME, ECFR);
  assert.equal(
    report.older.map(({ than, isRefused }) => [than, isRefused]),
    [['the eCFR', false]],
  );
  assert.not.ok(documentsIn(corpus).some(({ data }) => data.identifier === '/us/cfr/t3/s40.1a'));
});

test.run();

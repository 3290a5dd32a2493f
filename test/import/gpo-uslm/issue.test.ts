import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../../helpers/tree.ts';
import { type Document, documentsIn, imported, isLevel, uncalledIn } from './corpus.ts';

/** An issue of the Federal Register in GPO's USLM. The wording is our own. */

const ISSUE = join(import.meta.dirname, 'fixtures/FR-2031-03-01-uslm.xml');
const FEDREG = join(import.meta.dirname, 'fixtures/FEDREG-2031-03-01.xml');

async function issue(): Promise<Document[]> {
  const corpus = temporaryFolder();
  await imported(corpus, ISSUE);
  return documentsIn(corpus);
}

const of = (documents: readonly Document[], place: string): Document => {
  const found = documents.find(document => document.place === `fr/2031/03/${place}`);
  if (!found)
    throw new Error(`${place} is not among ${documents.map(document => document.place).join(', ')}`);
  return found;
};

test('an issue has its documents by number with kinds, titles and pages', async () => {
  const documents = (await issue()).filter(document => !isLevel(document));
  assert.equal(
    documents.map(({ place, data }) => [
      place,
      data.document_type,
      data.title,
      data.fr_citation,
      data.end_page,
    ]),
    [
      ['fr/2031/03/2031-00101.md', 'rule', 'Wicks of Harbor Lamps', '96 FR 101', '103'],
      // The metadata have a later page, and the contents list two documents in one entry.
      ['fr/2031/03/2031-00102.md', 'proposed_rule', 'Oil of Harbor Lamps', undefined, undefined],
      ['fr/2031/03/2031-00103.md', 'notice', 'Sunshine Meeting', '96 FR 105', '106'],
      ['fr/2031/03/2031-00104.md', 'presidential_document', 'Day of Lamps', '96 FR 109', '109'],
    ],
  );
});

test("a document has the same metadata in both of GPO's forms", async () => {
  const corpus = temporaryFolder();
  await imported(corpus, FEDREG);
  const other = of(documentsIn(corpus), '2031-00101.md');
  const { data } = of(await issue(), '2031-00101.md');
  assert.equal(data, other.data);
  assert.equal(data.agencies, ['DEPARTMENT OF HARBORS', 'Lamp Office']);
  assert.equal(data.docket_ids, ['Docket No. LO-2030-0007', 'Wick-12']);
  assert.equal(data.cfr_references, ['3 CFR Part 16']);
  assert.equal(
    [data.rin, data.fr_action, data.effective_date, data.publication_date, data.fr_volume],
    ['9876-AB12', 'Final rule.', '2031-04-02', '2031-03-01', '96'],
  );
  assert.is(of(await issue(), '2031-00102.md').data.comments_close_date, '2031-05-06');
});

test('both forms of one issue are the same input and replace each other', async () => {
  const corpus = temporaryFolder();
  const both = await imported(corpus, ISSUE, FEDREG);
  assert.equal([both.imported.length, both.older.length], [1, 1]);
  const record = JSON.parse(readFileSync(join(corpus, 'fr/_issues/2031-03-01.json'), 'utf8'));
  assert.is(record.schema, 'GPO USLM (Federal Register)');
  assert.is(documentsIn(corpus).filter(document => !isLevel(document)).length, 4);
  const other = await imported(corpus, FEDREG);
  assert.is(other.imported.length, 1);
  assert.equal(
    documentsIn(corpus).map(({ place }) => place),
    ['fr/2031/03/2031-00101.md'],
  );
});

test("a document's head keeps labels, emphasis and links whose numbers are in the words", async () => {
  const { body } = of(await issue(), '2031-00101.md');
  assert.match(
    body,
    '**SUMMARY**: We cut wicks *square* under [46 U.S.C. 12(a)](/us/usc/t46/s12/a).\n\n**DATES**: Effective April 2, 2031.\n\n## SUPPLEMENTARY INFORMATION:\n',
  );
  assert.match(body, '[3 CFR Part 16](/us/cfr/t3/p16)');
  assert.match(body, '[90 FR 1234](https://www.federalregister.gov/citation/90-FR-1234)');
  assert.match(body, '**■ 1. Amend § 16.1a as follows**:', 'an address of § 16.1 is not one of § 16.1a');
});

test('footnotes are called by id or by number; exponents are no calls', async () => {
  const document = of(await issue(), '2031-00101.md');
  assert.match(document.body, '# Wicks of Harbor Lamps[^1]\n');
  assert.match(
    document.body,
    'evenly.[^2] It smokes less at 10 m<sup>2</sup> of glass, and keepers agree.[^3] We',
  );
  assert.match(document.body, '\n[^3]: All but one.\n');
  assert.equal(uncalledIn(document), []);
});

test('a table has its spans, and its notes below it even if they precede its rows', async () => {
  const { body } = of(await issue(), '2031-00101.md');
  assert.match(
    body,
    '<tr><th rowspan="2">Wick</th><th colspan="2">Price</th></tr>\n<tr><th>Old <sup>1</sup></th><th>New<br>price</th></tr>',
  );
  assert.match(body, '<td>3</td></tr>\n</tbody>\n</table>\n\n<sup>1</sup> Before the storm.\n');
});

test('an amendment has its instruction, and quoted paragraphs as nested blockquote', async () => {
  const { body } = of(await issue(), '2031-00101.md');
  assert.match(body, '\n## PART 16—KEEPING OF LAMPS\n');
  assert.match(
    body,
    '> #### § 16.1a Wicks.\n>\n> \\* \\* \\* \\* \\*\n>\n> - **(b)** **Width**. A wick is—\n>\n>   - **(1)** Flat; or\n',
  );
});

test("a day in a document's head is a line, not a running head", async () => {
  const { body } = of(await issue(), '2031-00103.md');
  assert.match(body, '# Sunshine Meeting\n\nFebruary 26, 2031.\n\n### Agenda');
});

test('foreign elements, images and appendices are read', async () => {
  const documents = await issue();
  const { body } = of(documents, '2031-00101.md');
  assert.match(body, '\nDated: February 20, 2031.\n\nIda Wick,\n\nKeeper.\n');
  assert.match(body, '![ER01MR31.001](https://img.federalregister.gov/ER01MR31.001/');
  assert.match(of(documents, '2031-00103.md').body, '\n## Appendix—Seats\n\nI. Front\n');
});

test('an issue has title pages of parts and its content outside documents', async () => {
  const documents = await issue();
  assert.equal(
    documents.filter(isLevel).map(({ place }) => place),
    ['fr/2031/03/_issue-2031-03-01/issue/_level.md', 'fr/2031/03/_issue-2031-03-01/part-II-1/_level.md'],
  );
  const { data, body } = of(documents, '_issue-2031-03-01/part-II-1/_level.md');
  assert.equal([data.number, data.name], ['II', 'Day of Lamps—Proclamation']);
  assert.is(body.trim(), '# Part II\n\nThe President\n\nDay of Lamps—Proclamation');
});

test('content kept out is counted by name, and a page mark separates no word', async () => {
  const corpus = temporaryFolder();
  const { imported: files } = await imported(corpus, ISSUE);
  const counts = new Map(files[0]!.result.keptOut);
  assert.is(counts.get('page marks'), 6);
  assert.ok(counts.get('tables of contents')! > 15);
  assert.ok(counts.get('running heads')! > 10);
  assert.match(of(documentsIn(corpus), '2031-00101.md').body, 'a half-hearted objection');
});

test.run();

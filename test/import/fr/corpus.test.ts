import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { importXml, type Report } from '../../../build/import/import.ts';
import { reportText } from '../../../build/import/report.ts';
import { silent } from '../../../build/report/progress.ts';

/** Issues and single documents, and which of them is in the corpus. The XML is our own. */

const test = suite('the Federal Register');
let folder = '';
let corpus = '';
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'pandect-import-fr-'));
  corpus = join(folder, 'corpus');
  mkdirSync(corpus);
});
test.after.each(() => rmSync(folder, { recursive: true, force: true }));

const run = (...names: string[]): Promise<Report> =>
  importXml(
    { from: names.map(name => join(folder, name)), corpus, allowsOlder: false, isCheck: false },
    silent,
  );

const write = (name: string, content: string | object): void =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

const notice = (number: string, text: string) =>
  `<NOTICE><PREAMB><SUBJECT>On ${number}</SUBJECT></PREAMB><P>${text}</P><FRDOC>[FR Doc. ${number} Filed 2-28-31; 8:45 am]</FRDOC></NOTICE>`;

const issue = (...notices: string[]) =>
  `<FEDREG><VOL>96</VOL><NO>40</NO><DATE>Saturday, March 1, 2031</DATE><UNITNAME>Contents</UNITNAME>
   <CNTNTS><AGCY><DOCENT><DOC>Lamps,</DOC> <PGS>101–103</PGS> <FRDOCBP>2031-00001</FRDOCBP></DOCENT></AGCY></CNTNTS>
   <VOL>96</VOL><DATE>Saturday, March 1, 2031</DATE><UNITNAME>Notices</UNITNAME>
   <NOTICES>${notices.join('')}</NOTICES>
   <NEWPART><PTITLE><PARTNO>Part II</PARTNO><AGENCY>Lamp Office</AGENCY><TITLE>All Lamps; Notice</TITLE></PTITLE>
   <NOTICES>${notice('2031-00009', 'In a part.')}</NOTICES></NEWPART></FEDREG>`;

const files = (): string[] =>
  readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter(entry => entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name).slice(corpus.length + 1))
    .sort();

function read(path: string): { data: Record<string, unknown>; body: string } {
  const found = parseFrontmatter(readFileSync(join(corpus, path)));
  if ('reason' in found) throw new Error(`${path}: ${found.reason}`);
  return found;
}

const PLACE = 'fr/2031/03/2031-00001.md';

test('an issue becomes its documents and the title pages of its parts', async () => {
  write('issue.xml', issue(notice('2031-00001', 'Oil.'), notice('2031-00002', 'Wicks.')));
  const report = await run('issue.xml');
  assert.equal(report.failed, []);
  assert.equal(files(), [
    PLACE,
    'fr/2031/03/2031-00002.md',
    'fr/2031/03/2031-00009.md',
    'fr/2031/03/_issue-2031-03-01/part-II-1/_level.md',
  ]);
  const { data } = read(PLACE);
  assert.equal(
    [
      data.publication_date,
      data.fr_volume,
      data.fr_citation,
      data.start_page,
      data.end_page,
      data.document_type,
    ],
    ['2031-03-01', '96', '96 FR 101', '101', '103', 'notice'],
  );
  assert.is(read('fr/2031/03/2031-00002.md').data.start_page, undefined);
  const part = read('fr/2031/03/_issue-2031-03-01/part-II-1/_level.md');
  assert.equal([part.data.number, part.data.name], ['II', 'All Lamps; Notice']);
  assert.is(part.body.trim(), '# Part II\n\nLamp Office\n\nAll Lamps; Notice');
  const [{ result }] = report.imported as [Report['imported'][0]];
  assert.equal(Object.fromEntries(result.keptOut), {
    'running heads': 13,

    'tables of contents': 5,
  });
  assert.is(result.wordsIn, result.wordsOut);
});

test('two documents of one number and one without a number have different files', async () => {
  const bare = '<NOTICE><PREAMB><SUBJECT>Bare</SUBJECT></PREAMB></NOTICE>';
  write('issue.xml', issue(notice('2031-00001', 'Oil.'), notice('2031-00001', 'Again.'), bare));
  await run('issue.xml');
  assert.equal(files().slice(0, 4), [
    'fr/2031/03/2031-00001-2.md',
    PLACE,
    'fr/2031/03/2031-00009.md',
    'fr/2031/03/2031-03-01-1.md',
  ]);
});

test("an issue's content outside its documents is kept", async () => {
  write(
    'issue.xml',
    issue(notice('2031-00001', 'Oil.')).replace('<NEWPART>', '<ERRATA>Read oil.</ERRATA><NEWPART>'),
  );
  await run('issue.xml');
  assert.match(read('fr/2031/03/_issue-2031-03-01/issue/_level.md').body, /Read oil\./);
});

test('an issue without a day is refused unless its metadata have one', async () => {
  const undated = issue(notice('2031-00001', 'Oil.')).replaceAll('<DATE>Saturday, March 1, 2031</DATE>', '');
  write('issue.xml', undated);
  assert.match((await run('issue.xml')).failed[0]!.reason, /tells no day/);
  write('issue.json', {
    count: 1,
    results: [{ document_number: '2031-00001', publication_date: '2031-03-01', effective_on: '2031-05-01' }],
  });
  assert.equal((await run('issue.xml')).failed, []);
  assert.is(read(PLACE).data.effective_date, '2031-05-01');
});

test('a single document is undated until its metadata have its day, and is not read again unchanged', async () => {
  write('one.xml', notice('2031-00001', 'Oil.'));
  const report = await run('one.xml');
  assert.equal(files(), ['fr/undated/2031-00001.md']);
  assert.match(reportText(report), /undated .*one\.xml: \/us\/fr\/2031-00001/);
  assert.is(read('fr/undated/2031-00001.md').data.publication_date, undefined);
  assert.is((await run('one.xml')).unchanged.length, 1);
  write('one.json', {
    document_number: '2031-00001',
    publication_date: '2031-03-01',
    citation: '96 FR 101',
    agencies: [{ raw_name: 'LAMP OFFICE', name: 'Lamp Office' }, { raw_name: 'OIL BOARD' }],
    cfr_references: [{ title: 45, part: '3' }],
    regulation_id_numbers: ['9999-AA07'],
  });
  assert.is((await run('one.xml')).imported.length, 1);
  assert.equal(files(), [PLACE]);
  const { data } = read(PLACE);
  assert.equal(
    [data.agencies, data.fr_citation, data.cfr_references, data.rin],
    [['Lamp Office', 'OIL BOARD'], '96 FR 101', ['45 CFR Part 3'], '9999-AA07'],
  );
});

test('metadata that are no JSON fail', async () => {
  write('one.xml', notice('2031-00001', 'Oil.'));
  write('one.json', '{');
  assert.match((await run('one.xml')).failed[0]!.reason, /one\.json is no JSON/);
  assert.equal(files(), []);
});

test("a document without a day does not replace its issue's, in either order", async () => {
  write('issue.xml', issue(notice('2031-00001', 'Of the issue.')));
  write('one.xml', notice('2031-00001', 'By itself.'));
  await run('one.xml');
  assert.ok(files().includes('fr/undated/2031-00001.md'));
  await run('issue.xml');
  assert.not.ok(files().includes('fr/undated/2031-00001.md'));
  const report = await run('issue.xml', 'one.xml');
  assert.match(reportText(report), /left out .*one\.xml/);
  assert.match(read(PLACE).body, /Of the issue/);
});

test("a document of a later day replaces its issue's, also on a later import of the issue", async () => {
  write('issue.xml', issue(notice('2031-00001', 'Of the issue.'), notice('2031-00002', 'Other.')));
  write('one.xml', notice('2031-00001', 'By itself.'));
  write('one.json', { document_number: '2031-00001', publication_date: '2031-03-01' });
  write('one.xml.fetched.json', { edition: { day: '2031-03-05' } });
  await run('issue.xml', 'one.xml');
  assert.match(read(PLACE).body, /By itself/);
  const again = await run('issue.xml', 'one.xml');
  assert.is(again.unchanged.length, 2);
  write('issue.xml', issue(notice('2031-00001', 'Of the issue.'), notice('2031-00002', 'Changed.')));
  await run('issue.xml');
  assert.match(read(PLACE).body, /By itself/);
  assert.match(read('fr/2031/03/2031-00002.md').body, /Changed/);
});

test('a document without a number is refused', async () => {
  write('one.xml', '<RULE><P>Oil.</P></RULE>');
  assert.match((await run('one.xml')).failed[0]!.reason, /no number/);
  assert.not.ok(existsSync(join(corpus, 'fr')));
});

test.run();

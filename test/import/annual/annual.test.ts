import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { importXml } from '../../../build/import/import.ts';
import { outcomeOf, reportText } from '../../../build/import/report.ts';
import { silent } from '../../../build/report/progress.ts';
import { officialTest } from '../../helpers/official-xml.ts';
import { temporaryFolder } from '../../helpers/tree.ts';
import { assertWhole } from '../oracle/assert.ts';
import { examined } from '../oracle/corpus.ts';
import { corpusFiles } from '../oracle/documents.ts';

/** The printed edition of the CFR. */

const PART = join(import.meta.dirname, 'fixtures/CFR-2005-title3-part16.xml');
const ECFR = join(import.meta.dirname, '../ecfr/fixtures/ECFR-title3.xml');

async function imported(corpus: string, ...from: string[]) {
  const report = await importXml({ from, corpus, allowsOlder: false, isCheck: false }, silent);
  assert.is(outcomeOf(report), 'whole', reportText(report));
  const unknown = report.imported.flatMap(({ result }) => result.unknown);
  assert.equal(unknown, [], 'elements that no table knows');
  return report;
}

const documentsIn = (corpus: string) =>
  readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md') && !name.endsWith('_level.md'))
    .sort()
    .map(name => {
      const read = parseFrontmatter(readFileSync(join(corpus, name)));
      if ('reason' in read) throw new Error(`${name}: ${read.reason}`);
      return { name, ...read };
    });

test("a printed part has the eCFR's identifiers and its volume's day", async () => {
  const corpus = temporaryFolder();
  await imported(corpus, PART);
  const documents = documentsIn(corpus);
  assert.equal(
    documents.map(({ data }) => [data.identifier, data.currency, data.legal_status]),
    ['/us/cfr/t3/p16/appA', '/us/cfr/t3/s16.1', '/us/cfr/t3/s16.4-16.6'].map(identifier => [
      identifier,
      '2005-10-01',
      'official_prima_facie',
    ]),
  );
  const [appendix, section, reserved] = documents;
  assert.is(section?.data.last_updated, '2004-01-05');
  assert.is(section?.data.authority, '46 U.S.C. 12.');
  assert.match(section?.body ?? '', /trimmed\* at dusk\.\[\^1\]/);
  assert.match(section?.body ?? '', /\[\^1\]: By whoever keeps it\./);
  assert.match(appendix?.body ?? '', /\| flat \| 2 cm \|/);
  assert.is(reserved?.data.status, 'reserved');
  assert.equal(
    ((section?.data.hierarchy ?? []) as { identifier: string }[]).map(({ identifier }) => identifier),
    ['/us/cfr/t3', '/us/cfr/t3/chI', '/us/cfr/t3/p16'],
  );
  const again = await imported(corpus, PART);
  assert.is(again.unchanged.length, 1);
});

test('a printed subject group tells no place: its part may go on in the next volume', async () => {
  const [corpus, folder] = [temporaryFolder(), temporaryFolder()];
  const given = join(folder, 'CFR-2005-title3-part16.xml');
  const group = '<SUBJGRP><HD SOURCE="HED">Of Wicks</HD><SECTION><SECTNO>§ 16.9</SECTNO></SECTION></SUBJGRP>';
  writeFileSync(given, readFileSync(PART, 'utf8').replace('<APPENDIX>', `${group}<APPENDIX>`));
  await imported(corpus, given);
  const [level, ...others] = corpusFiles(corpus, 'ecfr').filter(({ data }) => data.level === 'subject_group');
  assert.equal(others, []);
  assert.is(level?.data.name, 'Of Wicks');
  assert.is(level?.data.position, undefined);
});

test('the printed edition never replaces the eCFR of another input, of the corpus or of the former converter', async () => {
  const together = temporaryFolder();
  const report = await imported(together, PART, ECFR);
  assert.equal(
    report.older.map(({ than, isRefused }) => [than, isRefused]),
    [['the eCFR', false]],
  );
  const alone = temporaryFolder();
  await imported(alone, ECFR);
  assert.equal(documentsIn(together), documentsIn(alone));
  await imported(alone, PART);
  assert.equal(documentsIn(together), documentsIn(alone));

  const former = temporaryFolder();
  mkdirSync(join(former, 'ecfr/title-03'), { recursive: true });
  writeFileSync(join(former, 'ecfr/title-03/section-1.md'), '---\nidentifier: "/us/cfr/t3/s1"\n---\n');
  assert.is((await imported(former, PART)).imported.length, 0);
});

test('the eCFR replaces the printed edition', async () => {
  const [corpus, alone] = [temporaryFolder(), temporaryFolder()];
  await imported(corpus, PART);
  await imported(corpus, ECFR);
  await imported(alone, ECFR);
  assert.equal(documentsIn(corpus), documentsIn(alone));
  assert.is((await imported(corpus, PART)).older.length, 1);
});

officialTest(test, 'other-forms', 'official printed volumes keep every word', async folder => {
  const corpus = temporaryFolder();
  const report = await imported(corpus, join(folder, 'cfr-annual'));
  assert.is(report.imported.length, 3);
  assert.is(documentsIn(corpus).length, 923);
  assertWhole(examined(report, corpus));
});

test.run();

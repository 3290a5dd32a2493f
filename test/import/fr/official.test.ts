import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { importXml, type Report } from '../../../build/import/import.ts';
import { outcomeOf, reportText } from '../../../build/import/report.ts';
import { silent } from '../../../build/report/progress.ts';
import { officialImport } from '../../helpers/official-import.ts';
import { officialTest } from '../../helpers/official-xml.ts';
import { assertWhole } from '../oracle/assert.ts';
import { examined } from '../oracle/corpus.ts';

const test = suite('the official Federal Register');
let corpus = '';
test.before.each(() => {
  corpus = mkdtempSync(join(tmpdir(), 'pandect-official-fr-'));
});
test.after.each(() => rmSync(corpus, { recursive: true, force: true }));

const run = (...from: string[]) => importXml({ from, corpus, allowsOlder: false, isCheck: false }, silent);

interface Document {
  name: string;
  data: Record<string, unknown>;
  body: string;
}

const documents = (): Document[] =>
  readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter(entry => entry.name.endsWith('.md'))
    .map(entry => {
      const read = parseFrontmatter(readFileSync(join(entry.parentPath, entry.name)));
      if ('reason' in read) throw new Error(`${entry.name}: ${read.reason}`);
      return { name: entry.name, ...read };
    });

function assertSound(report: Report): void {
  assert.is(outcomeOf(report), 'whole', reportText(report));
  for (const { input, result } of report.imported) {
    assert.equal(result.unknown, [], input.name);
    assert.ok(result.added <= 0.005 * result.wordsIn, `${input.name}: ${result.added} words added`);
  }
}

const LABEL = /(?<!\\)\[\^([^\]]+)\]/g;

/** @returns the number of footnotes without a call: real files have a few, whose mark is none */
function assertFootnotes({ name, body }: Document): number {
  const notes = [...body.matchAll(/^\[\^([^\]]+)\]:/gm)].map(([, label]) => label);
  const calls = new Set([...body.replace(/^\[\^[^\]]+\]:/gm, '').matchAll(LABEL)].map(([, label]) => label));
  assert.is(new Set(notes).size, notes.length, `${name}: two footnotes of one label`);
  assert.equal(
    [...calls].filter(call => !notes.includes(call)),
    [],
    name,
  );
  return notes.filter(label => !calls.has(label)).length;
}

officialTest(
  test,
  'official-xml',
  'official issues and documents keep every word and footnote',
  async folder => {
    const { corpus: made, report } = await officialImport('fr');
    cpSync(made, corpus, { recursive: true });
    assertSound(report);
    const all = documents();
    const units = all.filter(({ name }) => !name.startsWith('_'));
    assert.is(units.length, 148);
    assert.is(new Set(units.map(({ data }) => data.identifier)).size, 148);
    const undated = units.filter(({ data }) => data.publication_date === undefined);
    assert.is(undated.length, 52);
    assert.is(reportText(report).match(/^undated /gm)?.length, 52);
    const uncalled = all.reduce((sum, document) => sum + assertFootnotes(document), 0);
    assert.ok(uncalled <= 20, `${uncalled} footnotes are not called`);
    const footnotes = units.reduce((sum, { body }) => sum + (body.match(/^\[\^[^\]]+\]:/gm)?.length ?? 0), 0);
    assert.ok(footnotes > 3_300, `${footnotes} footnotes`);
    // The benchmark examines all documents.
    const some = { ...report, imported: report.imported.filter(({ input }) => SOME.test(input.file)) };
    assertWhole(examined(some, corpus));
    const again = await run(join(folder, 'fr'));
    assert.is(again.imported.length, 0, 'nothing is read again');
  },
);

const SOME = /FR-2024-02-12|[5-9]\.xml$/;

officialTest(
  test,
  'other-forms',
  'an issue with documents of the President keeps every word',
  async folder => {
    const file = join(folder, 'fr-issue/FR-2016-04-15.xml');
    const report = await run(file);
    assertSound(report);
    const all = documents();
    const units = all.filter(({ name }) => !name.startsWith('_'));
    assert.is(
      units.length,
      (readFileSync(file, 'utf8').match(/<(?:RULE|PRORULE|NOTICE|PRESDOCU)>/g) ?? []).length,
    );
    const uncalled = all.reduce((sum, document) => sum + assertFootnotes(document), 0);
    assert.ok(uncalled <= 20, `${uncalled} footnotes are not called`);
    for (const { name, data } of units) {
      assert.is(data.publication_date, '2016-04-15', name);
      // One is under two pages in the table of contents.
      if (data.start_page === undefined) continue;
      assert.ok(Number(data.end_page) >= Number(data.start_page), name);
      assert.is(data.fr_citation, `81 FR ${data.start_page}`, name);
    }
    const belmont = units.find(({ data }) => data.document_type === 'presidential_document');
    assert.is(belmont?.data.title, "Establishment of the Belmont-Paul Women's Equality National Monument");
    assertWhole(examined(report, corpus));
  },
);

test.run();

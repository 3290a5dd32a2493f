import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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

const test = suite('official XML of the eCFR');
let corpus = '';
test.before.each(() => {
  corpus = mkdtempSync(join(tmpdir(), 'pandect-official-ecfr-'));
});
test.after.each(() => rmSync(corpus, { recursive: true, force: true }));

const run = async (from: string): Promise<Report> =>
  assertRead(await importXml({ from: [from], corpus, allowsOlder: true, isCheck: false }, silent));

function assertRead(report: Report): Report {
  assert.is(outcomeOf(report), 'whole', reportText(report));
  assert.equal(
    report.imported.flatMap(({ result }) => result.unknown),
    [],
  );
  return report;
}

interface Document {
  name: string;
  data: Record<string, unknown>;
  body: string;
}

const documentsIn = (corpus: string): Document[] =>
  readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => {
      const read = parseFrontmatter(readFileSync(join(entry.parentPath, entry.name)));
      if ('reason' in read) throw new Error(`${entry.name}: ${read.reason}`);
      return { name: entry.name, ...read };
    });

officialTest(
  test,
  'official-xml',
  'the official eCFR keeps every word, unit, level and footnote',
  async () => {
    const { corpus, report } = await officialImport('ecfr');
    assertRead(report);
    assert.is(report.imported.length, 10);
    const all = documentsIn(corpus);
    const units = all.filter(({ name }) => !name.startsWith('_'));
    const levels = all.filter(({ name }) => name.startsWith('_'));
    assert.is(new Set(units.map(({ data }) => data.identifier)).size, 8177);
    assert.is(units.filter(({ data }) => data.granularity === 'appendix').length, 154);
    assert.is(levels.filter(({ data }) => data.level === 'part' && data.status === 'reserved').length, 148);
    assert.is(
      levels.filter(({ data }) => ['part', 'subpart'].includes(String(data.level)) && data.authority).length,
      513,
    );
    for (const { name, body } of all) {
      const calls = new Set([...body.matchAll(/(?<!\\)\[\^([^\]]+)\](?!:)/g)].map(([, label]) => label));
      const notes = new Set([...body.matchAll(/^\[\^([^\]]+)\]:/gm)].map(([, label]) => label));
      assert.equal(calls, notes, name);
    }
    // The benchmark examines all titles.
    const some = { ...report, imported: report.imported.filter(({ input }) => SOME.test(input.name)) };
    assertWhole(examined(some, corpus));
  },
);

const SOME = /ECFR-title(?:1|2|3|4|39|44)\.xml$/;

officialTest(test, 'editions', 'another edition of the eCFR keeps every word', async folder => {
  const report = await run(join(folder, 'ecfr-bulk/2022-12'));
  assertWhole(examined(report, corpus));
});

officialTest(test, 'other-forms', 'a title and parts from the API keep every word', async folder => {
  const report = await run(join(folder, 'ecfr-api'));
  assert.is(report.imported.length, 3);
});

officialTest(
  test,
  'other-forms',
  'each of them by itself: every word, unit, level and field',
  async folder => {
    for (const name of ['title-3-full-2024-05-17.xml', 'title-1-part-51-2024-05-17.xml']) {
      const report = await run(join(folder, 'ecfr-api', name));
      assertWhole(examined(report, corpus));
    }
  },
);

test.run();

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../../build/corpus/frontmatter.ts';
import { importXml } from '../../../build/import/import.ts';
import { isSound, reportText } from '../../../build/import/report.ts';
import { silent } from '../../../build/report/progress.ts';
import { plainText } from '../../../build/text/plain.ts';
import { officialTest } from '../../helpers/official-xml.ts';
import { cutXml, type Schema } from '../oracle/blocks.ts';
import { compare } from '../oracle/compare.ts';

const test = suite('official XML of the eCFR');
let corpus = '';
test.before.each(() => {
  corpus = mkdtempSync(join(tmpdir(), 'pandect-official-ecfr-'));
});
test.after.each(() => rmSync(corpus, { recursive: true, force: true }));

async function run(from: string) {
  const report = await importXml({ from: [from], corpus, allowsOlder: true, isCheck: false }, silent);
  assert.ok(isSound(report), reportText(report));
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

const documents = (folder = ''): Document[] =>
  readdirSync(join(corpus, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .map(entry => {
      const read = parseFrontmatter(readFileSync(join(entry.parentPath, entry.name)));
      if ('reason' in read) throw new Error(`${entry.name}: ${read.reason}`);
      return { name: entry.name, ...read };
    });

const SCHEMA: Schema = {
  units: new Set(['DIV8', 'DIV9']),
  out: name => (['HEADER', 'AMDDATE', 'CFRTOC'].includes(name) ? name : null),
};

/** Compares a file with what was made of it, by rules that are not the importer's. */
function assertWords(file: string): void {
  const title = /title-?(\d+)/.exec(basename(file))![1]!.padStart(2, '0');
  const { blocks } = cutXml(readFileSync(file, 'utf8'), SCHEMA);
  const texts = documents(`ecfr/title-${title}`).map(({ body }) => plainText(body));
  const { words, lost, broken, moved, added, examples } = compare(blocks, texts);
  const told = `${file}: ${JSON.stringify(examples.filter(({ kind }) => kind !== 'added'))}`;
  assert.is(lost, 0, told);
  assert.ok(broken <= 0.0002 * words, told);
  assert.ok(moved <= 0.001 * words, told);
  assert.ok(added <= 0.005 * words, told);
}

officialTest(test, 'official-xml', 'every word, unit, level and footnote of the eCFR', async folder => {
  const report = await run(join(folder, 'ecfr'));
  assert.is(report.imported.length, 10);
  const all = documents();
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
  for (const { input } of report.imported) assertWords(input.file);
});

officialTest(test, 'editions', 'another edition: every word', async folder => {
  const report = await run(join(folder, 'ecfr-bulk/2022-12'));
  for (const { input } of report.imported) assertWords(input.file);
});

officialTest(test, 'other-forms', 'a title and parts of the API: every word', async folder => {
  const report = await run(join(folder, 'ecfr-api'));
  assert.is(report.imported.length, 3);
  for (const name of ['title-3-full-2024-05-17.xml', 'title-1-part-51-2024-05-17.xml'])
    assertWords(join(folder, 'ecfr-api', name));
});

test.run();

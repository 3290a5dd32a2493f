import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseFrontmatter } from '../../build/corpus/frontmatter.ts';
import { importXml } from '../../build/import/import.ts';
import { outcomeOf, reportText } from '../../build/import/report.ts';
import { silent } from '../../build/report/progress.ts';
import { buildHere } from '../helpers/builds.ts';
import { officialImport } from '../helpers/official-import.ts';
import { officialTest } from '../helpers/official-xml.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { assertWhole } from './oracle/assert.ts';
import { examined, imported, reachedOf, sumOf } from './oracle/corpus.ts';

const test = suite('official XML');
let corpus = '';
test.before.each(() => {
  corpus = mkdtempSync(join(tmpdir(), 'pandect-official-'));
});
test.after.each(() => rmSync(corpus, { recursive: true, force: true }));

const run = (from: string) => importXml({ from: [from], corpus, allowsOlder: true, isCheck: false }, silent);

interface Document {
  name: string;
  data: Record<string, unknown>;
  body: string;
}

const documentsIn = (corpus: string): Document[] =>
  readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter(entry => entry.name.endsWith('.md'))
    .map(entry => {
      const read = parseFrontmatter(readFileSync(join(entry.parentPath, entry.name)));
      if ('reason' in read) throw new Error(`${entry.name}: ${read.reason}`);
      return { name: entry.name, ...read };
    });

officialTest(test, 'official-xml', 'the official U.S. Code keeps every word, unit and footnote', async () => {
  const { corpus, report } = await officialImport('usc');
  assert.is(outcomeOf(report), 'whole', reportText(report));
  assert.is(report.imported.length, 26);
  const sum = (of: (result: (typeof report.imported)[0]['result']) => number) =>
    report.imported.reduce((all, { result }) => all + of(result), 0);
  assert.ok(sum(({ wordsIn }) => wordsIn) > 4_680_000);
  assert.ok(sum(({ added }) => added) < 0.005 * sum(({ wordsIn }) => wordsIn));
  assert.equal(
    report.imported.flatMap(({ result }) => result.unknown),
    [],
  );
  const all = documentsIn(corpus);
  const units = all.filter(({ name }) => !name.startsWith('_'));
  const kinds = new Map<string, number>();
  for (const { data } of units) {
    const kind = String(data.granularity ?? 'section');
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  assert.equal(Object.fromEntries(kinds), { section: 5377, plan: 107, rule: 302 });
  assert.is(new Set(units.map(({ data }) => data.identifier)).size, 5786);
  assert.not.ok(units.some(({ data }) => data.chapter_number === '7' && data.chapter_name === undefined));
  for (const { name, body } of all) {
    const calls = new Set([...body.matchAll(/(?<!\\)\[\^([^\]]+)\](?!:)/g)].map(([, label]) => label));
    const notes = new Set([...body.matchAll(/^(?: {2})*\[\^([^\]]+)\]:/gm)].map(([, label]) => label));
    for (const label of calls) assert.ok(notes.has(label), `${name}: ${label}`);
  }
  // The benchmark examines all titles.
  const some = { ...report, imported: report.imported.filter(({ input }) => SOME.test(input.name)) };
  const titles = examined(some, corpus);
  assert.is(titles.length, 8);
  assertWhole(titles);
  const { within, reached, missed, unnamed } = reachedOf(titles, report, corpus);
  assert.equal(missed, []);
  assert.ok(within > 1_000 && reached > 0.9 * within, `${reached} of ${within}`);
  assert.ok(unnamed.withoutTrace.length < 0.01 * within, unnamed.withoutTrace.join(' '));
});

/** Older and newer files, appendices with acts, rules and plans, titles with tables, quoted sections, chapters such as 7A. */
const SOME = /usc(?:05A|09|11a|13|18a|24|39|48)\.xml$/;

officialTest(
  test,
  'official-xml',
  "the build's texts have the same words, levels and units",
  async folder => {
    const files = [
      'usc/usc01.xml',
      'usc/usc04.xml',
      'usc/usc09.xml',
      'ecfr/ECFR-title1.xml',
      'ecfr/ECFR-title4.xml',
    ];
    const report = await imported(corpus, ...files.map(file => join(folder, file)));
    const dist = join(temporaryFolder(), 'dist');
    await buildHere(corpus, dist, { bulk: false });
    const all = examined(report, corpus, dist);
    assertWhole(all);
    assert.ok(sumOf(all, true).words > 170_000);
  },
);

officialTest(test, 'editions', 'several release points of the U.S. Code keep every word', async folder => {
  // Of the others title 1; archive.test.ts imports all titles of all of them, without loss.
  const whole = ['113-31', '119-36', '119-59'];
  for (const edition of ['113-31', '114-329not328', '115-164not141', '117-80', '119-36', '119-59']) {
    const titles = join(folder, 'editions/usc', edition);
    const report = await run(whole.includes(edition) ? titles : join(titles, 'usc01.xml'));
    assert.is(outcomeOf(report), 'whole', `${edition}: ${reportText(report)}`);
    assertWhole(examined(report, corpus));
  }
});

officialTest(test, 'other-forms', 'the beta of USLM 2 keeps every word, unit and field', async folder => {
  const report = await run(join(folder, 'uslm/olrc-uslm2-beta'));
  assert.is(outcomeOf(report), 'whole', reportText(report));
  assertWhole(examined(report, corpus));
});

test.run();

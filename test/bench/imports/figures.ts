import fs from 'node:fs';
import path from 'node:path';
import { outcomeOf, reportText } from '../../../build/import/report.ts';
import { buildTree, temporaryFolder } from '../../helpers/tree.ts';
import { type Examined, examined, imported, reachedOf, type Sum, sumOf } from '../../import/oracle/corpus.ts';
import { SUBJECTS } from '../../import/oracle/examine.ts';
import type { Batch } from './official-folders.ts';

const count = (value: number): string => value.toLocaleString('en-US');
const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(4)}%`;

/** So many findings are printed of each subject. */
const MOST_PRINTED = 5;

/** Imports a batch and prints what the oracle says of it. @returns whether no word is lost */
export async function printFigures({ name, from }: Batch, isBuilt: boolean): Promise<boolean> {
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  const report = await imported(corpus, ...from);
  if (outcomeOf(report) !== 'whole') console.log(reportText(report));
  const { dist } = isBuilt ? await buildTree(corpus, path.join(folder, 'dist')) : { dist: null };
  const all = examined(report, corpus, dist);
  console.log(`\n${name}: ${all.length} files`);
  const sources = [...new Set(all.map(({ examination }) => examination.source))];
  for (const source of sources) {
    const own = all.filter(({ examination }) => examination.source === source);
    const sum = sumOf(own);
    printWords(source, own, sum, false);
    if (isBuilt) printWords(`${source}, text of the API`, own, sumOf(own, true), true);
    printCounts(source, sum);
  }
  const { compared, findings } = sumOf(all);
  for (const subject of SUBJECTS) {
    const own = findings.filter(finding => finding.subject === subject);
    console.log(`  ${subject.padEnd(10)} ${count(compared[subject]!)} compared, ${count(own.length)} differ`);
    for (const { name: file, place, field, expected, found } of own.slice(0, MOST_PRINTED))
      console.log(
        `    ${file} ${place}: ${field} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
      );
  }
  const { within, reached, missed, unnamed } = reachedOf(all, report, corpus);
  if (within > 0)
    console.log(
      `  references into titles that are there: ${count(within)}; ${count(reached)} reach a document or a level, ${count(missed.length)} name what the XML has and reach only the title; ` +
        `what others name has no identifier in the XML: ${count(unnamed.formerNumber.length)} former numbers, told in tables of the title, ` +
        `${count(unnamed.otherRelease.length)} from a title of another release point, ${count(unnamed.withoutTrace.length)} without a trace`,
    );
  if (isBuilt) await printAgain(corpus, from);
  return sumOf(all).lost === 0;
}

function printWords(source: string, own: readonly Examined[], sum: Sum, isApi: boolean): void {
  const lossesOf = ({ examination }: Examined) => (isApi ? examination.apiWords! : examination.words);
  const worst = (of: 'lost' | 'broken' | 'moved' | 'added') =>
    own.toSorted((a, b) => lossesOf(b)[of] / lossesOf(b).words - lossesOf(a)[of] / lossesOf(a).words)[0]!;
  const told = (['lost', 'broken', 'moved', 'added'] as const).map(of => {
    const most = worst(of);
    const { words, [of]: number } = lossesOf(most);
    return `${of} ${count(sum[of])} (${share(sum[of], sum.words)}${number > 0 ? `; most ${share(number, words)}, ${most.name}` : ''})`;
  });
  console.log(`  ${source}: ${count(sum.words)} words; ${told.join(', ')}`);
}

function printCounts(source: string, { counts }: Sum): void {
  const {
    units,
    own,
    reserved,
    tables,
    footnotes,
    definitions,
    uncalled,
    paragraphs,
    stars,
    images,
    instructions,
  } = counts as Record<string, number>;
  console.log(
    `  ${source}: ${count(units!)} units, ${own} levels with text of their own, ${reserved} reserved parts and subparts; ${count(tables!)} tables; ${count(footnotes!)} footnotes, ${count(definitions!)} definitions, ${uncalled} of them not called, ${paragraphs} paragraphs; ${stars} rows of stars, ${images} images, ${instructions} instructions`,
  );
}

/** The same input once more: as it is, and after what tells of the last import is gone. */
async function printAgain(corpus: string, from: readonly string[]): Promise<void> {
  const times = () =>
    new Map(
      fs
        .readdirSync(corpus, { recursive: true, encoding: 'utf8' })
        .map(name => [name, fs.statSync(path.join(corpus, name)).mtimeMs]),
    );
  const before = times();
  const again = await imported(corpus, ...from);
  const touched = [...times()].filter(([name, time]) => before.get(name) !== time).length;
  for (const name of before.keys())
    if (/(?:_edition|_issues\/[^/]+|_documents\/[^/]+)\.json$/.test(name)) fs.rmSync(path.join(corpus, name));
  const anew = await imported(corpus, ...from);
  const written = anew.imported.reduce((sum, { result }) => sum + result.changes.written, 0);
  const unchanged = anew.imported.reduce((sum, { result }) => sum + result.changes.unchanged, 0);
  console.log(
    `  again: ${again.imported.length} files read, ${touched} touched; read anew, ${count(written)} documents differ, ${count(unchanged)} are the same bytes`,
  );
}

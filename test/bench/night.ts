import fs from 'node:fs';
import path from 'node:path';
import { type BuildReport, REPORT } from '../../build/report/report.ts';
import { Random } from '../helpers/random.ts';
import { realCorpora } from '../helpers/real-corpora.ts';
import { temporaryFolder } from '../helpers/tree.ts';
import { writeCorpus } from './generator/corpus.ts';
import { NIGHTLY_CHANGES } from './growth.ts';
import type { BenchmarkFlags } from './main.ts';
import { described, type Measured, measured, measuredBuild, seconds, timed } from './measured.ts';
import { archivedNights } from './nights/archived.ts';
import { changeCorpus } from './nights/changes.ts';
import { writeCopies } from './nights/copies.ts';
import { Mirror, type Sent } from './nights/mirror.ts';
import { type Cost, waysFrom } from './nights/mirrors.ts';
import { canChoosePages, PAGES, type Pages, pagesFlags } from './nights/pages.ts';
import {
  type Churn,
  churnOf,
  FILE_GROUPS,
  type FileGroup,
  treeFiles,
  writtenFiles,
} from './nights/tree-files.ts';
import { median } from './rates.ts';

/** What mirrors copy. */
const MIRRORED = FILE_GROUPS.filter(group => group !== 'catalog' && group !== 'others');

const COPIES = 8;
const CHANGES = 100;
const NIGHTS = 3;
const SEED = 2026;

const count = (number: number): string => Math.round(number).toLocaleString('en-US');

/**
 * What a night of changes costs: of the cold build, in files and bytes of the tree, and on the wire to a mirror.
 * @param args a number of documents, for a generated corpus; the real corpora, several times over, where it is not given
 */
export async function run(
  [documents]: string[],
  { search = false, copies = String(COPIES), archive = false }: BenchmarkFlags,
): Promise<void> {
  const folder = temporaryFolder();
  const corpus = path.join(folder, 'corpus');
  const originals = documents === undefined ? realCorpora() : null;
  if (documents !== undefined) {
    const written = timed(() => writeCorpus(corpus, { documents: Number(documents), seed: SEED }));
    console.log(`${count(Number(documents))} generated documents, written in ${written.toFixed(1)} s`);
  } else if (originals)
    console.log(
      `${count(writeCopies(originals, corpus, Number(copies)))} documents: the real ones ${copies} times over`,
    );
  else return;
  const changes = documents === undefined ? CHANGES : NIGHTLY_CHANGES;
  const searchFlags = search ? [] : ['--no-search'];
  if (archive) return archivedNights(corpus, folder, searchFlags, changes, new Random(SEED));
  const subjects: Subject[] = [];
  for (const pages of canChoosePages() ? PAGES : PAGES.slice(0, 1)) {
    const tree = path.join(folder, `dist-${pages}`);
    const flags = [...pagesFlags(pages), ...searchFlags];
    const cold = await measuredBuild(corpus, tree, ...flags);
    const { documents: published } = reportOf(tree);
    console.log(`cold, --pages ${pages.padEnd(8)} ${described(cold)}; ${JSON.stringify(published)}`);
    subjects.push({ pages, tree, flags, cold, mirror: new Mirror(tree, `${tree}-mirror`), nights: [] });
  }
  if (!canChoosePages()) console.log('This version makes all pages, and no others can be chosen.');
  const random = new Random(SEED);
  for (let night = 1; night <= NIGHTS; night++) {
    const done = changeCorpus(corpus, changes, night, random);
    console.log(
      `night ${night}: ${Object.entries(done)
        .map(([kind, times]) => `${times} ${kind}`)
        .join(', ')}`,
    );
    for (const subject of subjects) subject.nights.push(await nightOf(corpus, night, subject));
  }
  for (const subject of subjects) printMedians(subject);
  for (const subject of subjects) await tryMirrors(corpus, changes, random, folder, subject);
}

const reportOf = (tree: string): BuildReport =>
  JSON.parse(fs.readFileSync(path.join(tree, REPORT), 'utf8')) as BuildReport;

interface Subject {
  pages: Pages;
  tree: string;
  flags: readonly string[];
  cold: Measured;
  mirror: Mirror;
  nights: Night[];
}

interface Night {
  built: Measured;
  /** Of the files that it wrote. */
  copy: Measured;
  churn: Record<FileGroup, Churn>;
  sent: Sent;
}

async function nightOf(
  corpus: string,
  night: number,
  { pages, tree, flags, mirror }: Subject,
): Promise<Night> {
  const before = treeFiles(tree);
  const built = await measuredBuild(corpus, tree, ...flags);
  const after = treeFiles(tree);
  const churn = churnOf(before, after);
  const sent = mirror.update();
  const copy = await copyOf(tree, writtenFiles(before, after), `${tree}-copy-${night}`);
  console.log(
    `  --pages ${pages.padEnd(8)} ${described(built)}; a plain copy of what it wrote ${seconds(copy)}`,
  );
  return { built, copy, churn, sent };
}

/** What the disk alone takes. The copy stays: after files were removed new ones may take longer. */
function copyOf(tree: string, files: readonly string[], folder: string): Promise<Measured> {
  fs.mkdirSync(folder);
  const list = `${folder}.files`;
  fs.writeFileSync(list, files.map(file => `${file}\0`).join(''));
  const script = 'cd "$1" && xargs -0 cp --parents --target-directory="$2" < "$3"';
  return measured('sh', ['-c', script, 'sh', tree, folder, list]);
}

function printMedians({ pages, cold, nights }: Subject): void {
  const of = (value: (night: Night) => number) => median(nights.map(value));
  const megabytes = (value: (night: Night) => number) => `${(of(value) / 1e6).toFixed(2)} MB`;
  const time = of(({ built }) => built.seconds);
  console.log(`\n--pages ${pages}, medians of ${nights.length} nights`);
  console.log(
    `  time          ${time.toFixed(2)} s, ${((100 * time) / cold.seconds).toFixed(1)}% of the cold build; a plain copy of what it wrote ${of(({ copy }) => copy.seconds).toFixed(2)} s`,
  );
  console.log(`  memory        ${of(({ built }) => built.memory).toFixed(0)} MB`);
  for (const group of FILE_GROUPS) {
    const [files, removed] = (['files', 'removed'] as const).map(key => of(({ churn }) => churn[group][key]));
    console.log(
      `  ${group.padEnd(13)} ${count(files!)} files written, ${megabytes(({ churn }) => churn[group].bytes)}; ${count(removed!)} removed`,
    );
  }
  const together = (key: 'files' | 'bytes') =>
    of(({ churn }) => MIRRORED.reduce((sum, group) => sum + churn[group][key], 0));
  console.log(
    `  all of these, catalog and others aside: ${count(together('files'))} files, ${(together('bytes') / 1e6).toFixed(2)} MB`,
  );
  console.log(
    `  rsync         ${count(of(({ sent }) => sent.files))} files, literal data ${megabytes(({ sent }) => sent.literal)}; sent, compressed: content ${megabytes(({ sent }) => sent.content)}, manifest and history ${megabytes(({ sent }) => sent.manifest)}, lists of files ${megabytes(({ sent }) => sent.lists)}`,
  );
}

/** The first copy to a bucket takes a request for each file. */
const MOST_MIRRORED = 100_000;

/** One more night, brought to mirrors in every way that there is: first the whole tree, then the night, then nothing. */
async function tryMirrors(
  corpus: string,
  changes: number,
  random: Random,
  folder: string,
  { pages, tree, flags }: Subject,
): Promise<void> {
  const { files } = reportOf(tree);
  if (files > MOST_MIRRORED) {
    console.log(
      `\n--pages ${pages}: ${count(files)} files; ways to mirrors are tried up to ${count(MOST_MIRRORED)}`,
    );
    return;
  }
  const { ways, close } = await waysFrom(tree, path.join(folder, `mirrors-${pages}`));
  const costs = new Map<string, Cost[]>();
  const tryAll = async (): Promise<void> => {
    for (const way of ways) costs.set(way.name, [...(costs.get(way.name) ?? []), await way.run()]);
  };
  try {
    await tryAll();
    changeCorpus(corpus, changes, NIGHTS + 1 + PAGES.indexOf(pages), random);
    await measuredBuild(corpus, tree, ...flags);
    await tryAll();
    await tryAll();
  } finally {
    await close();
  }
  console.log(`\n--pages ${pages}, mirrors: the whole tree; a night; nothing`);
  const told = ({ seconds: time, requests, bytes }: Cost): string =>
    `${time.toFixed(1)} s, ${Number.isNaN(requests) ? '' : `${count(requests)} requests, `}${(bytes / 1e6).toFixed(1)} MB`;
  for (const [name, all] of costs) console.log(`  ${name.padEnd(34)} ${all.map(told).join('; ')}`);
}

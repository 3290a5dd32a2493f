import fs from 'node:fs';
import path from 'node:path';
import { ArchiveAppend, type SeenDocument } from '../archive/append.ts';
import type { ArchiveRoot } from '../archive/archive.ts';
import { archivedEdition, UndatedDocuments } from '../archive/edition-day.ts';
import { compareEditions } from '../archive/edition-order.ts';
import { partOfHistory } from '../archive/noted-documents.ts';
import { textDigest } from '../archive/text-digest.ts';
import { isDated } from '../contract/levels.ts';
import { sourceOf } from '../contract/sources.ts';
import { readDocument } from '../corpus/document.ts';
import { type CorpusFile, fsPathOf, isLevelFile } from '../corpus/file.ts';
import { listCorpus } from '../corpus/files.ts';
import type { Progress } from '../report/progress.ts';
import { type Candidate, importInputs, keyOf, type Report } from './import.ts';
import { type Input, listInputs } from './inputs/inputs.ts';
import { summarise } from './read-input.ts';

/** Former editions on their way into an archive: each is imported into a corpus of its own, which is removed afterwards. */

export interface ArchiveImport {
  from: readonly string[];
  /** Of the archive. */
  folder: string;
  /** The day to which all inputs are current, YYYY-MM-DD; null: the inputs tell it. */
  asOf: string | null;
}

/** The folder for the corpora, within the archive. */
const FOLDER = '.import';

/** Brings former editions into an archive, in any order. @throws UndatedDocuments, LockedError, ArchiveDamage */
export async function archiveEditions(
  { from, folder, asOf }: ArchiveImport,
  progress: Progress,
): Promise<Report & { root: ArchiveRoot }> {
  const report: Report = { imported: [], unchanged: [], older: [], failed: [], takenOver: [] };
  const append = new ArchiveAppend(folder);
  const corpus = path.join(folder, FOLDER);
  try {
    for (const round of await rounds(await listInputs(from), asOf, report)) {
      fs.rmSync(corpus, { recursive: true, force: true });
      fs.mkdirSync(corpus, { recursive: true });
      const options = { corpus, allowsOlder: true, isCheck: false };
      const imported = await importInputs(
        round.map(({ input }) => input),
        options,
        progress,
      );
      for (const list of Object.keys(report) as (keyof Report)[])
        report[list].push(...(imported[list] as never[]));
      const partial = partialFolders(round);
      enterCorpus(append, corpus, { asOf, dayOf: () => 'all', isCurrent: false, partial });
    }
    return { ...report, root: append.commit() };
  } finally {
    fs.rmSync(corpus, { recursive: true, force: true });
    append.close();
  }
}

/** Groups inputs so that each group has one edition of a title, the oldest first. @throws UsageError for undated inputs */
async function rounds(inputs: readonly Input[], asOf: string | null, report: Report): Promise<Candidate[][]> {
  const byTitle = new Map<string, Candidate[]>();
  for (const input of inputs)
    try {
      const summary = await summarise(input, new Map());
      const { record, part = '' } = summary.edition;
      const key = `${record} ${part}`;
      byTitle.set(key, [...(byTitle.get(key) ?? []), { input, summary }]);
    } catch (error) {
      report.failed.push({ input, reason: (error as Error).message });
    }
  refuseUndated([...byTitle.values()].flat(), asOf);
  const titles = Array.from(byTitle.values(), editions => editions.sort(byEdition));
  const most = Math.max(0, ...titles.map(({ length }) => length));
  return Array.from({ length: most }, (_, i) => titles.flatMap(editions => editions[i] ?? []));
}

const byEdition = (a: Candidate, b: Candidate): number => compareEditions(keyOf(a.summary), keyOf(b.summary));

/** @param asOf the day that is given, or null @throws UsageError where nothing tells the day of an input */
export function refuseUndated(inputs: readonly Candidate[], asOf: string | null): void {
  const undated = inputs.filter(({ summary }) => summary.edition.isUndated).map(({ input }) => input.name);
  if (asOf === null && undated.length > 0) throw new UndatedDocuments(undated);
}

/** Folders of the corpus of which only a part is imported. */
const partialFolders = (round: readonly Candidate[]): ReadonlySet<string> =>
  new Set(round.flatMap(({ summary: { edition } }) => (edition.isWhole ? [] : [edition.folder])));

/**
 * Of which documents of a folder a given day is that of their edition: all of them, those whose texts are new, or no others than those
 * that tell none. Where it is not, nobody has looked on that day: a text that stays is no news.
 */
export type GivenDay = 'all' | 'new' | 'undated';

/** How a given day goes with the folders of a corpus into which inputs were imported. */
export function givenDays({ imported, unchanged }: Report): (folder: string) => GivenDay {
  const folders = new Map<string, GivenDay>();
  for (const { summary } of [...imported, ...unchanged]) {
    const { folder, isWhole } = summary.edition;
    if (!isWhole) folders.set(folder, 'new');
    else if (!folders.has(folder)) folders.set(folder, 'all');
  }
  return folder => folders.get(folder) ?? 'undated';
}

interface Entering {
  /** YYYY-MM-DD; null: documents tell it. */
  asOf: string | null;
  dayOf: (folder: string) => GivenDay;
  /** See `SeenPart`. */
  isCurrent: boolean;
  /** Folders of titles that are not whole: what is missing there is not gone. */
  partial: ReadonlySet<string>;
}

/** Enters all documents of a corpus. @throws UndatedDocuments */
export function enterCorpus(
  append: ArchiveAppend,
  corpus: string,
  { asOf, dayOf, isCurrent, partial }: Entering,
): void {
  const parts = new Map<string, { seen: SeenDocument[]; isWhole: boolean }>();
  for (const folder of listCorpus(corpus))
    for (const file of folder.files()) {
      if (isLevelFile(file)) continue;
      const { document, name } = seenDocument(corpus, file, asOf, dayOf(folder.name));
      const isOfTitle = !isDated(sourceOf(file.source)) && !/\/other$/.test(name);
      const part = parts.get(name) ?? { seen: [], isWhole: isOfTitle };
      part.seen.push(document);
      if (partial.has(folder.name)) part.isWhole = false;
      parts.set(name, part);
    }
  for (const [name, { seen, isWhole }] of parts)
    append.enter({ name, seen, isGone: () => isWhole, isWhole, edition: null, isCurrent });
}

function seenDocument(
  corpus: string,
  file: CorpusFile,
  asOf: string | null,
  day: GivenDay,
): { document: SeenDocument; name: string } {
  const read = () => fs.readFileSync(fsPathOf(corpus, file.path));
  const bytes = read();
  const result = readDocument(file, bytes);
  if ('problems' in result)
    throw new Error(`${file.path}: ${result.problems[0]?.field} ${result.problems[0]?.reason}`);
  const { identifier, metadata } = result.document;
  const source = sourceOf(file.source);
  const told = day === 'undated' ? archivedEdition(source, metadata, null) : null;
  const key = told ?? archivedEdition(source, metadata, asOf);
  if (!key) throw new UndatedDocuments([file.path]);
  return {
    document: { identifier, text: textDigest(bytes), ...key, isGiven: told === null && day !== 'all', read },
    name: partOfHistory(source, identifier),
  };
}

import { outerLabelOf } from './document-levels.ts';
import { shorthandOf } from './identifier.ts';
import { outerLevel } from './levels.ts';
import type { RoutedSource, Source } from './sources.ts';

/**
 * The histories of all documents of a title in one file: which documents there were on which day, under which names and in which
 * levels (build/contract/README.md, Changes of a level).
 */

/** What is known of a document while it had one text. */
export interface HeldText {
  display_title: string;
  status: string;
  /** Identifiers of the levels above it, from the title down. Before they are in the file of a title: keys, see `levelKeys`. */
  levels: readonly string[];
  /** Whether only credits and notes differ from the text before. */
  isNewInNotes: boolean;
  /** The former identifier of a document that began with the text of another one, which went on that day; null for others. */
  was: string | null;
}

/** A time in which a document had one text, or did not exist. It ends where the next begins. */
export interface HeldRun {
  /** The day of the first edition of this time. */
  from: string;
  /** Null while the document did not exist. */
  text: HeldText | null;
}

export interface DocumentHistory {
  identifier: string;
  /** In order; no two of one day, and at least one with a text. */
  runs: readonly HeldRun[];
}

export interface TitleHistory {
  /** The days of the first edition of which all texts are held, and of the last that changed anything. */
  from: string;
  to: string;
  /** In the order of the law. */
  documents: readonly DocumentHistory[];
  /** Levels with the number of another one, by their keys: `~2`. */
  doubles?: LevelDoubles;
}

/** One whose documents may be read several times. */
type IterableHistory = Omit<TitleHistory, 'documents'> & { documents: Iterable<DocumentHistory> };

/** Sorted by key. */
export type LevelDoubles = readonly (readonly [key: string, identifier: string])[];

/** A time as the file has it: its day, title, status, the index of its levels, and the former identifier, or `notes` where only these are new. */
type StoredRun =
  | [from: string]
  | [from: string, title: string, status: string, levels: number, ...more: string[]];

const NOTES = 'notes';

export type StoredDocument = [identifier: string, ...runs: StoredRun[]];

export interface StoredHistory {
  from: string;
  to: string;
  /** By these a build sees whether the levels of documents are still called so. */
  doubles?: LevelDoubles;
  /** The levels above documents, each from the title down. */
  levels: string[][];
  /** Documents that came, went or changed. */
  changed: StoredDocument[];
  /** Of each of these, how many of all others come before it. */
  places: number[];
  /** All others. */
  constant: StoredDocument[];
}

/** `17`, of an appendix `17a`. Other numbers in identifiers share a file, so that files are few and their names safe. */
const LABEL = /^\d{1,4}[a-z]{0,2}$/;
/** The file, and the parts, of documents whose title has an unusual name. */
export const OTHERS = 'other';

/** The name of what all documents of an outermost level have together: `t17`. @param label as identifiers write it; empty for none */
export function outerName(source: Pick<Source, 'levels'>, label: string): string {
  // File systems may ignore case: a title and its double would be one file.
  const name = label.toLowerCase();
  return LABEL.test(name) ? outerLevel(source).prefix + name : OTHERS;
}

/** The file with the histories of a title's documents, relative to the tree. @param identifier of a level or a document of it */
export const historyPath = (source: RoutedSource, identifier: string): string =>
  historyFile(
    source.id,
    outerName(source, outerLabelOf(source, `${shorthandOf(source, identifier)}/`) ?? ''),
  );

/** @param name of the title, such as `t17` */
export const historyFile = (source: string, name: string): string =>
  `api/${source}/structure/${name}/versions.json`;

const isConstant = ({ runs }: DocumentHistory): boolean => runs.length === 1;

/** The `data` of the file. */
export function storedHistory(history: TitleHistory): StoredHistory {
  const { head, places, rowOf } = numbered(history);
  const those = (are: boolean) => history.documents.filter(each => isConstant(each) === are).map(rowOf);
  return { ...head, changed: those(false), places, constant: those(true) };
}

/** So many documents are serialised at a time. */
const ROWS = 500;

/** As `storedHistory`, serialised, in pieces: a title may have a hundred thousand documents. */
export function* serialisedHistory(history: IterableHistory): Generator<string> {
  const { head, places, rowOf } = numbered(history);
  function* rows(are: boolean): Generator<string> {
    let [piece, separator]: [string[], string] = [[], ''];
    for (const document of history.documents) {
      if (isConstant(document) !== are) continue;
      piece.push(separator + JSON.stringify(rowOf(document)));
      separator = ',';
      if (piece.length < ROWS) continue;
      yield piece.join('');
      piece = [];
    }
    yield piece.join('');
  }
  yield JSON.stringify(head).slice(0, -1) + CHANGED;
  yield* rows(false);
  yield `]${PLACES}${JSON.stringify(places)}${CONSTANT}`;
  yield* rows(true);
  yield ']}';
}

/** Numbers the levels above documents, in the order of documents. */
function numbered({ from, to, documents, doubles = [] }: IterableHistory) {
  const indexes = new Map<string, number>();
  const levels: string[][] = [];
  const places: number[] = [];
  let before = 0;
  for (const document of documents) {
    for (const { text } of document.runs) {
      if (!text || indexes.has(text.levels.join('\n'))) continue;
      indexes.set(text.levels.join('\n'), levels.length);
      levels.push([...text.levels]);
    }
    if (isConstant(document)) before += 1;
    else places.push(before);
  }
  const storedRun = ({ from: day, text }: HeldRun): StoredRun => {
    if (!text) return [day];
    const { display_title, status, isNewInNotes, was } = text;
    const more = isNewInNotes ? NOTES : was;
    const chain = indexes.get(text.levels.join('\n')) as number;
    return [day, display_title, status, chain, ...(more === null ? [] : [more])];
  };
  const rowOf = ({ identifier, runs }: DocumentHistory): StoredDocument => [
    identifier,
    ...runs.map(storedRun),
  ];
  return { head: { from, to, ...(doubles.length > 0 && { doubles }), levels }, places, rowOf };
}

/** Between the parts of the file. Only keys have their quotes unescaped. */
export const CHANGED = ',"changed":[';
export const PLACES = ',"places":';
export const CONSTANT = ',"constant":[';

/** Reads the file. @param json the whole of it @param isWhole false: without documents that never changed, which takes a fraction of the time */
export function readHistory(json: string, isWhole: boolean): TitleHistory {
  const { data } = JSON.parse(isWhole ? json : `${json.slice(0, json.indexOf(CONSTANT))}${CONSTANT}]}}`) as {
    data: StoredHistory;
  };
  const { from, to, doubles, levels, changed, places, constant } = data;
  const read = (row: StoredDocument): DocumentHistory => historyOf(row, levels);
  const documents: DocumentHistory[] = [];
  let next = 0;
  changed.forEach((row, i) => {
    // Without those that never changed there are none to come before it.
    for (; isWhole && next < (places[i] ?? 0); next++) documents.push(read(constant[next] as StoredDocument));
    documents.push(read(row));
  });
  for (; next < constant.length; next++) documents.push(read(constant[next] as StoredDocument));
  return { from, to, documents, ...(doubles && { doubles }) };
}

/** Reads a row. @param levels of the file */
export function historyOf(
  [identifier, ...runs]: StoredDocument,
  levels: readonly (readonly string[])[],
): DocumentHistory {
  const readRun = ([day, title, status, chain, more]: StoredRun): HeldRun => {
    if (title === undefined || status === undefined || chain === undefined) return { from: day, text: null };
    const isNewInNotes = more === NOTES;
    const was = isNewInNotes ? null : (more ?? null);
    const text = { display_title: title, status, levels: levels[chain] ?? [], isNewInNotes, was };
    return { from: day, text };
  };
  return { identifier, runs: runs.map(readRun) };
}

/** Statuses of documents that no longer, or not yet, say what the law is. */
const VOID: readonly string[] = ['repealed', 'omitted', 'renumbered', 'transferred', 'reserved'];

export const isInForce = (text: HeldText | null): boolean => text !== null && VOID.indexOf(text.status) < 0;

/** Whether a document was in a level. @param level its identifier */
export const isInLevel = ({ text }: HeldRun, level: string): boolean =>
  text !== null && text.levels.indexOf(level) >= 0;

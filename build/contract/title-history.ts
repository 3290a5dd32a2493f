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

/** Sorted by key. */
export type LevelDoubles = readonly (readonly [key: string, identifier: string])[];

/** A time as the file has it: its day, title, status, the index of its levels, and the former identifier, or `notes` where only these are new. */
type StoredRun =
  | [from: string]
  | [from: string, title: string, status: string, levels: number, ...more: string[]];

const NOTES = 'notes';

type StoredDocument = [identifier: string, ...runs: StoredRun[]];

interface StoredHistory {
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
export function storedHistory({ from, to, documents, doubles = [] }: TitleHistory): StoredHistory {
  const indexes = new Map<string, number>();
  const levels: string[][] = [];
  const indexOf = (chain: readonly string[]): number => {
    const key = chain.join('\n');
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, levels.length);
    return levels.push([...chain]) - 1;
  };
  const storedRun = ({ from: day, text }: HeldRun): StoredRun => {
    if (!text) return [day];
    const { display_title, status, isNewInNotes, was } = text;
    const more = isNewInNotes ? NOTES : was;
    return [day, display_title, status, indexOf(text.levels), ...(more === null ? [] : [more])];
  };
  const stored = documents.map((document): [boolean, StoredDocument] => [
    isConstant(document),
    [document.identifier, ...document.runs.map(storedRun)],
  ]);
  const places: number[] = [];
  let before = 0;
  for (const [constant] of stored)
    if (constant) before += 1;
    else places.push(before);
  const those = (are: boolean) => stored.filter(([constant]) => constant === are).map(([, row]) => row);
  const told = doubles.length > 0 ? { doubles } : {};
  return { from, to, ...told, levels, changed: those(false), places, constant: those(true) };
}

/** Only keys have their quotes unescaped. */
const CONSTANT = ',"constant":[';

/** Reads the file. @param json the whole of it @param isWhole false: without documents that never changed, which takes a fraction of the time */
export function readHistory(json: string, isWhole: boolean): TitleHistory {
  const { data } = JSON.parse(isWhole ? json : `${json.slice(0, json.indexOf(CONSTANT))}${CONSTANT}]}}`) as {
    data: StoredHistory;
  };
  const { from, to, doubles, levels, changed, places, constant } = data;
  const readRun = ([day, title, status, chain, more]: StoredRun): HeldRun => {
    if (title === undefined || status === undefined || chain === undefined) return { from: day, text: null };
    const isNewInNotes = more === NOTES;
    const was = isNewInNotes ? null : (more ?? null);
    return {
      from: day,
      text: { display_title: title, status, levels: levels[chain] ?? [], isNewInNotes, was },
    };
  };
  const read = ([identifier, ...runs]: StoredDocument): DocumentHistory => ({
    identifier,
    runs: runs.map(readRun),
  });
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

/** Statuses of documents that no longer, or not yet, say what the law is. */
const VOID: readonly string[] = ['repealed', 'omitted', 'renumbered', 'transferred', 'reserved'];

export const isInForce = (text: HeldText | null): boolean => text !== null && VOID.indexOf(text.status) < 0;

/** Whether a document was in a level. @param level its identifier */
export const isInLevel = ({ text }: HeldRun, level: string): boolean =>
  text !== null && text.levels.indexOf(level) >= 0;

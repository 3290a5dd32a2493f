import type { CitingPlace } from '../contract/reference.ts';
import type { Row } from './rows.ts';
import type { Statements } from './statements.ts';
import type { WrittenReference } from './written-reference.ts';

/** A reference between two subjects, as the one or the other sees it. */
export interface StoredReference extends Omit<WrittenReference, 'written'> {
  /** The subject at the other end, or the identifier of what the corpus lacks. */
  other: string;
}

/** What is written alike, and the subject that it means. */
export interface Meaning {
  id: number;
  written: string;
  /** Null before it is looked up; empty for what nobody knows. Of several the first. */
  target: string | null;
}

/** What something written means now. */
export interface Target {
  /** Of the meaning. */
  id: number;
  target: string;
  /** The others of several, null where there are none and never were. */
  further: readonly string[] | null;
}

/** Written references that are remembered. */
const MOST_REMEMBERED = 100_000;

export class References {
  readonly #sql: Statements;
  /** What is written in this build and has a meaning already; some may be forgotten. */
  readonly #known = new Set<string>();

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Adds what a subject cites. @param scopeOf see `scopeOf` in build/references/scopes.ts */
  put(subject: string, references: readonly WrittenReference[], scopeOf: (written: string) => string): void {
    if (references.length === 0) return;
    this.#putMeanings(
      references.map(({ written }) => written),
      scopeOf,
    );
    const rows = references.map(({ written, place, count, pinpoints }) => [
      ...[written, place, count, pinpoints.length > 0 ? JSON.stringify(pinpoints) : ''],
    ]);
    // All references of a subject are one value: SQLite takes it apart faster than it is called for each.
    this.#sql.run(PUT_CITATIONS, [subject, JSON.stringify(rows)]);
  }

  #putMeanings(all: readonly string[], scopeOf: (written: string) => string): void {
    const unknown = all.filter(written => !this.#known.has(written));
    if (unknown.length === 0) return;
    this.#sql.run(PUT_MEANINGS, [JSON.stringify(unknown.map(written => [written, scopeOf(written)]))]);
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
    for (const written of unknown) this.#known.add(written);
  }

  remove(subject: string): void {
    this.#sql.run('DELETE FROM citations WHERE subject = ?', [subject]);
  }

  /** What a subject cites, in any order. */
  writtenIn(subject: string): WrittenReference[] {
    return this.#sql
      .all(`SELECT written, ${FIELDS} FROM citations JOIN meanings ON id = meaning WHERE subject = ?`, [
        subject,
      ])
      .map(([written, ...fields]) => ({ written: String(written), ...fieldsOf(fields) }));
  }

  /** By subject: what it cites, looked up, in the order of what is written: builds remember it in any order. */
  citedBy(subjects: readonly string[]): Map<string, StoredReference[]> {
    return this.#ofSubjects(CITED, CITED_FURTHER, subjects);
  }

  /** By subject: what cites it, in the same order. */
  citing(subjects: readonly string[]): Map<string, StoredReference[]> {
    return this.#ofSubjects(CITING, CITING_FURTHER, subjects);
  }

  /** Subjects without references are left out. */
  #ofSubjects(first: string, further: string, subjects: readonly string[]): Map<string, StoredReference[]> {
    const asked = JSON.stringify(subjects);
    const found = new Map<string, StoredReference[]>();
    for (const [subject, ...row] of this.#sql.all(`${first} UNION ALL ${further} ORDER BY written, 2`, [
      asked,
      asked,
    ])) {
      const known = found.get(String(subject));
      if (known) known.push(referenceOf(row));
      else found.set(String(subject), [referenceOf(row)]);
    }
    return found;
  }

  /** How many other subjects cite a subject. */
  citedByCount(subject: string): number {
    const first = 'SELECT subject FROM meanings JOIN citations ON id = meaning WHERE target = ?1';
    const further = 'SELECT subject FROM further_targets JOIN citations USING (meaning) WHERE target = ?1';
    const [row] = this.#sql.all(`SELECT COUNT(*) FROM (${first} UNION ${further}) WHERE subject <> ?1`, [
      subject,
    ]);
    return Number(row?.[0]);
  }

  /** The subjects that cite what is written so. @param id of the meaning */
  subjectsWith(id: number): string[] {
    return texts(this.#sql.all('SELECT DISTINCT subject FROM citations WHERE meaning = ?', [id]));
  }

  /** What was not looked up yet, and what documents of a scope may change. @param scopes null: everything, in batches */
  *meanings(scopes: Iterable<string> | null): Generator<Meaning> {
    const select = 'SELECT id, written, target FROM meanings WHERE';
    if (scopes) {
      yield* this.#sql.all(`${select} target IS NULL`).map(meaningOf);
      for (const scope of scopes) yield* this.#sql.all(`${select} scope = ?`, [scope]).map(meaningOf);
      return;
    }
    for (let last = 0, batch: Meaning[]; ; last = (batch.at(-1) as Meaning).id) {
      batch = this.#sql.all(`${select} id > ? ORDER BY id LIMIT ${BATCH}`, [last]).map(meaningOf);
      if (batch.length === 0) return;
      yield* batch;
    }
  }

  /** Further subjects that what is written means, in any order. @param id of the meaning */
  furtherTargets(id: number): string[] {
    return texts(this.#sql.all('SELECT target FROM further_targets WHERE meaning = ?', [id]));
  }

  /** Sets what written references mean. */
  setTargets(targets: readonly Target[]): void {
    this.#sql.run(SET_TARGETS, [JSON.stringify(targets.map(({ id, target }) => [id, target]))]);
    for (const { id, further } of targets) {
      if (further === null) continue;
      this.#sql.run('DELETE FROM further_targets WHERE meaning = ?', [id]);
      for (const other of further) this.#sql.run('INSERT INTO further_targets VALUES (?, ?)', [id, other]);
    }
  }

  /** The titles of the levels in a part of the manifest, as the last build knew them. */
  levelTitles(part: string): Map<string, string> {
    const rows = this.#sql.all('SELECT subject, title FROM level_titles WHERE part = ?', [part]);
    return new Map(rows.map(([subject, title]) => [String(subject), String(title)]));
  }

  setLevelTitle(part: string, subject: string, title: string): void {
    this.#sql.run('INSERT OR REPLACE INTO level_titles VALUES (?, ?, ?)', [part, subject, title]);
  }

  removeLevelTitle(part: string, subject: string): void {
    this.#sql.run('DELETE FROM level_titles WHERE part = ? AND subject = ?', [part, subject]);
  }

  /** The parts of the manifest whose levels the last build knew. */
  levelParts(): string[] {
    return texts(this.#sql.all('SELECT DISTINCT part FROM level_titles'));
  }
}

const BATCH = 10_000;

const PUT_MEANINGS = `INSERT INTO meanings (written, scope) SELECT value ->> 0, value ->> 1 FROM json_each(?)
  WHERE TRUE ON CONFLICT (written) DO NOTHING`;
const PUT_CITATIONS = `INSERT OR REPLACE INTO citations SELECT ?, meanings.id, value ->> 1, value ->> 2, value ->> 3
  FROM json_each(?) CROSS JOIN meanings ON written = value ->> 0`;

const SET_TARGETS =
  'UPDATE meanings SET target = value ->> 1 FROM json_each(?) WHERE meanings.id = value ->> 0';

const meaningOf = ([id, written, target]: Row): Meaning => ({
  ...{ id: Number(id), written: String(written), target: (target ?? null) as string | null },
});

const FIELDS = 'place, count, pinpoints';
/** Paragraphs behind a range are those of its first section. */
const FURTHER = "place, count, ''";
/** What a subject cites by itself is not cited once more by a range around it. */
const NOT_BY_ITSELF = `NOT EXISTS (SELECT 1 FROM citations AS own JOIN meanings AS meant ON meant.id = own.meaning
  WHERE own.subject = citations.subject AND meant.target = further_targets.target)`;

/** One statement for many subjects: each call of SQLite has its price. */
const ASKED = 'FROM json_each(?) AS asked CROSS JOIN';
const CITED = `SELECT subject, target, ${FIELDS}, written
  ${ASKED} citations ON subject = asked.value JOIN meanings ON meanings.id = meaning WHERE target <> ''`;
const CITED_FURTHER = `SELECT subject, further_targets.target, ${FURTHER}, written
  ${ASKED} citations ON subject = asked.value JOIN further_targets USING (meaning)
  JOIN meanings ON meanings.id = meaning WHERE ${NOT_BY_ITSELF}`;
const CITING = `SELECT target, subject, ${FIELDS}, written
  ${ASKED} meanings ON target = asked.value JOIN citations ON meaning = meanings.id`;
const CITING_FURTHER = `SELECT further_targets.target, subject, ${FURTHER}, written
  ${ASKED} further_targets ON further_targets.target = asked.value JOIN citations USING (meaning)
  JOIN meanings ON meanings.id = meaning WHERE ${NOT_BY_ITSELF}`;

const fieldsOf = ([place, count, pinpoints]: Row) => ({
  place: place as CitingPlace,
  count: Number(count),
  pinpoints: pinpoints === '' ? [] : (JSON.parse(String(pinpoints)) as string[][]),
});

const referenceOf = ([other, ...fields]: Row): StoredReference => ({
  other: String(other),
  ...fieldsOf(fields),
});

const texts = (rows: readonly Row[]): string[] => rows.map(([text]) => String(text));

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

/** Subjects that are put at once: each call of SQLite has its price. */
const PUT_AT_ONCE = 64;

export class References {
  readonly #sql: Statements;
  /** What is written in this build and has a meaning already; some may be forgotten. */
  readonly #known = new Set<string>();
  /** By subject and what is written: uses that wait to be put. */
  readonly #waiting = new Map<string, Record<string, string>>();
  /** What is written there for the first time, with its scope. */
  #unknown: Record<string, string> = {};

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Adds what a subject cites. @param scopeOf see `scopeOf` in build/references/scopes.ts */
  put(subject: string, references: readonly WrittenReference[], scopeOf: (written: string) => string): void {
    if (references.length === 0) return;
    const uses: Record<string, string> = {};
    for (const reference of references) {
      const { written } = reference;
      const others = uses[written];
      uses[written] = others === undefined ? useOf(reference) : `${others}\n${useOf(reference)}`;
      if (this.#known.has(written)) continue;
      this.#known.add(written);
      this.#unknown[written] = scopeOf(written);
    }
    this.#waiting.set(subject, uses);
    if (this.#waiting.size >= PUT_AT_ONCE) this.flush();
  }

  /** Puts what waits, in values that SQLite takes apart faster than it is called for each. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    this.#sql.run(PUT_MEANINGS, [JSON.stringify(this.#unknown)]);
    this.#sql.run(PUT_CITATIONS, [JSON.stringify(Object.fromEntries(this.#waiting))]);
    this.#waiting.clear();
    this.#unknown = {};
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear();
  }

  remove(subject: string): void {
    this.flush();
    this.#sql.run('DELETE FROM citations WHERE subject = ?', [subject]);
  }

  /** What a subject cites, in any order. */
  writtenIn(subject: string): WrittenReference[] {
    return this.#all('SELECT written, uses FROM citations JOIN meanings ON id = meaning WHERE subject = ?', [
      subject,
    ]).flatMap(([written, uses]) => usesOf(uses).map(use => ({ written: String(written), ...use })));
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
    const rows = this.#all(`${first} UNION ALL ${further} ORDER BY written, 2`, [asked, asked]);
    for (const [subject, other, uses, isFurther] of rows) {
      const known = found.get(String(subject)) ?? [];
      found.set(String(subject), known);
      // Paragraphs behind a range are those of its first section.
      for (const use of usesOf(uses))
        known.push({ other: String(other), ...use, ...(isFurther && { pinpoints: [] }) });
    }
    return found;
  }

  /** Rows of what was put, too. */
  #all(sql: string, values: readonly unknown[] = []): Row[] {
    this.flush();
    return this.#sql.all(sql, values);
  }

  /** How many other subjects cite a subject. */
  citedByCount(subject: string): number {
    const first = 'SELECT subject FROM meanings JOIN citations ON id = meaning WHERE target = ?1';
    const further = 'SELECT subject FROM further_targets JOIN citations USING (meaning) WHERE target = ?1';
    const [row] = this.#all(`SELECT COUNT(*) FROM (${first} UNION ${further}) WHERE subject <> ?1`, [
      subject,
    ]);
    return Number(row?.[0]);
  }

  /** The subjects that cite what is written so. @param id of the meaning */
  subjectsWith(id: number): string[] {
    return texts(this.#all('SELECT subject FROM citations WHERE meaning = ?', [id]));
  }

  /** What was not looked up yet, and what documents of a scope may change. @param scopes null: everything, in batches */
  *meanings(scopes: Iterable<string> | null): Generator<Meaning> {
    const select = 'SELECT id, written, target FROM meanings WHERE';
    if (scopes) {
      yield* this.#all(`${select} target IS NULL`).map(meaningOf);
      for (const scope of scopes) yield* this.#all(`${select} scope = ?`, [scope]).map(meaningOf);
      return;
    }
    for (let last = 0, batch: Meaning[]; ; last = (batch.at(-1) as Meaning).id) {
      batch = this.#all(`${select} id > ? ORDER BY id LIMIT ${BATCH}`, [last]).map(meaningOf);
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

const PUT_MEANINGS = `INSERT INTO meanings (written, scope) SELECT key, value FROM json_each(?)
  WHERE TRUE ON CONFLICT (written) DO NOTHING`;
const PUT_CITATIONS = `INSERT OR REPLACE INTO citations SELECT subjects.key, meanings.id, citing.value
  FROM json_each(?) AS subjects, json_each(subjects.value) AS citing CROSS JOIN meanings ON written = citing.key`;

const SET_TARGETS =
  'UPDATE meanings SET target = value ->> 1 FROM json_each(?) WHERE meanings.id = value ->> 0';

const meaningOf = ([id, written, target]: Row): Meaning => ({
  ...{ id: Number(id), written: String(written), target: (target ?? null) as string | null },
});

/** What a subject cites by itself is not cited once more by a range around it. */
const NOT_BY_ITSELF = `NOT EXISTS (SELECT 1 FROM citations AS own JOIN meanings AS meant ON meant.id = own.meaning
  WHERE own.subject = citations.subject AND meant.target = further_targets.target)`;

/** One statement for many subjects: each call of SQLite has its price. */
const ASKED = 'FROM json_each(?) AS asked CROSS JOIN';
const CITED = `SELECT subject, target, uses, FALSE, written
  ${ASKED} citations ON subject = asked.value JOIN meanings ON meanings.id = meaning WHERE target <> ''`;
const CITED_FURTHER = `SELECT subject, further_targets.target, uses, TRUE, written
  ${ASKED} citations ON subject = asked.value JOIN further_targets USING (meaning)
  JOIN meanings ON meanings.id = meaning WHERE ${NOT_BY_ITSELF}`;
const CITING = `SELECT target, subject, uses, FALSE, written
  ${ASKED} meanings ON target = asked.value JOIN citations ON meaning = meanings.id`;
const CITING_FURTHER = `SELECT further_targets.target, subject, uses, TRUE, written
  ${ASKED} further_targets ON further_targets.target = asked.value JOIN citations USING (meaning)
  JOIN meanings ON meanings.id = meaning WHERE ${NOT_BY_ITSELF}`;

/** The place, the number and the paragraphs of citations in one kind of place: `text 2 [["a","1"]]`. */
const useOf = ({ place, count, pinpoints }: WrittenReference): string =>
  `${place} ${count} ${pinpoints.length > 0 ? JSON.stringify(pinpoints) : ''}`;

/** Reads a line for each kind of place. */
const usesOf = (uses: Row[number] | undefined): Omit<WrittenReference, 'written'>[] =>
  String(uses)
    .split('\n')
    .map(use => {
      const [place = '', count = ''] = use.split(' ', 2);
      const pinpoints = use.slice(place.length + count.length + 2);
      return {
        place: place as CitingPlace,
        count: Number(count),
        pinpoints: pinpoints === '' ? [] : (JSON.parse(pinpoints) as string[][]),
      };
    });

const texts = (rows: readonly Row[]): string[] => rows.map(([text]) => String(text));

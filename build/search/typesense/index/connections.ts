import Database from 'libsql';
import { CERTAIN } from '../../references/references.ts';
import type { LexiconContent } from '../lexicon-format.ts';
import { type Counted, Counts } from './lexicon-counts.ts';

/** Derived from the references between documents, as in the embedded index (`embedded/index/connections.ts`). */
export type Connections = Pick<LexiconContent, 'citedBy' | 'acts'>;

type Names = LexiconContent['names'];

const TABLES = `
  CREATE TABLE citations (key TEXT, document TEXT, PRIMARY KEY (key, document)) WITHOUT ROWID;
  CREATE TABLE cites (key TEXT, document TEXT, PRIMARY KEY (key, document)) WITHOUT ROWID;
  BEGIN;
`;

type Table = 'citations' | 'cites';
const BATCH = 10_000;

/** The references between all documents of a collection, in SQLite's own temporary file: there may be many millions. */
export class References {
  readonly #db = new Database('');
  readonly #pairs: Record<Table, [key: string, document: string][]> = { citations: [], cites: [] };

  constructor() {
    this.#db.exec(TABLES);
  }

  add({ document, citations, cites = [] }: Counted): void {
    for (const key of citations) this.#pairs.citations.push([key, document]);
    for (const key of cites) this.#pairs.cites.push([key, document]);
    if (this.#pairs.citations.length + this.#pairs.cites.length >= BATCH) this.#write();
  }

  connections(names: Names): Connections {
    this.#write();
    const citedBy = this.#db.prepare(`
      SELECT citations.document, count(DISTINCT cites.document) FROM citations JOIN cites USING (key)
      WHERE cites.document <> citations.document GROUP BY citations.document ORDER BY citations.document`);
    const documents = this.#db.prepare('SELECT document FROM citations WHERE key = ?').raw(true);
    const acts = new Counts();
    for (const [name, key, weight] of names)
      for (const [document] of documents.all(key) as [string][]) acts.add([document, name], weight);
    return { citedBy: citedBy.raw(true).all() as Connections['citedBy'], acts: certain(acts) };
  }

  #write(): void {
    for (const table of ['citations', 'cites'] as const) {
      const insert = `INSERT OR IGNORE INTO ${table} SELECT value ->> 0, value ->> 1 FROM json_each(?)`;
      this.#db.prepare(insert).run(JSON.stringify(this.#pairs[table]));
      this.#pairs[table] = [];
    }
  }

  close(): void {
    this.#db.close();
  }
}

const certain = (acts: Counts): Connections['acts'] =>
  acts
    .sorted()
    .filter(([, weight]) => weight >= CERTAIN)
    .map(([[document, name]]) => [document!, name!]);

export type Referring = Pick<Counted, 'document' | 'citations' | 'cites'>;

export interface CollectionReferences {
  documentsWith(keys: readonly string[]): Promise<Referring[]>;
  /** Counts for each list of citation keys the documents that cite one of them. */
  countsOfCiting(keys: readonly (readonly string[])[]): Promise<number[]>;
}

/** Changed documents before and after, by document key; null if absent. */
export type ChangedDocuments = ReadonlyMap<string, { before: Counted | null; after: Counted | null }>;

/** Returns the connections after an update, which reads only touched documents; null above `most` of them. */
export async function updatedConnections(
  last: Connections,
  names: Names,
  changed: ChangedDocuments,
  references: CollectionReferences,
  most: number,
): Promise<Connections | null> {
  const touched = new Map<string, Referring>();
  const gone = new Set<string>();
  const keys = new Set<string>();
  for (const [document, { before, after }] of changed) {
    if (!after) gone.add(document);
    else if (differing(before?.citations, after.citations).length > 0) touched.set(document, after);
    for (const key of differing(before?.cites, after?.cites)) keys.add(key);
    for (const key of differing(namesOf(before), namesOf(after))) keys.add(JSON.parse(key)[1]);
  }
  for (const referring of await references.documentsWith([...keys])) {
    touched.set(referring.document, referring);
    if (touched.size > most) return null;
  }
  const documents = [...touched.values()];
  const counts = await references.countsOfCiting(documents.map(({ citations }) => citations));
  const citedBy = new Map(last.citedBy.filter(([document]) => !gone.has(document)));
  for (const [i, { document, citations, cites = [] }] of documents.entries()) {
    const isCitingItself = citations.some(key => cites.includes(key));
    const count = (counts[i] ?? 0) - (isCitingItself ? 1 : 0);
    if (count > 0) citedBy.set(document, count);
    else citedBy.delete(document);
  }
  return {
    citedBy: [...citedBy].sort(([a], [b]) => (a < b ? -1 : 1)),
    acts: updatedActs(last.acts, names, gone, documents),
  };
}

function updatedActs(
  last: Connections['acts'],
  names: Names,
  gone: ReadonlySet<string>,
  touched: readonly Referring[],
): Connections['acts'] {
  const byKey = new Map<string, Names>();
  for (const named of names) byKey.set(named[1], [...(byKey.get(named[1]) ?? []), named]);
  const without = new Set([...gone, ...touched.map(({ document }) => document)]);
  const acts = new Counts();
  for (const act of last) if (!without.has(act[0])) acts.add(act, CERTAIN);
  for (const { document, citations } of touched)
    for (const key of new Set(citations))
      for (const [name, , weight] of byKey.get(key) ?? []) acts.add([document, name], weight);
  return certain(acts);
}

const namesOf = (counted: Counted | null): string[] =>
  counted?.references?.names.map(name => JSON.stringify(name)) ?? [];

function differing(before: readonly string[] = [], after: readonly string[] = []): string[] {
  const [a, b] = [new Set(before), new Set(after)];
  return [...before.filter(key => !b.has(key)), ...after.filter(key => !a.has(key))];
}

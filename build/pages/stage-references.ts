import { setImmediate } from 'node:timers/promises';
import { letGo } from '../common/garbage.ts';
import type { Entry } from '../files/entry.ts';
import { partOfReferences, sourceOfPart } from '../files/manifest/parts.ts';
import { partOfLevel } from '../files/manifest/structure-parts.ts';
import { type Output, StagingWriter } from '../files/staging.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import type { TreeParts } from '../publish/tree-parts.ts';
import type { ReferenceChanges } from '../references/changes.ts';
import { scopeOfIdentifier } from '../references/scopes.ts';
import {
  documentSubject,
  levelSubject,
  readSubject,
  type Subject,
  subjectOfFile,
} from '../references/subjects.ts';
import { writtenReferences } from '../references/written.ts';
import type { StoredReference, Target } from '../state/references.ts';
import type { StateStore } from '../state/store.ts';
import type { WorkerPool } from '../threads/pool.ts';
import type { LevelTrees } from './level-trees.ts';
import { levelTitle, ReferenceLists } from './reference-lists.ts';
import { Meanings, mayMeanSeveral } from './reference-meanings.ts';
import { inBatches, writeParts } from './write-parts.ts';

export interface ReferencesInput {
  staging: string;
  store: StateStore;
  catalogs: readonly SourceCatalog[];
  trees: LevelTrees;
  treeParts: TreeParts;
  /** What changed; `parts` has the identifiers of documents that were put or removed, by part. */
  ledger: { references: ReferenceChanges; parts: ReadonlyMap<string, ReadonlySet<string>> };
  /** Threads that write files. */
  pool: WorkerPool;
  /** Parts of the manifest with levels that may be other than before; null: all. */
  structures: ReadonlySet<string> | null;
}

export interface StagedReferences {
  /** The parts of the manifest that list them; some may be empty. */
  parts: readonly string[];
  /** Whether any may be other than before. */
  isChanged: boolean;
}

/**
 * Stages the pages of references, and their parts of the manifest: one for each title or month. Where the last build is known, only
 * pages are made that the changes concern.
 */
export async function stageReferences(input: ReferencesInput): Promise<StagedReferences> {
  const { store, trees, catalogs, structures } = input;
  readLevels(input);
  await lookUp(input);
  const lists = new ReferenceLists(store.references, catalogs, trees);
  const touched = structures && (await touchedParts(input));
  const parts = partsOfCorpus(input);
  const whole: [part: string, outputs: () => Iterable<Output>][] = [];
  for (const [part, subjects] of parts) {
    const isPatched = touched && isKeptOrPatched(input, part, lists, touched.get(part) ?? new Map());
    // All are staged, as documents are: the dump reads them, and where everything is made anew the published ones may be damaged.
    if (!isPatched) whole.push([part, () => outputsOf(lists, subjects())]);
    // Other threads make pages meanwhile and wait for this thread.
    await setImmediate();
  }
  const done = (part: string, entries: readonly Entry[]) => input.treeParts.make(part, 'pages', entries);
  await writeParts({ staging: input.staging, pool: input.pool, parts: whole, done });
  return { parts: [...parts.keys()], isChanged: touched === null || touched.size > 0 };
}

/** Looks up what is written in documents and levels, as far as it is new or may mean another thing than before. */
async function lookUp({
  store: { references, aliases },
  catalogs,
  trees,
  structures,
  ledger,
}: ReferencesInput): Promise<void> {
  const changes = ledger.references;
  const meanings = new Meanings(catalogs, trees, aliases);
  let targets: Target[] = [];
  let count = 0;
  for (const { id, written, target } of references.meanings(structures && changes.scopes)) {
    if (++count % BETWEEN_TURNS === 0) {
      letGo(BETWEEN_TURNS * BYTES_OF_MEANING);
      await setImmediate();
    }
    const [now, ...more] = meanings.of(written);
    const before = target !== null && mayMeanSeveral(written) ? references.furtherTargets(id) : [];
    if (now === target && more.join('\n') === before.sort().join('\n')) continue;
    const further = more.length + before.length > 0 ? more : null;
    targets.push({ id, target: now, further });
    if (targets.length === TARGETS_AT_ONCE) {
      references.setTargets(targets);
      targets = [];
    }
    if (structures === null) continue;
    for (const subject of [target, now, ...before, ...more, ...references.subjectsWith(id)])
      if (subject) changes.touched.add(subject);
  }
  references.setTargets(targets);
}

/** One statement for so many: each call of SQLite has its price. */
const TARGETS_AT_ONCE = 1000;
/** The database holds a kilobyte for each call that reads rows until the event loop turns: a gigabyte for a million of them. */
const BETWEEN_TURNS = 1000;
/** What a meaning leaves in memory when it was looked up, about. */
const BYTES_OF_MEANING = 1024;

/** Reads the references in the notes of levels, and notes which levels came, went and have another title. */
function readLevels({ store: { references }, trees, ledger, structures }: ReferencesInput): void {
  const changes = ledger.references;
  for (const part of structures ?? trees.sources.flatMap(source => [...trees.partsOf(source)])) {
    const gone = references.levelTitles(part);
    const source = sourceOfPart(part);
    for (const node of trees.inPart(source, part)) {
      const subject = levelSubject(source, node.identifier);
      const known = gone.get(subject);
      gone.delete(subject);
      const { identifier, notes } = node;
      changes.replace(subject, writtenReferences({ source: source.id, identifier, body: notes }, 'note'));
      const title = levelTitle(node);
      if (known === title) continue;
      references.setLevelTitle(part, subject, title);
      if (structures) changes.restated.add(subject);
      if (structures && known === undefined) changes.scopes.add(scopeOfIdentifier(source, identifier));
    }
    for (const subject of gone.keys()) {
      changes.replace(subject, []);
      references.removeLevelTitle(part, subject);
      changes.touched.add(subject);
      const { source, identifier } = readSubject(subject) as Subject;
      changes.scopes.add(scopeOfIdentifier(source, identifier));
    }
  }
}

/** By part of references: the subjects whose pages may be other than before, and whether they still belong to the part. */
async function touchedParts({ store, ledger }: ReferencesInput): Promise<Map<string, Map<string, boolean>>> {
  const { references } = store;
  const changes = ledger.references;
  const subjects = changes.touched;
  const addAll = (references: ReadonlyMap<string, readonly StoredReference[]>): void => {
    for (const all of references.values()) for (const { other } of all) subjects.add(other);
  };
  for (const edited of inBatches(changes.edited)) addAll(references.citedBy(edited));
  for (const restated of inBatches(changes.restated)) {
    for (const subject of restated) subjects.add(subject);
    addAll(references.citedBy(restated));
    addAll(references.citing(restated));
  }
  const former = new Map<string, string[]>();
  for (const [part, identifiers] of ledger.parts)
    for (const identifier of identifiers) {
      const subject = documentSubject(sourceOfPart(part), identifier);
      former.set(subject, [...(former.get(subject) ?? []), part]);
    }
  const parts = new Map<string, Map<string, boolean>>();
  let count = 0;
  for (const subject of subjects) {
    if (++count % BETWEEN_TURNS === 0) await setImmediate();
    const read = readSubject(subject);
    if (!read) continue;
    const { resource, source, identifier } = read;
    const own =
      resource === 'levelreferences'
        ? partOfLevel(source, identifier)
        : store.withIdentifier(identifier)?.part;
    // A document may have moved to another month.
    for (const part of new Set([...(own === undefined ? [] : [own]), ...(former.get(subject) ?? [])])) {
      const name = partOfReferences(part);
      parts.set(name, (parts.get(name) ?? new Map()).set(subject, part === own));
    }
  }
  return parts;
}

/** By part of references: all its subjects, which are listed only when they are asked for. */
function partsOfCorpus({ store, trees, treeParts }: ReferencesInput): Map<string, () => Iterable<string>> {
  const parts = new Map<string, { documents: string[]; levels: string[] }>();
  const partNamed = (name: string) => {
    const known = parts.get(name) ?? { documents: [], levels: [] };
    parts.set(name, known);
    return known;
  };
  for (const part of store.parts()) partNamed(partOfReferences(part)).documents.push(part);
  for (const part of store.references.levelParts()) partNamed(partOfReferences(part)).levels.push(part);
  for (const name of treeParts.published.parts) if (/^[^/]+\/references\//.test(name)) partNamed(name);
  function* subjectsIn(names: { documents: string[]; levels: string[] }): Generator<string> {
    for (const part of names.documents)
      for (const { identifier } of store.jsonInPart(part))
        yield documentSubject(sourceOfPart(part), identifier);
    for (const part of names.levels) {
      const source = sourceOfPart(part);
      for (const { identifier } of trees.inPart(source, part)) yield levelSubject(source, identifier);
    }
  }
  return new Map(Array.from(parts, ([name, names]) => [name, () => subjectsIn(names)]));
}

/** @param touched the subjects whose pages may be other than before @returns false where the part has to be made as a whole */
function isKeptOrPatched(
  { staging, treeParts }: ReferencesInput,
  part: string,
  lists: ReferenceLists,
  touched: ReadonlyMap<string, boolean>,
): boolean {
  if (touched.size === 0) {
    if (treeParts.published.partOf(part)) treeParts.keep(part);
    return true;
  }
  const own = Array.from(touched).flatMap(([subject, isHere]) => (isHere ? [subject] : []));
  return treeParts.restage(part, 'pages', {
    isTouched: file => touched.has(subjectOfFile(file)),
    outputs: () => outputsOf(lists, own),
    writer: new StagingWriter(staging),
  });
}

function* outputsOf(lists: ReferenceLists, subjects: Iterable<string>): Generator<Output> {
  for (const batch of inBatches(subjects)) yield* lists.filesOf(batch);
}

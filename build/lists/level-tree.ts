import { derivedIdentifier } from '../contract/level-chains.ts';
import { looseKey } from '../contract/loose.ts';
import type { HierarchyLevel } from '../contract/sources.ts';
import { LEVELS_COLUMN, type LevelRow, type SourceCatalog } from '../formats/catalog.ts';
import { at, groupsOf, groupValue } from '../formats/column.ts';
import { sortLevels } from './level-order.ts';

/** A level with what is in it (build/contract/README.md, Levels). */
export interface LevelNode {
  identifier: string;
  level: string;
  number: string | null;
  name: string | null;
  /** Such as `reserved`; null where the corpus says nothing. */
  status: string | null;
  above: LevelNode | null;
  /** In the order of the law. */
  children: LevelNode[];
  /** Ordinals of the documents directly below, ascending. */
  documents: number[];
  /** The number of documents at any depth. */
  count: number;
  /** The ordinal of the first of these; infinite without documents. */
  first: number;
}

/** What a corpus tells of a level beside its documents. @param path from the title down, without the level itself */
export interface KnownLevel extends HierarchyLevel {
  identifier: string;
  status: string | null;
  path: readonly HierarchyLevel[];
}

/** All levels of a source. */
export interface LevelTree {
  /** Titles and their appendices. */
  outermost: readonly LevelNode[];
  byIdentifier: ReadonlyMap<string, LevelNode>;
}

/** Makes the levels of a source. @param known levels that the corpus tells itself, some without documents */
export function levelTree(catalog: SourceCatalog, known: Iterable<KnownLevel> = []): LevelTree {
  const builder = new TreeBuilder(catalog);
  builder.addDocuments();
  for (const level of known) builder.addKnown(level);
  return builder.finish();
}

class TreeBuilder {
  readonly #catalog: SourceCatalog;
  readonly #outermost: LevelNode[] = [];
  readonly #nodes = new Map<string, LevelNode>();
  /** Names of levels without identifiers, by node, with the number of documents that give each. */
  readonly #names = new Map<LevelNode, Map<string, number>>();

  constructor(catalog: SourceCatalog) {
    this.#catalog = catalog;
  }

  addDocuments(): void {
    const column = this.#catalog.columns[LEVELS_COLUMN];
    if (!column) return;
    const { order, starts } = column;
    // In the order of their first documents, so that levels with one number always get the same identifiers.
    const codes = Array.from({ length: groupsOf(column) }, (_, code) => code);
    codes.sort((a, b) => at(order, at(starts, a)) - at(order, at(starts, b)));
    for (const code of codes) {
      const documents = order.subarray(at(starts, code), at(starts, code + 1));
      const chain = JSON.parse(String(groupValue(column, code))) as LevelRow[];
      let node: LevelNode | null = null;
      for (const row of chain) node = this.#levelIn(node, levelOfRow(row), documents.length);
      node?.documents.push(...documents);
    }
  }

  addKnown(level: KnownLevel): void {
    let above: LevelNode | null = null;
    for (const outer of level.path) above = this.#levelIn(above, outer, 0);
    const node = this.#nodes.get(level.identifier) ?? this.#add(above, level, level.identifier);
    const { number, name, status } = level;
    Object.assign(node, { level: level.level, number, name, status });
    this.#names.delete(node);
  }

  finish(): LevelTree {
    for (const [node, names] of this.#names) node.name = commonest(names) ?? node.name;
    for (const node of this.#outermost) settle(node);
    return { outermost: sortLevels(this.#outermost), byIdentifier: this.#nodes };
  }

  #levelIn(above: LevelNode | null, level: HierarchyLevel, documents: number): LevelNode {
    if (level.identifier !== null)
      return this.#nodes.get(level.identifier) ?? this.#add(above, level, level.identifier);
    const node = this.#derived(above, level);
    if (level.name === null || documents === 0) return node;
    const names = this.#names.get(node) ?? new Map<string, number>();
    this.#names.set(node, names.set(level.name, (names.get(level.name) ?? 0) + documents));
    return node;
  }

  /** The level with this number and name, whatever its spelling. Another name of the same number is another level. */
  #derived(above: LevelNode | null, level: HierarchyLevel): LevelNode {
    const plain = derivedIdentifier(this.#catalog.source, level, above?.identifier ?? null);
    for (let nth = 1; ; nth++) {
      const identifier = nth === 1 ? plain : `${plain}~${nth}`;
      const node = this.#nodes.get(identifier);
      if (!node) return this.#add(above, level, identifier);
      if (level.name === null || above === null) return node;
      if (node.above === above && node.name === null) node.name = level.name;
      if (node.above === above && looseKey(node.name ?? '') === looseKey(level.name)) return node;
    }
  }

  #add(above: LevelNode | null, { level, number, name }: HierarchyLevel, identifier: string): LevelNode {
    const node: LevelNode = {
      ...{ identifier, level, number, name, status: null, above },
      ...{ children: [], documents: [], count: 0, first: Number.POSITIVE_INFINITY },
    };
    this.#nodes.set(identifier, node);
    (above?.children ?? this.#outermost).push(node);
    return node;
  }
}

const levelOfRow = ([level, number, name, identifier]: LevelRow): HierarchyLevel => ({
  ...{ level, number, name, identifier },
});

function commonest(names: ReadonlyMap<string, number>): string | undefined {
  const counts = [...names.values()];
  return [...names.keys()].find(name => names.get(name) === Math.max(...counts));
}

/** Counts, and orders what is below. */
function settle(node: LevelNode): void {
  node.documents.sort((a, b) => a - b);
  node.count = node.documents.length;
  node.first = node.documents[0] ?? Number.POSITIVE_INFINITY;
  for (const child of node.children) {
    settle(child);
    node.count += child.count;
    node.first = Math.min(node.first, child.first);
  }
  node.children = sortLevels(node.children);
}

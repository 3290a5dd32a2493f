import { derivedIdentifier, keysOfChain } from '../contract/level-chains.ts';
import { looseKey } from '../contract/loose.ts';
import type { HierarchyLevel, Source } from '../contract/sources.ts';
import { columnOf, LEVELS_COLUMN, levelsInColumn, type SourceCatalog } from '../formats/catalog.ts';
import { at, type Column, groupsOf, groupValue, type Span } from '../formats/column.ts';
import { sortLevels } from './level-order.ts';

/** A level with what is in it (build/contract/README.md, Levels). */
export interface LevelNode {
  identifier: string;
  level: string;
  number: string | null;
  name: string | null;
  /** Such as `reserved`; null where the corpus says nothing. */
  status: string | null;
  /** The place among the siblings, of a level without a number; null where the corpus says nothing. */
  position: number | null;
  /** What the corpus says below the heading of the level, as Markdown; may be empty. */
  notes: string;
  above: LevelNode | null;
  /** In the order of the law. */
  children: LevelNode[];
  /** Groups of the documents directly below, in the column of levels. */
  codes: number[];
  /** The number of documents at any depth. */
  count: number;
  /** The ordinal of the first of these; infinite without documents. */
  first: number;
}

/** What a corpus tells of a level beside its documents. @param path from the title down, without the level itself */
export interface KnownLevel extends HierarchyLevel {
  status: string | null;
  position: number | null;
  notes: string;
  path: readonly HierarchyLevel[];
}

/** All levels of a source. */
export interface LevelTree {
  /** Titles and their appendices. */
  outermost: readonly LevelNode[];
  byIdentifier: ReadonlyMap<string, LevelNode>;
  /** By the keys that documents have in search indexes; of one level several where documents write it otherwise. */
  byKey: ReadonlyMap<string, LevelNode>;
}

/** Makes the levels of a source. @param known levels that the corpus tells itself, some without documents */
export function levelTree(catalog: SourceCatalog, known: Iterable<KnownLevel> = []): LevelTree {
  const builder = new TreeBuilder(catalog.source, columnOf(catalog, LEVELS_COLUMN));
  builder.addDocuments();
  for (const level of known) builder.addKnown(level);
  return builder.finish();
}

/** A tree of some outermost levels, without the keys of search indexes. */
export function treeOf(outermost: readonly LevelNode[]): LevelTree {
  const byIdentifier = new Map<string, LevelNode>();
  const add = (node: LevelNode): void => {
    byIdentifier.set(node.identifier, node);
    node.children.forEach(add);
  };
  outermost.forEach(add);
  return { outermost, byIdentifier, byKey: new Map() };
}

/** The documents directly below a level, ascending. */
export const documentsOf = (catalog: SourceCatalog, { codes }: LevelNode): number[] =>
  codes.flatMap(code => [...groupOf(columnOf(catalog, LEVELS_COLUMN), code)]).sort((a, b) => a - b);

/** The documents at any depth below a level, as runs of the column of levels. */
export function spansOf({ starts }: Column, node: LevelNode): Span[] {
  const codes: number[] = [];
  const collect = (level: LevelNode): void => {
    codes.push(...level.codes);
    level.children.forEach(collect);
  };
  collect(node);
  const spans: [number, number][] = [];
  // Levels that share a beginning are neighbors in the column.
  for (const code of codes.sort((a, b) => a - b)) {
    const [from, to] = [at(starts, code), at(starts, code + 1)];
    const last = spans.at(-1);
    if (last?.[1] === from) last[1] = to;
    else spans.push([from, to]);
  }
  return spans;
}

const groupOf = ({ order, starts }: Column, code: number): Uint32Array =>
  order.subarray(at(starts, code), at(starts, code + 1));

class TreeBuilder {
  readonly #source: Source;
  readonly #column: Column;
  readonly #outermost: LevelNode[] = [];
  readonly #nodes = new Map<string, LevelNode>();
  readonly #keys = new Map<string, LevelNode>();
  /** Names of levels without identifiers, by node, with the number of documents that give each. */
  readonly #names = new Map<LevelNode, Map<string, number>>();

  constructor(source: Source, column: Column) {
    this.#source = source;
    this.#column = column;
  }

  addDocuments(): void {
    const column = this.#column;
    const codes = Array.from({ length: groupsOf(column) }, (_, code) => code);
    const firstOf = (code: number): number => at(groupOf(column, code), 0);
    // In the order of their first documents, so that levels with one number always get the same identifiers.
    for (const code of codes.sort((a, b) => firstOf(a) - firstOf(b))) {
      const documents = groupOf(column, code).length;
      let node: LevelNode | null = null;
      const chain = levelsInColumn(groupValue(column, code));
      const keys = keysOfChain(this.#source, chain);
      for (const [i, level] of chain.entries()) {
        node = this.#levelIn(node, level, documents);
        this.#keys.set(keys[i] as string, node);
      }
      node?.codes.push(code);
      // Not the levels that the documents name: where these contradict those of others, a level is elsewhere.
      for (; node; node = node.above) {
        node.count += documents;
        node.first = Math.min(node.first, firstOf(code));
      }
    }
  }

  addKnown(level: KnownLevel): void {
    let above: LevelNode | null = null;
    for (const outer of level.path) above = this.#levelIn(above, outer, 0);
    const node = this.#levelIn(above, level, 0);
    const { number, name, status, position, notes } = level;
    Object.assign(node, { level: level.level, number, name, status, position, notes });
    this.#names.delete(node);
  }

  finish(): LevelTree {
    for (const [node, names] of this.#names) node.name = commonest(names) ?? node.name;
    for (const node of this.#nodes.values()) node.children = sortLevels(node.children);
    return { outermost: sortLevels(this.#outermost), byIdentifier: this.#nodes, byKey: this.#keys };
  }

  /** @param documents the number of those that give the level's name */
  #levelIn(above: LevelNode | null, level: HierarchyLevel, documents: number): LevelNode {
    const { identifier, name } = level;
    if (identifier !== null) return this.#nodes.get(identifier) ?? this.#add(above, level, identifier);
    const node = this.#derived(above, level);
    if (name === null || documents === 0) return node;
    const names = this.#names.get(node) ?? new Map<string, number>();
    this.#names.set(node, names.set(name, (names.get(name) ?? 0) + documents));
    return node;
  }

  /** The level with this number and name, whatever its spelling. Another name of the same number is another level. */
  #derived(above: LevelNode | null, level: HierarchyLevel): LevelNode {
    const plain = derivedIdentifier(this.#source, level, above?.identifier ?? null);
    for (let nth = 1; ; nth++) {
      const identifier = nth === 1 ? plain : `${plain}~${nth}`;
      const node = this.#nodes.get(identifier);
      if (!node) return this.#add(above, level, identifier);
      if (above === null) return node;
      if (node.above !== above) continue;
      if (level.name === null) return node;
      node.name ??= level.name;
      if (looseKey(node.name) === looseKey(level.name)) return node;
    }
  }

  #add(above: LevelNode | null, { level, number, name }: HierarchyLevel, identifier: string): LevelNode {
    const node: LevelNode = {
      ...{ identifier, level, number, name, status: null, position: null, notes: '', above },
      ...{ children: [], codes: [], count: 0, first: Number.POSITIVE_INFINITY },
    };
    this.#nodes.set(identifier, node);
    (above?.children ?? this.#outermost).push(node);
    return node;
  }
}

function commonest(names: ReadonlyMap<string, number>): string | undefined {
  const most = Math.max(...names.values());
  return [...names.keys()].find(name => names.get(name) === most);
}

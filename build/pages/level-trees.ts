import { identifierInKey } from '../contract/level-chains.ts';
import { isDated } from '../contract/levels.ts';
import type { Source } from '../contract/sources.ts';
import { historyFile, historyPath, type LevelDoubles } from '../contract/title-history.ts';
import { partOfLevel } from '../files/manifest/structure-parts.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { type LevelNode, type LevelTree, levelTree } from '../lists/level-tree.ts';
import type { StateStore } from '../state/store.ts';

interface SourceLevels {
  tree: LevelTree;
  /** By part of the manifest. */
  parts: ReadonlyMap<string, readonly LevelNode[]>;
  /** By the file of the histories of their title. */
  doubles: ReadonlyMap<string, LevelDoubles>;
}

/** The levels of each source that has any. Those of a source are made when they are first asked for: many nights need none. */
export class LevelTrees {
  readonly #catalogs: readonly SourceCatalog[];
  readonly #store: Pick<StateStore, 'levels'>;
  readonly #made = new Map<string, SourceLevels>();

  constructor(catalogs: readonly SourceCatalog[], store: Pick<StateStore, 'levels'>) {
    this.#catalogs = catalogs.filter(({ source }) => !isDated(source));
    this.#store = store;
  }

  /** The sources with levels. */
  get sources(): Source[] {
    return this.#catalogs.map(({ source }) => source);
  }

  /** @returns undefined for a source without levels */
  of({ id }: Pick<Source, 'id'>): LevelTree | undefined {
    return this.#levelsOf(id)?.tree;
  }

  /** The levels that a part of the manifest lists. */
  inPart(source: Pick<Source, 'id'>, part: string): readonly LevelNode[] {
    return this.#levelsOf(source.id)?.parts.get(part) ?? [];
  }

  /** The parts of the manifest that list levels of a source. */
  partsOf({ id }: Pick<Source, 'id'>): Iterable<string> {
    return this.#levelsOf(id)?.parts.keys() ?? [];
  }

  /** The levels of a title that have the number of another one. @param part of the archive, such as `usc/t17` */
  doublesIn(part: string): LevelDoubles {
    const [id = '', name = ''] = part.split('/');
    return this.#levelsOf(id)?.doubles.get(historyFile(id, name)) ?? [];
  }

  #levelsOf(id: string): SourceLevels | undefined {
    const known = this.#made.get(id);
    const catalog = this.#catalogs.find(({ source }) => source.id === id);
    if (known || !catalog) return known;
    const tree = levelTree(catalog, this.#store.levels.of(id));
    const made = { tree, parts: partsOf(catalog.source, tree), doubles: doublesOf(catalog.source, tree) };
    this.#made.set(id, made);
    return made;
  }
}

function doublesOf(source: Source, { byKey }: LevelTree): Map<string, LevelDoubles> {
  const titles = new Map<string, (readonly [string, string])[]>();
  const keys = [...byKey].filter(([key, node]) => node.identifier !== identifierInKey(key));
  for (const [key, { identifier }] of keys.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const file = historyPath(source, identifier);
    titles.set(file, [...(titles.get(file) ?? []), [key, identifier]]);
  }
  return titles;
}

function partsOf(source: Source, { byIdentifier }: LevelTree): Map<string, LevelNode[]> {
  const parts = new Map<string, LevelNode[]>();
  for (const node of byIdentifier.values()) {
    const part = partOfLevel(source, node.identifier);
    const nodes = parts.get(part);
    if (nodes) nodes.push(node);
    else parts.set(part, [node]);
  }
  return parts;
}

import { isDated } from '../contract/levels.ts';
import type { SourceCatalog } from '../formats/catalog.ts';
import { type LevelTree, levelTree } from '../lists/level-tree.ts';
import type { StateStore } from '../state/store.ts';
import { type ReferencesInput, type StagedReferences, stageReferences } from './stage-references.ts';
import { stageStructure } from './stage-structure.ts';

/** Stages the pages of all levels, and those of references, which lead to documents and levels. */
export async function stageLevels(input: Omit<ReferencesInput, 'trees'>): Promise<StagedReferences> {
  const trees = levelTrees(input.catalogs, input.store);
  await stageStructure({ ...input, trees, touched: input.structures });
  return stageReferences({ ...input, trees });
}

/** The levels of each source that has any, by the id of the source. */
const levelTrees = (
  catalogs: readonly SourceCatalog[],
  { levels }: Pick<StateStore, 'levels'>,
): Map<string, LevelTree> =>
  new Map(
    catalogs.flatMap(catalog =>
      isDated(catalog.source) ? [] : [[catalog.source.id, levelTree(catalog, levels.of(catalog.source.id))]],
    ),
  );

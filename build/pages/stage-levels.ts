import { sourceOfPart } from '../files/manifest/parts.ts';
import { LevelTrees } from './level-trees.ts';
import { type ReferencesInput, type StagedReferences, stageReferences } from './stage-references.ts';
import { stageStructure } from './stage-structure.ts';

/** Stages the pages of all levels, and those of references, which lead to documents and levels. */
export async function stageLevels(input: Omit<ReferencesInput, 'trees'>): Promise<StagedReferences> {
  const { catalogs, store, structures, ledger } = input;
  const trees = new LevelTrees(catalogs, store);
  const changed = structures && new Set(Array.from([...ledger.parts.keys(), ...structures], sourceOfPart));
  await stageStructure({ ...input, trees, touched: structures, changed });
  return stageReferences({ ...input, trees });
}

import { sourceOfPart } from '../files/manifest/parts.ts';
import { type ReferencesInput, type StagedReferences, stageReferences } from './stage-references.ts';
import { stageStructure } from './stage-structure.ts';

/** Stages the pages of all levels, and those of references, which lead to documents and levels. */
export async function stageLevels(input: ReferencesInput): Promise<StagedReferences> {
  const { structures, ledger } = input;
  const changed = structures && new Set(Array.from([...ledger.parts.keys(), ...structures], sourceOfPart));
  await stageStructure({ ...input, touched: structures, changed });
  return stageReferences(input);
}

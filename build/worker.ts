import { type FolderLook, type FolderTask, lookAtFolder } from './corpus/look.ts';
import { type DocumentBatch, type Outcome, stageDocuments } from './documents/stage.ts';
import { type PagePart, type StagedPart, stagePart } from './pages/stage.ts';

/** One task of a build, for its threads: all kinds share them. */
export default function runTask(
  task: FolderTask | DocumentBatch | PagePart,
): FolderLook | Outcome[] | Promise<StagedPart> {
  if ('place' in task) return lookAtFolder(task);
  return 'part' in task ? stagePart(task) : stageDocuments(task);
}

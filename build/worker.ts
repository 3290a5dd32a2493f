import { type DocumentBatch, type Outcome, stageDocuments } from './documents/stage.ts';
import { type PagePart, type StagedPart, stagePart } from './pages/stage.ts';

/** One task of a build, for its threads: the two kinds share them. */
export default function runTask(task: DocumentBatch | PagePart): Outcome[] | Promise<StagedPart> {
  return 'part' in task ? stagePart(task) : stageDocuments(task);
}

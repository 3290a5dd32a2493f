import { type DocumentBatch, type Outcome, stageDocuments } from './documents/stage.ts';
import { type DumpTask, type WrittenDump, writeDump } from './dumps/write.ts';
import { type PagePart, type StagedPart, stagePart } from './pages/stage.ts';

/** One task of a build, for its threads: the three kinds share them. */
export default function runTask(
  task: DocumentBatch | PagePart | DumpTask,
): Outcome[] | Promise<StagedPart> | WrittenDump {
  if ('part' in task) return stagePart(task);
  return 'dumped' in task ? writeDump(task) : stageDocuments(task);
}

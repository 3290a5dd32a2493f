import { type FolderLook, type FolderTask, lookAtFolder } from './corpus/look.ts';
import { type DocumentBatch, type Outcome, stageDocuments } from './documents/stage-documents.ts';
import { type DumpTask, type WrittenDump, writeDump } from './dumps/write-dump.ts';
import { type PagePart, type StagedPart, stagePart } from './pages/stage.ts';

/** Runs one task of a build in a thread. All kinds of tasks share the threads. */
export default function runTask(
  task: FolderTask | DocumentBatch | PagePart | DumpTask,
): FolderLook | Outcome[] | Promise<StagedPart> | WrittenDump {
  if ('place' in task) return lookAtFolder(task);
  if ('dumped' in task) return writeDump(task);
  return 'part' in task ? stagePart(task) : stageDocuments(task);
}

import { type FolderChanges, type FolderTask, folderChanges } from './corpus/folder-changes.ts';
import { type DocumentBatch, type Outcome, stageDocuments } from './documents/stage-documents.ts';
import { type DumpTask, type WrittenDump, writeDump } from './dumps/write-dump.ts';
import type { Entry } from './files/entry.ts';
import { type PagePart, type StagedPart, stagePart } from './pages/stage-pages.ts';
import { type WriteTask, writeOutputs } from './pages/write-parts.ts';

/** Runs one task of a build in a thread. All kinds of tasks share the threads. */
export default function runTask(
  task: FolderTask | DocumentBatch | PagePart | DumpTask | WriteTask,
): FolderChanges | Outcome[] | Entry[] | Promise<StagedPart> | WrittenDump {
  if ('folderId' in task) return folderChanges(task);
  if ('outputs' in task) return writeOutputs(task);
  if ('dumped' in task) return writeDump(task);
  return 'part' in task ? stagePart(task) : stageDocuments(task);
}

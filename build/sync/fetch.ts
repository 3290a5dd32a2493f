import type { Progress } from '../report/progress.ts';
import { checkRoom } from './disk-space.ts';
import { WrongContent } from './errors.ts';
import type { Move, Moves } from './file-moves.ts';
import { inParallel } from './parallel.ts';
import type { Source } from './source.ts';
import { hasContent, type Stage } from './staged-files.ts';
import type { Target } from './target.ts';

export interface Fetching {
  source: Source;
  target: Target;
  stage: Stage;
  moves: Moves;
  jobs: number;
  progress: Progress;
}

/** Fetches all files that must be moved, and checks them. @throws WrongContent, SourceError */
export async function fetchAll({ source, target, stage, moves, jobs, progress }: Fetching): Promise<void> {
  const isLocal = !target.needsCopies && source.localFile('') !== null;
  const here = stage.clean(name => moves.find(name) !== null);
  const { files, bytes } = moves.totals();
  if (!isLocal) checkRoom(stage.folder, bytes - here);
  progress.start('fetching', files, bytes);
  await inParallel(moves.inOrder(), jobs, async file => {
    const own = file.isRedated === true ? target.ownFile(file.path) : null;
    const isThere = file.isRedated === true && own === null;
    if (isThere || (file.isDoubtful && (await target.holds(file)))) moves.drop(file.path);
    else if (!isLocal) await stage.bring(file, own);
    else checkLocal(file, [stage.fileOf(file.path), source.localFile(file.path) ?? '']);
    progress.advance(1, file.bytes ?? 0);
  });
}

function checkLocal(file: Move, copies: readonly string[]): void {
  if (!copies.some(copy => hasContent(copy, file)))
    throw new WrongContent(`${file.path} is not what the manifest names`);
}

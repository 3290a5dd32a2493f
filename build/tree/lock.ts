import fs from 'node:fs';

/** Another build of the same tree is running. */
export class LockedError extends Error {}

/**
 * Takes the lock of a workspace. A lock whose process is gone is taken over.
 *
 * @returns a function that gives the lock back
 * @throws LockedError where a running build holds it
 */
export function takeLock(file: string): () => void {
  const mine = owner(process.pid);
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, mine);
  try {
    if (!link(draft, file)) {
      const holder = fs.readFileSync(file, 'utf8');
      if (isRunning(holder)) {
        throw new LockedError(`Another build of this tree is running (process ${holder.split(' ')[0]}).`);
      }
      fs.renameSync(draft, file);
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
  // Of two builds that take over a dead one's lock at once, the last to rename has it.
  if (fs.readFileSync(file, 'utf8') !== mine)
    throw new LockedError('Another build of this tree has just started.');
  return () => fs.rmSync(file, { force: true });
}

/** A link, unlike a write, makes the file appear with its content. @returns false where the file exists */
function link(draft: string, file: string): boolean {
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A process by number and start, since numbers come again (in containers, at every start). */
function owner(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Field 22, counted behind the command name, which may hold spaces (proc(5)).
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return `${pid} unknown`;
  }
}

function isRunning(holder: string): boolean {
  const pid = Number(holder.split(' ')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return owner(pid) === holder;
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/**
 * Frees at once what nothing refers to any more. The engine itself takes its time, and by then the next phase of a large build has as
 * much again: most of it are arrays that lie outside of the heap that the engine watches.
 */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  collect();
}

const WORTH_COLLECTING = 32 * 1024 * 1024;
let waiting = 0;

/** The same once enough has gathered. @param bytes of what nothing refers to any more */
export function letGo(bytes: number): void {
  waiting += bytes;
  if (waiting < WORTH_COLLECTING) return;
  waiting = 0;
  collectGarbage();
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/** Frees unreferenced memory at once. V8 would wait: most of it are arrays outside the heap that it watches. */
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

/** Collects garbage once enough has gathered. @param bytes that became unreferenced */
export function letGo(bytes: number): void {
  waiting += bytes;
  if (waiting < WORTH_COLLECTING) return;
  waiting = 0;
  collectGarbage();
}

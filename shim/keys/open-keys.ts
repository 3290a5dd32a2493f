import { DaysRecorder } from './days-recorder.ts';
import { KeyStore } from './key-store.ts';

export interface KeysOptions {
  file: string;
  /** Where days of use are noted; null where they are not. */
  usage: string | null;
  warn: (message: string) => void;
}

/** The keys of a server that runs. @returns the keys, and what to call when it ends */
export function openKeys({ file, usage, warn }: KeysOptions): { keys: KeyStore; close(): Promise<void> } {
  const recorder = usage === null ? null : new DaysRecorder(usage, { warn, now: Date.now });
  const onUse = recorder ? { onUse: (id: string, now: number) => recorder.note(id, now) } : {};
  const keys = new KeyStore(file, { warn, now: Date.now, ...onUse });
  keys.watch();
  recorder?.start();
  return { keys, close: async () => recorder?.close() };
}

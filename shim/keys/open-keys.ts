import { DaysRecorder } from './days-recorder.ts';
import { KeyStore } from './key-store.ts';

export interface KeysOptions {
  file: string;
  usage: string | null;
  warn: (message: string) => void;
}

/** Opens the keys of a running server. @returns the keys, and a function to call at its end */
export function openKeys({ file, usage, warn }: KeysOptions): { keys: KeyStore; close(): Promise<void> } {
  const recorder = usage === null ? null : new DaysRecorder(usage, { warn, now: Date.now });
  const onUse = recorder ? { onUse: (id: string, now: number) => recorder.note(id, now) } : {};
  const keys = new KeyStore(file, { warn, now: Date.now, ...onUse });
  keys.watch();
  recorder?.start();
  return { keys, close: async () => recorder?.close() };
}

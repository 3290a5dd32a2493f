import type { Settings } from '../settings.ts';

export type State = 'ok' | 'warning' | 'problem';

export interface Finding {
  state: State;
  /** A sentence, without a full stop. */
  says: string;
  /** The remedy, for what is not ok. */
  mend?: string;
}

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const warning = (says: string, mend: string): Finding => ({ state: 'warning', says, mend });
export const problem = (says: string, mend: string): Finding => ({ state: 'problem', says, mend });

export interface Patient {
  settings: Settings;
  /** Unix time in milliseconds. */
  now(): number;
}

/** Looks for one fault. Errors and time-outs of the check itself are reported as problems. */
export interface Check {
  name: string;
  run(patient: Patient): Promise<Finding | readonly Finding[]>;
}

/** The code of a system error. Its message has paths and addresses, which the finding tells in its own way. */
export const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message;

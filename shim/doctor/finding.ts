import type { Settings } from '../settings.ts';

export type State = 'ok' | 'warning' | 'problem';

/** What a check tells: one line. */
export interface Finding {
  state: State;
  /** A sentence, without a full stop. */
  says: string;
  /** How to mend it; of what is not ok. */
  mend?: string;
}

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const warning = (says: string, mend: string): Finding => ({ state: 'warning', says, mend });
export const problem = (says: string, mend: string): Finding => ({ state: 'problem', says, mend });

/** What checks look at. */
export interface Patient {
  settings: Settings;
  /** Unix time in milliseconds. */
  now(): number;
}

/** One thing that may be wrong. What it throws is told as a problem, and so is that it does not come to an end. */
export interface Check {
  name: string;
  run(patient: Patient): Promise<Finding | readonly Finding[]>;
}

/** Of errors of the system: without paths and addresses, which the finding tells in its own way. */
export const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message;

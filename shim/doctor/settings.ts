import { type Flags, UsageError } from '../../build/common/command-line.ts';
import { type OPTIONS, readSettings, type Settings } from '../settings.ts';
import { type Finding, ok, problem } from './finding.ts';

type ShimFlags = Flags<typeof OPTIONS>;

export interface ReadSettings {
  findings: Finding[];
  /** Without what is wrong: the other checks go on with the defaults in its place. */
  settings: Settings;
}

/**
 * Reads the settings as the server does, which tells the first thing that is wrong; and again without that, until nothing is. So every
 * setting is checked here that the server checks, and by the same rule.
 */
export function checkSettings(flags: ShimFlags, env: NodeJS.ProcessEnv): ReadSettings {
  const findings: Finding[] = [];
  const left = { flags: { ...flags }, env: { ...env } };
  for (;;) {
    const told = attempt(left.flags, left.env);
    if (typeof told !== 'string') {
      if (findings.length === 0) findings.push(ok('every setting can be used'));
      return { findings, settings: told };
    }
    findings.push(problem(told.replace(/[.]$/, ''), 'shim/README.md, Settings, tells what is allowed'));
    removeCulprit(left, told);
  }
}

/** @returns what is wrong first, or else the settings */
function attempt(flags: ShimFlags, env: NodeJS.ProcessEnv): Settings | string {
  try {
    return readSettings(flags, env);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** Takes away what makes a message go, be it by making another come. */
function removeCulprit(left: { flags: ShimFlags; env: NodeJS.ProcessEnv }, message: string): void {
  for (const name of Object.keys(left.flags)) {
    const { [name as keyof ShimFlags]: _, ...flags } = left.flags;
    if (attempt(flags as ShimFlags, left.env) === message) continue;
    left.flags = flags as ShimFlags;
    return;
  }
  for (const name of Object.keys(left.env)) {
    const { [name]: _, ...env } = left.env;
    if (attempt(left.flags, env) === message) continue;
    left.env = env;
    return;
  }
  // No variable is to blame alone: nothing of the environment is used.
  left.env = {};
  left.flags = {} as ShimFlags;
}

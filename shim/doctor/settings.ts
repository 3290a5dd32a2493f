import { type Flags, UsageError } from '../../build/common/command-line.ts';
import { type OPTIONS, readSettings, type Settings } from '../settings.ts';
import { type Finding, ok, problem } from './finding.ts';

type ShimFlags = Flags<typeof OPTIONS>;

export interface ReadSettings {
  findings: Finding[];
  /** The settings without the faulty ones: other checks go on with defaults in their place. */
  settings: Settings;
}

/** Reads the settings as the server does, again and again without each faulty one, to find every fault. */
export function checkSettings(flags: ShimFlags, env: NodeJS.ProcessEnv): ReadSettings {
  const findings: Finding[] = [];
  const left = { flags: { ...flags }, env: { ...env } };
  for (;;) {
    const outcome = attempt(left.flags, left.env);
    if (typeof outcome !== 'string') {
      if (findings.length === 0) findings.push(ok('every setting can be used'));
      return { findings, settings: outcome };
    }
    findings.push(problem(outcome.replace(/[.]$/, ''), 'shim/README.md, Settings, tells what is allowed'));
    removeCulprit(left, outcome);
  }
}

function attempt(flags: ShimFlags, env: NodeJS.ProcessEnv): Settings | string {
  try {
    return readSettings(flags, env);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

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
  // No variable alone is to blame: the environment is left out as a whole.
  left.env = {};
  left.flags = {} as ShimFlags;
}

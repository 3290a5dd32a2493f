import type { Check, Finding, Patient } from '../../../shim/doctor/finding.ts';
import { readSettings } from '../../../shim/settings.ts';

/** Settings as the variables say, and a clock that is right. */
export const patient = (env: NodeJS.ProcessEnv, now = Date.now): Patient => ({
  settings: readSettings({}, env),
  now,
});

/** What a check finds. */
export async function findings(check: Check, env: NodeJS.ProcessEnv, now = Date.now): Promise<Finding[]> {
  return [await check.run(patient(env, now))].flat();
}

/** Of a check that finds one thing: `state: sentence`, and what to do where there is something. */
export async function finding(check: Check, env: NodeJS.ProcessEnv, now = Date.now): Promise<string> {
  const found = await findings(check, env, now);
  if (found.length !== 1) throw new Error(`There are ${found.length} findings: ${JSON.stringify(found)}`);
  return lineOf(found[0] as Finding);
}

export const lineOf = ({ state, says, mend }: Finding): string =>
  `${state}: ${says}${mend === undefined ? '' : ` → ${mend}`}`;

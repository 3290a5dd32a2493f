import { type Check, codeOf, type Finding, type Patient, problem } from './finding.ts';

export interface CheckResult extends Finding {
  check: string;
}

/** Milliseconds for a check. Each check bounds its own waits; this bound is for disks and names that do not answer. */
const LIMIT_MS = 10_000;

/** Runs all checks at once. @returns their findings, in the order of the checks */
export async function examine(
  checks: readonly Check[],
  patient: Patient,
  limit = LIMIT_MS,
): Promise<CheckResult[]> {
  const found = await Promise.all(checks.map(check => within(limit, check, patient)));
  return found.flat();
}

async function within(limit: number, { name, run }: Check, patient: Patient): Promise<CheckResult[]> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<Finding>(resolve => {
    const says = `the check did not come to an end within ${limit / 1000} s`;
    timer = setTimeout(() => resolve(problem(says, 'see whether the disk or the network answers')), limit);
  });
  try {
    const found = await Promise.race([run(patient), overdue]);
    return [found].flat().map(finding => ({ check: name, ...finding }));
  } catch (error) {
    return [{ check: name, ...problem(`the check failed: ${codeOf(error)}`, 'mend that and run it again') }];
  } finally {
    clearTimeout(timer);
  }
}

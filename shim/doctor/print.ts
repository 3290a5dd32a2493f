import type { CheckResult } from './examine.ts';
import type { State } from './finding.ts';

const WORDS: Record<State, string> = { ok: 'ok', warning: 'warning', problem: 'PROBLEM' };
const [STATE_WIDTH, CHECK_WIDTH] = [9, 17];

const count = (findings: readonly CheckResult[], state: State): number =>
  findings.filter(finding => finding.state === state).length;

const plural = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;

/** Prints a line for each finding, and a summary. Escapes foreign texts, which could move the cursor. */
export function printText(findings: readonly CheckResult[]): string {
  const lines = findings.map(({ state, check, says, mend }) => {
    const line = `${WORDS[state].padEnd(STATE_WIDTH)}${check.padEnd(CHECK_WIDTH)}${says}.${mend ? ` → ${mend}` : ''}`;
    return line.replace(/\p{Cc}+/gu, ' ');
  });
  const sum = `${plural(count(findings, 'problem'), 'problem')}, ${plural(count(findings, 'warning'), 'warning')}`;
  return `${[...lines, sum].join('\n')}\n`;
}

export function printJson(findings: readonly CheckResult[], version: string): string {
  const checks = findings.map(({ check, state, says, mend = null }) => ({ check, state, says, mend }));
  const sums = { problems: count(findings, 'problem'), warnings: count(findings, 'warning') };
  return `${JSON.stringify({ version, ...sums, checks }, null, 2)}\n`;
}

export const hasProblem = (findings: readonly CheckResult[]): boolean => count(findings, 'problem') > 0;

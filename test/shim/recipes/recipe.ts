import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const RECIPES = join(import.meta.dirname, '../../../shim/recipes');

export const recipe = (name: string): string => readFileSync(join(RECIPES, name), 'utf8');

export interface Ran {
  code: number | null;
  output: string;
}

export function runProgram(program: string, args: readonly string[], cwd?: string): Ran {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...(cwd && { cwd }) });
  return { code: status, output: `${stdout}${stderr}` };
}

/** Why a program cannot be asked; null where it can. */
export const absenceOf = (program: string): string | null =>
  runProgram(program, ['--version']).code === 0 ? null : `there is no ${program}`;

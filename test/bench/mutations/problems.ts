import fs from 'node:fs';
import path from 'node:path';
import { TESTS, testFiles } from '../../runner/test-files.cjs';
import { type Mutation, mutate } from './table.ts';

/** Finds mutations that no longer fit the project, since code has moved or changed. */

const ROOT = path.dirname(TESTS);

/** @returns a line for each mutation that cannot be made, that no test guards, or that is made twice */
export function problemsOf(mutations: readonly Mutation[]): string[] {
  const tests = testFiles('');
  const places = new Map<string, string>();
  return mutations.flatMap(mutation => {
    const { place, file, find, replace, breaks } = mutation;
    const fault = JSON.stringify([file, find, replace]);
    const before = places.get(fault);
    places.set(fault, place);
    const problem = before ? `It is the same as ${before}.` : problemOf(mutation, tests);
    return problem === null ? [] : [`${place} ${file}: ${breaks}: ${problem}`];
  });
}

function problemOf(mutation: Mutation, tests: readonly string[]): string | null {
  const guards = new RegExp(mutation.tests);
  if (!tests.some(name => guards.test(name))) return `No test file matches ${mutation.tests}.`;
  const file = path.join(ROOT, mutation.file);
  if (!fs.existsSync(file)) return 'The file does not exist.';
  try {
    mutate(fs.readFileSync(file, 'utf8'), mutation);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

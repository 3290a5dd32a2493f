import { availableParallelism } from 'node:os';
import { ProjectCopy, type Verdict } from './mutations/copy.ts';
import { problemsOf } from './mutations/problems.ts';
import { type Mutation, readTable, TABLES } from './mutations/table.ts';

/** Share of the mutations that the tests must notice. */
const LEAST = 0.95;

/** For the unchanged project: with red tests everything would count as killed. */
const GREEN_MS = 600_000;

/** A mutant whose tests take so many times as long as without it, and so many milliseconds more, hangs, which somebody would notice. */
const [HANGS_TIMES, HANGS_MS] = [4, 15_000];

/**
 * Makes the faults of the tables one by one and looks whether the tests notice.
 *
 * @param args a regular expression: only mutations whose place in the tables, file or description it matches
 * @returns the exit code: 1 where too many survive, or one cannot be made any more
 */
export async function run([pattern = '']: string[]): Promise<number> {
  const wanted = new RegExp(pattern);
  const mutations = TABLES.flatMap(readTable).filter(({ place, file, breaks }) =>
    wanted.test(`${place} ${file} ${breaks}`),
  );
  if (mutations.length === 0) return refuse('No mutation has such a file or description.');
  const problems = problemsOf(mutations);
  if (problems.length > 0) return refuse(problems.join('\n'));
  const copies = Array.from({ length: Math.min(2, availableParallelism()) }, () => new ProjectCopy());
  const durations = new Map<string, number>();
  const verdicts = new Map<Mutation, Verdict>();
  const queue = [...mutations];
  const work = async (copy: ProjectCopy): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const verdict = await copy.judge(next, HANGS_MS + HANGS_TIMES * (durations.get(next.tests) ?? 0));
      verdicts.set(next, verdict);
      console.log(`${verdict.padEnd(8)} ${next.file}: ${next.breaks}`);
    }
  };
  const red = await redOutput(copies, mutations, durations);
  if (red !== '') return refuse(`The tests fail without any mutation.\n\n${red}`);
  await Promise.all(copies.map(work));

  const of = (verdict: Verdict) => mutations.filter(mutation => verdicts.get(mutation) === verdict);
  const [killed, survived] = [of('killed'), of('survived')];
  for (const { place, file, breaks, find, replace } of survived)
    console.log(`\n${place} ${file}: ${breaks}\n- ${find}\n+ ${replace}`);
  const share = killed.length / mutations.length;
  console.log(
    `\n${killed.length} of ${mutations.length} killed (${(100 * share).toFixed(1)} %), ${survived.length} survived`,
  );
  return share >= LEAST ? 0 : 1;
}

/**
 * Runs all tests as they are, each copy some of them.
 *
 * @param durations are told how long the tests of each pattern take, in milliseconds
 * @returns what those print that do not pass
 */
async function redOutput(
  copies: readonly ProjectCopy[],
  mutations: readonly Mutation[],
  durations: Map<string, number>,
): Promise<string> {
  const patterns = [...new Set(mutations.map(({ tests }) => tests))];
  let red = '';
  const work = async (copy: ProjectCopy): Promise<void> => {
    for (let pattern = patterns.pop(); pattern !== undefined; pattern = patterns.pop()) {
      const began = performance.now();
      const { isGreen, output } = await copy.test(pattern, GREEN_MS);
      durations.set(pattern, performance.now() - began);
      if (!isGreen) red += output;
    }
  };
  await Promise.all(copies.map(work));
  return red;
}

function refuse(message: string): number {
  console.error(message);
  return 1;
}

import { availableParallelism } from 'node:os';
import { ProjectCopy, type Verdict } from './mutations/copy.ts';
import { type Mutation, readTable } from './mutations/table.ts';

/** Share of the mutations that the tests must notice. */
const LEAST = 0.95;

/** For the unchanged project: with red tests everything would count as killed. */
const GREEN_MS = 600_000;

/**
 * Makes the faults of a table one by one and looks whether the tests notice.
 *
 * @param args a regular expression: only mutations whose file or description it matches
 * @returns the exit code: 1 where too many survive, or one does not apply any more
 */
export async function run([pattern = '']: string[]): Promise<number> {
  const wanted = new RegExp(pattern);
  const mutations = readTable().filter(({ file, breaks }) => wanted.test(`${file} ${breaks}`));
  const copies = Array.from({ length: Math.min(2, availableParallelism()) }, () => new ProjectCopy());
  const verdicts = new Map<Mutation, Verdict>();
  const queue = [...mutations];
  const work = async (copy: ProjectCopy): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const verdict = await copy.judge(next);
      verdicts.set(next, verdict);
      console.log(`${verdict.padEnd(14)} ${next.file}: ${next.breaks}`);
    }
  };
  if (mutations.length === 0) return refuse('No mutation has such a file or description.');
  const red = await redOutput(copies, mutations);
  if (red !== '') return refuse(`The tests fail without any mutation.\n\n${red}`);
  await Promise.all(copies.map(work));

  const of = (verdict: Verdict) => mutations.filter(mutation => verdicts.get(mutation) === verdict);
  const [killed, survived, lost] = [of('killed'), of('survived'), of('does not apply')];
  for (const { line, file, breaks, find, replace } of [...survived, ...lost])
    console.log(`\ntable.txt:${line} ${file}: ${breaks}\n- ${find}\n+ ${replace}`);
  const share = killed.length / mutations.length;
  console.log(
    `\n${killed.length} of ${mutations.length} killed (${(100 * share).toFixed(1)} %), ` +
      `${survived.length} survived, ${lost.length} do not apply`,
  );
  return share >= LEAST && lost.length === 0 ? 0 : 1;
}

/** What the tests print where they do not pass as they are. Each copy runs its part of them. */
async function redOutput(copies: readonly ProjectCopy[], mutations: readonly Mutation[]): Promise<string> {
  const patterns = [...new Set(mutations.map(({ tests }) => tests))];
  const outputs = await Promise.all(
    copies.map(async (copy, i) => {
      const own = patterns.filter((_, at) => at % copies.length === i);
      if (own.length === 0) return '';
      const { isGreen, output } = await copy.test(own.join('|'), GREEN_MS);
      return isGreen ? '' : output;
    }),
  );
  return outputs.join('');
}

function refuse(message: string): number {
  console.error(message);
  return 1;
}

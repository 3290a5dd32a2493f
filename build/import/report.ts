import type { Report } from './import.ts';
import type { Result } from './worker.ts';

const number = (value: number): string => value.toLocaleString('en-US');

/** Describes the outcome of an import for a person. */
export function reportText({ imported, unchanged, older, failed, takenOver }: Report): string {
  const results = imported.map(({ result }) => result);
  const lines = [
    ...failed.map(({ input, reason }) => `failed ${input.name}: ${reason}`),
    ...older.map(
      ({ input, summary: { edition }, than, isRefused }) =>
        `${isRefused ? 'refused' : 'left out'} ${input.name}: ${edition.label} is ${isRefused ? 'older' : 'not newer'} than ${than}${isRefused ? ' (--allow-older takes it)' : ''}`,
    ),
    ...imported
      .filter(
        ({ summary: { edition } }) => edition.single !== undefined && edition.folder.endsWith('/undated'),
      )
      .map(
        ({ input, summary: { edition } }) =>
          `undated ${input.name}: ${edition.single} tells no day of publication`,
      ),
    ...takenOver.map(
      ({ input, summary: { edition }, documents, label }) =>
        `replaced ${number(documents)} documents of ${label} by those of ${input.name}: ${edition.label}`,
    ),
    ...imported
      .filter(({ result }) => result.keptByOthers.documents > 0)
      .map(
        ({ input, result: { keptByOthers } }) =>
          `left out ${number(keptByOthers.documents)} documents of ${input.name}: newer ones are there`,
      ),
    ...imported.flatMap(({ input, result }) => differenceLines(input.name, result)),
    ...total(results.flatMap(({ unknown }) => unknown)).map(
      ([element, count]) =>
        `unknown element <${element}>, ${number(count)} times: its text stands in its place`,
    ),
  ];
  const sum = (of: (result: Result) => number) =>
    number(results.reduce((all, result) => all + of(result), 0));
  if (results.length > 0) {
    lines.push(
      `words ${sum(({ wordsIn }) => wordsIn)} in, ${sum(({ wordsOut }) => wordsOut)} out (${sum(({ added }) => added)} added: headings, names of images)`,
      `kept out: ${keptOut(results)}`,
      `${sum(({ units }) => units)} documents, ${sum(({ levels }) => levels)} levels`,
      `files: ${sum(({ changes }) => changes.written)} written, ${sum(({ changes }) => changes.unchanged)} unchanged, ${sum(({ changes }) => changes.removed)} removed`,
    );
  }
  lines.push(`${imported.length} imported, ${unchanged.length} unchanged, ${failed.length} failed`);
  return lines.join('\n');
}

/** `words differ`: an imported file has other words; `incomplete`: a file was not imported, and its former documents stay. */
export type Outcome = 'whole' | 'incomplete' | 'words differ';

export function outcomeOf({ imported, failed, older }: Report): Outcome {
  const isWhole = ({ result }: Report['imported'][number]) =>
    result.differing === 0 && result.wordsIn === result.wordsOut;
  if (!imported.every(isWhole)) return 'words differ';
  return failed.length > 0 || older.some(({ isRefused }) => isRefused) ? 'incomplete' : 'whole';
}

function differenceLines(name: string, { differences, differing }: Result): string[] {
  const lines = differences.map(({ identifier, wordsIn, wordsOut, first }) => {
    const difference = first
      ? `${first.kind} in <${first.element}>: "${first.words}"`
      : 'words are joined or parted';
    return `differs ${name}: ${identifier}: ${number(wordsIn)} words in, ${number(wordsOut)} out, ${difference}`;
  });
  const others = differing - differences.length;
  return others > 0 ? [...lines, `differs ${name}: ${number(others)} more`] : lines;
}

function keptOut(results: readonly Result[]): string {
  const categories = total(results.flatMap(result => result.keptOut)).filter(([, words]) => words > 0);
  const instructions = results.reduce((sum, result) => sum + result.instructions, 0);
  return [
    ...categories.map(([category, words]) => `${category} ${number(words)} words`),
    `processing instructions ${number(instructions)}`,
  ].join(', ');
}

function total(counts: readonly (readonly [string, number])[]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

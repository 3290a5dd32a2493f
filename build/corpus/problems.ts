/** Why a document cannot be published. All problems are collected, so that one run shows them all. */
export interface Problem {
  /** The document's file, relative to the corpus directory. */
  path: string;
  /** The frontmatter key, or null where the file as a whole is meant. */
  field: string | null;
  /** Completes "this field …", or tells about the file where `field` is null. */
  reason: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/gu;

/** Text of the corpus for messages: on one line, whatever it holds, and not kilobytes of it. */
export const printable = (text: string): string =>
  (text.length <= 200 ? text : `${text.slice(0, 200)}…`).replace(
    UNPRINTABLE,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A problem on one line, for terminals and logs: file, field, reason. */
export const formatProblem = ({ path, field, reason }: Problem): string =>
  // A path is never clipped: the reader has to find the file.
  [path.replace(UNPRINTABLE, printable), ...(field === null ? [] : [field]), printable(reason)].join(': ');

/** One document may have several problems. @returns such as "3 problems in 1 document" */
export function describeProblems(
  problems: readonly Problem[],
  count: (number: number) => string = String,
): string {
  const documents = new Set(problems.map(({ path }) => path)).size;
  const several = (number: number, word: string) => `${count(number)} ${word}${number === 1 ? '' : 's'}`;
  return `${several(problems.length, 'problem')} in ${several(documents, 'document')}`;
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By file, the file as a whole first, then by field; independent of the locale and of the order of finding. */
export const sortProblems = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted(
    (a, b) =>
      compareStrings(a.path, b.path) ||
      compareStrings(a.field ?? '', b.field ?? '') ||
      compareStrings(a.reason, b.reason),
  );

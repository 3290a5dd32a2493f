/** A reason why a document cannot be published. One run collects and shows all problems. */
export interface Problem {
  path: string;
  /** The frontmatter key; null for the file as a whole. */
  field: string | null;
  /** Completes "this field …"; a whole sentence about the file where `field` is null. */
  reason: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/gu;

/** Prepares text of the corpus for a message: one line, and not too long. */
export const printable = (text: string): string =>
  (text.length <= 200 ? text : `${text.slice(0, 200)}…`).replace(
    UNPRINTABLE,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Prints a problem on one line: file, field, reason. */
export const formatProblem = ({ path, field, reason }: Problem): string =>
  // Paths are never clipped: the reader has to find the file.
  [path.replace(UNPRINTABLE, printable), ...(field === null ? [] : [field]), printable(reason)].join(': ');

/** Counts problems and documents, such as "3 problems in 1 document". */
export function describeProblems(
  problems: readonly Problem[],
  count: (number: number) => string = String,
): string {
  const documents = new Set(problems.map(({ path }) => path)).size;
  const several = (number: number, word: string) => `${count(number)} ${word}${number === 1 ? '' : 's'}`;
  return `${several(problems.length, 'problem')} in ${several(documents, 'document')}`;
}

const compareStrings = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Sorts by file, the file as a whole first, then by field. The order does not depend on the locale. */
export const sortProblems = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted(
    (a, b) =>
      compareStrings(a.path, b.path) ||
      compareStrings(a.field ?? '', b.field ?? '') ||
      compareStrings(a.reason, b.reason),
  );

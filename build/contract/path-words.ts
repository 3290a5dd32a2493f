import { type ApiError, changesNotFound, notFound } from './errors.ts';
import { outerLevel } from './levels.ts';
import { twoDigits } from './paths.ts';
import type { Source } from './sources.ts';

/** Variable words of paths: `:title` in `/api/:source/:levels/:title`. */

/** Decoded words of a path by name; `source` is the id of the source, `level` and `levels` are its outermost. */
export type Words = Readonly<Record<string, string>>;

interface WordKind {
  /** The parameter in the API's description. */
  name: string;
  /** All spellings as patterns, each with its canonical word. Patterns are in the dialect of `FILES`. */
  spellings: readonly (readonly [pattern: string, word: string])[];
  missing: (words: Words) => ApiError;
  schema: (source: Pick<Source, 'levels'>) => Readonly<Record<string, unknown>>;
  description: string;
}

const number = (maximum?: number) => ({ type: 'integer', minimum: 1, ...(maximum && { maximum }) });

const quoted = (word = ''): string => word.slice(0, 50);

export const levelsNotFound = ({ source, levels }: Words): ApiError =>
  notFound(`No ${levels} were found in ${source}.`);
export const titleNotFound = ({ source, level, title }: Words): ApiError =>
  notFound(`No ${level} ${quoted(title)} was found in ${source}.`);
export const yearNotFound = ({ year }: Words): ApiError =>
  notFound(`No documents were found for the year ${quoted(year)}.`);
export const monthNotFound = ({ year, month }: Words): ApiError =>
  notFound(`No documents were found for the month ${Number(year)}-${twoDigits(Number(month))}.`);
const noSuchMonth = ({ year, month }: Words): ApiError =>
  notFound(`No documents were found for the month ${quoted(month)} of ${Number(year)}.`);

export const WORD_KINDS = {
  /** One to three digits. */
  title: {
    name: 'number',
    spellings: [['(?:0{0,2}([0-9])|0?([1-9][0-9])|([1-9][0-9]{2}))', '$1$2$3']],
    missing: titleNotFound,
    schema: source => number(outerLevel(source).official.length || undefined),
    description: 'The number of the {level}.',
  },
  /** Four digits, the first not zero. */
  year: {
    name: 'year',
    spellings: [['([1-9][0-9]{3})', '$1']],
    missing: yearNotFound,
    schema: () => number(9999),
    description: 'Four digits.',
  },
  month: {
    name: 'month',
    spellings: [
      ['0?([1-9])', '0$1'],
      ['(1[0-2])', '$1'],
    ],
    missing: noSuchMonth,
    schema: () => number(12),
    description: 'One or two digits.',
  },
  build: {
    name: 'number',
    spellings: [['([1-9][0-9]{0,8})', '$1']],
    missing: changesNotFound,
    schema: () => number(999_999_999),
    description: 'The number of a build.',
  },
} satisfies Record<string, WordKind>;

export const kindOfWord = (name: string): WordKind | undefined =>
  (WORD_KINDS as Readonly<Record<string, WordKind>>)[name];

/** Returns the canonical spelling; undefined for a word in no spelling. */
type ReadWord = (word: string) => string | undefined;

const READERS: ReadonlyMap<string, ReadWord> = new Map(
  Object.entries(WORD_KINDS).map(([name, { spellings }]): [string, ReadWord] => {
    const readings = spellings.map(([pattern, canonical]) => ({
      pattern: new RegExp(`^${pattern}$`),
      parts: canonical.split(/\$(\d)/),
    }));
    return [
      name,
      word => {
        for (const { pattern, parts } of readings) {
          const groups = pattern.exec(word);
          if (groups) return filled(parts, groups);
        }
        return undefined;
      },
    ];
  }),
);

/** @param parts texts and numbers of groups by turns */
function filled(parts: readonly string[], groups: RegExpExecArray): string {
  let text = parts[0] as string;
  for (let i = 1; i < parts.length; i += 2)
    text += (groups[Number(parts[i])] ?? '') + (parts[i + 1] as string);
  return text;
}

/** Returns one of the words in canonical spelling. @throws ApiError NOT_FOUND for a word in no spelling */
export function canonicalWord(name: string, words: Words): string {
  const word = words[name] as string;
  const read = READERS.get(name);
  if (!read) return word;
  const known = read(word);
  if (known === undefined) throw kindOfWord(name)?.missing(words);
  return known;
}

export interface Spelling {
  pattern: string;
  file: string;
}

/** For servers that run no program. @param path with `:words` @param file a template with the same words */
export function spellingsOf(path: string, file: string): Spelling[] {
  // Groups that do not capture also begin with a colon.
  const word = /(?<!\?):([a-z]+)/.exec(path);
  const kind = word && kindOfWord(word[1] as string);
  if (!word || !kind) return [{ pattern: path, file }];
  return kind.spellings.flatMap(([pattern, value]) =>
    spellingsOf(path.replace(word[0], pattern), file.replace(word[0], numbered(value, groupsIn(path)))),
  );
}

const groupsIn = (pattern: string): number => pattern.match(/\((?!\?)/g)?.length ?? 0;

/** Renumbers the groups of a value that follow others. */
const numbered = (value: string, before: number): string =>
  value.replace(/\$(\d)/g, (_, group) => `$${Number(group) + before}`);

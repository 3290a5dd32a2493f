import type { PathWord, UnitPaths } from './sources/entry.ts';

/** Words of web paths for documents beside sections: appendices, rules, plans (`web-path.ts`). */

/**
 * Returns the words behind the title: `chapter-II`, `part-200`, `appendix-I`; null where no row covers the identifier.
 * @param name the identifier behind the title: `p200/appI`
 * @param levelsBefore the words of levels that may precede a word, for readers
 */
export function unitWords(
  paths: readonly UnitPaths[],
  name: string,
  levelsBefore: (word: string) => readonly string[],
): string[] | null {
  if (name.indexOf('/') < 0) return null;
  for (const { above, kinds } of paths) {
    const holders = above.map(([, segment]) => `${segment}([^/]+)/`).join('');
    const kindOf = kinds.map(([, segment]) => segment).join('|');
    const found = new RegExp(`^${holders}(${kindOf})([^/]*)$`).exec(name);
    if (found === null) continue;
    const [kind, number = ''] = found.slice(above.length + 1);
    const own = kinds.find(([, segment]) => segment === kind)?.[0] ?? '';
    return [
      ...levelsBefore(firstWord({ above })),
      ...above.map(([word], i) => `${word}-${encodeURIComponent(found[i + 1] ?? '')}`),
      number === '' ? own : `${own}-${encodeURIComponent(number)}`,
    ];
  }
  return null;
}

/**
 * Returns the identifier behind the title; null where no row covers the words.
 * @param words those behind the title, decoded
 * @param areLevels whether words may precede a word, for readers
 */
export function unitOfWords(
  paths: readonly UnitPaths[],
  words: readonly string[],
  areLevels: (words: readonly string[], before: string) => boolean,
): string | null {
  const last = words.length - 1;
  for (const { above, kinds } of paths) {
    const start = last - above.length;
    if (start < 0 || !areLevels(words.slice(0, start), firstWord({ above }))) continue;
    const holders = above.map((pair, i) => readWord([pair], words[start + i], true));
    const own = readWord(kinds, words[last], false);
    if (own !== null && holders.every(holder => holder !== null)) return [...holders, own].join('/');
  }
  return null;
}

/** The first word of the document's own name; levels before it are for readers. */
export const firstWord = ({ above }: Pick<UnitPaths, 'above'>): string => above[0]?.[0] ?? '';

/** Reads `part-200` as `p200`, `appendix` as `app`; null for other words. */
function readWord(table: readonly PathWord[], word = '', isNumbered: boolean): string | null {
  const [, name, number] = /^([a-z]+)(?:-([^/]+))?$/.exec(word) ?? [];
  const segment = table.find(([known]) => known === name)?.[1];
  if (segment === undefined || (number === undefined && (isNumbered || segment === ''))) return null;
  return segment + (number ?? '');
}

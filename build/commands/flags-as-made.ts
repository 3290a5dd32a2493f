import type { Making } from '../state/header.ts';
import type { SiteChoice } from './site-flags.ts';

/** The choices of a build. The code tells the version of the site, and the corpus whether it is a sample. */
export type Made = Omit<Making, 'site' | 'sample'> & { site: SiteChoice };

/**
 * The command that builds a tree again as it was made, for people to run. What is signed, and from where a history comes, is not remembered.
 *
 * @param needsDay whether the user must say the day of the corpus @param more flags
 */
export function commandAsMade(dist: string, made: Made, needsDay: boolean, more: readonly string[]): string {
  const { archive, versions, keep, asOf, site } = made;
  const flags = [
    ...['--corpus', quoted(made.corpus), '--out', quoted(dist)],
    ...(made.keepGoing ? ['--keep-going'] : []),
    ...(made.pages === 'all' ? [] : ['--pages', made.pages]),
    ...(made.bulk ? [] : ['--no-bulk']),
    ...(made.search ? [] : ['--no-search']),
    ...(site ? [] : ['--no-site']),
    ...(site?.url ? ['--site-url', quoted(site.url)] : []),
    ...(archive ? ['--archive', quoted(archive.folder)] : []),
    ...(versions ? ['--versions', versions] : []),
    ...(keep === undefined ? [] : ['--archive-keep', keep]),
    ...(archive && (needsDay || asOf) ? ['--as-of', 'DATE'] : []),
    ...more,
  ];
  return `npm run build -- ${flags.join(' ')}`;
}

/** A word of a command of a POSIX shell. */
const quoted = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

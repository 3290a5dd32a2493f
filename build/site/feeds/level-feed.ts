import { innerLevels, isDated, outerLevel } from '../../contract/levels.ts';
import type { RoutedSource } from '../../contract/sources.ts';

/** Feeds of what changed in a title, and in its innermost levels with pages: chapters of the U.S. Code, parts of the eCFR. */

/** A name that an address may have (build/contract/file-addresses.ts). */
const PLAIN = /^[A-Za-z0-9_-]+$/;

/**
 * The address of the feed of a page's level, `/feeds/ecfr-title-40-part-52.atom`; of its title for other levels.
 *
 * @param numbers as in `WebPlace` @returns null for sources of dates, and where the number fits into no address
 */
export function levelFeed(source: RoutedSource, numbers: Readonly<Record<string, string>>): string | null {
  const outer = outerLevel(source);
  const inner = innerLevels(source).at(-1);
  const own = inner && numbers[inner.name];
  const stem = feedStem(source, numbers[outer.name] ?? '');
  const name = inner && own !== undefined ? `${stem}-${inner.name}-${own}` : stem;
  return !isDated(source) && PLAIN.test(name) ? `/feeds/${name}.atom` : null;
}

/** How the names of all feeds of a title begin. @param title as in identifiers, `17` or `18a` */
export const feedStem = (source: RoutedSource, title: string): string =>
  `${source.id}-${outerLevel(source).name}-${title.toLowerCase()}`;

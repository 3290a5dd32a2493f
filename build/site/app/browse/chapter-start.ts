import { LIST_LIMIT } from '../../../contract/page-sizes.ts';
import type { Inner } from './outer.ts';

/**
 * Where a chapter begins in the list of its title, at a page's start: chapters and sections are numbered alike, so those before it
 * are about as many as the chapters before it hold.
 *
 * @returns an offset; 0 where there is no such chapter
 */
export function chapterStart(chapters: readonly Inner[], chapter: string | undefined): number {
  const at = chapters.findIndex(({ number }) => number === chapter);
  const before = chapters.slice(0, Math.max(at, 0)).reduce((sum, { count }) => sum + count, 0);
  return before - (before % LIST_LIMIT.default);
}

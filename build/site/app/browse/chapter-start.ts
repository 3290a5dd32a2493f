import { LIST_LIMIT } from '../../../contract/page-sizes.ts';
import type { Inner } from './outer.ts';

/**
 * Returns where a chapter begins in its title's list, at the start of a page. Chapters and sections are numbered alike, so the
 * chapters before it hold about as many documents as come before it.
 * @returns an offset; 0 for unknown chapters
 */
export function chapterStart(chapters: readonly Inner[], chapter: string | undefined): number {
  const at = chapters.findIndex(({ number }) => number === chapter);
  const before = chapters.slice(0, Math.max(at, 0)).reduce((sum, { count }) => sum + count, 0);
  return before - (before % LIST_LIMIT.default);
}

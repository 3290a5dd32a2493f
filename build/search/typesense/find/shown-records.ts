import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentPath } from '../../../contract/paths.ts';
import type { SearchHit } from '../../../contract/search.ts';
import { sourceOf } from '../../../contract/sources.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { Highlighter } from '../../query/highlight.ts';
import { shownHits } from '../../query/shown-hits.ts';

/** Texts that are in memory at the same time: some have megabytes. */
const AT_ONCE = 10;

/**
 * Returns the hits of a page, serialised. Their passages come from the texts of the tree, which the collection does not keep.
 * @param hits as the collection has them @param shown what to highlight; null for no highlights
 */
export async function shownRecords(
  tree: string,
  hits: readonly string[],
  shown: SearchAnalysis | null,
  signal: AbortSignal,
): Promise<string[]> {
  const highlighter = shown && new Highlighter(shown);
  const page: string[] = [];
  for (let i = 0; i < hits.length; i += AT_ONCE) {
    const found = hits.slice(i, i + AT_ONCE).map(async hit => {
      const { source, identifier, heading } = JSON.parse(hit) as SearchHit;
      const path = join(tree, documentPath(sourceOf(source), identifier, 'text'));
      // A document may have left the tree before it leaves the collection.
      return { hit, heading, body: highlighter ? await readFile(path, 'utf8').catch(() => '') : '' };
    });
    page.push(...(await shownHits(await Promise.all(found), highlighter, signal)));
  }
  return page;
}

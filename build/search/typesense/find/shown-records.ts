import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentPath } from '../../../contract/paths.ts';
import type { SearchHit, SearchQuery } from '../../../contract/search.ts';
import { sourceOf } from '../../../contract/sources.ts';
import type { SearchAnalysis } from '../../query/analyze.ts';
import { Highlighter } from '../../query/highlight.ts';
import { shownHits } from '../../query/shown-hits.ts';
import type { ReturnedRecord } from './request.ts';

/** Texts that are in memory at the same time: some have megabytes. */
const AT_ONCE = 10;

interface Shown {
  tree: string;
  query: SearchQuery;
  signal: AbortSignal;
}

/** Returns the hits, serialised. Their passages come from the texts of the tree, which the collection does not keep. */
export async function shownRecords(
  { tree, query, signal }: Shown,
  records: readonly ReturnedRecord[],
  shown: SearchAnalysis,
): Promise<string[]> {
  const highlighter = query.highlight ? new Highlighter(shown) : null;
  const hits: string[] = [];
  for (let i = 0; i < records.length; i += AT_ONCE) {
    const found = records.slice(i, i + AT_ONCE).map(async ({ hit }) => {
      const { source, identifier, heading } = JSON.parse(hit) as SearchHit;
      const path = join(tree, documentPath(sourceOf(source), identifier, 'text'));
      return { hit, heading, body: highlighter ? await textOf(path) : '' };
    });
    hits.push(...(await shownHits(await Promise.all(found), highlighter, signal)));
  }
  return hits;
}

/** A document may have left the tree before it leaves the collection. */
async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
}

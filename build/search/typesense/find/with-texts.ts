import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentPath } from '../../../contract/paths.ts';
import type { SearchHit } from '../../../contract/search.ts';
import { sourceOf } from '../../../contract/sources.ts';
import type { FoundHit } from '../../query/shown-hits.ts';
import type { ReturnedRecord } from './request.ts';

/**
 * Yields the hits with their texts from the tree, which the collection does not keep in a form to show. Some have megabytes, so one is
 * read after the other.
 * @param isRead false leaves the texts empty
 */
export async function* withTexts(
  tree: string,
  records: readonly ReturnedRecord[],
  isRead: boolean,
): AsyncGenerator<FoundHit> {
  for (const { hit } of records) {
    const { source, identifier, heading } = JSON.parse(hit) as SearchHit;
    const path = join(tree, documentPath(sourceOf(source), identifier, 'text'));
    // A document may leave the tree before it leaves the collection.
    yield { hit, heading, body: isRead ? await readFile(path, 'utf8').catch(() => '') : '' };
  }
}

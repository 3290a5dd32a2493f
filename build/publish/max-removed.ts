import { Refusal, UsageError } from '../common/command-line.ts';
import { SOURCES } from '../contract/sources.ts';
import { documentOfFile } from '../files/document-file.ts';
import type { Changes } from '../previous/file-changes.ts';

/** How many documents of a source a build may remove (build/README.md, When much is gone): a number, or percent of the source. */
export type MaxRemoved = { count: number } | { percent: number };

export const DEFAULT_MAX_REMOVED = '10%';

/** @param text such as `200` or `10%` @throws UsageError */
export function readMaxRemoved(text: string): MaxRemoved {
  const [, digits, percent] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (digits !== undefined && percent === '') return { count: number };
  if (percent === '%' && number <= 100) return { percent: number };
  throw new UsageError(`--max-removed takes a number of documents, or percent from 0% to 100%, not ${text}.`);
}

const maxRemovedText = (max: MaxRemoved): string => ('count' in max ? String(max.count) : `${max.percent}%`);

/** The most removals of `of` documents. Percent are rounded up, but only 100% allows to remove all. */
export function mostRemoved(max: MaxRemoved, of: number): number {
  if ('count' in max) return max.count;
  if (max.percent === 100) return of;
  return Math.min(Math.ceil((of * max.percent) / 100), Math.max(of - 1, 0));
}

/** How many documents a source has, and how many of them are removed. */
export interface Loss {
  removed: number;
  of: number;
}

/** How many documents are removed, by source. @param removed paths of files; a document counts by its JSON */
export function removedBySource(removed: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of removed) {
    const file = documentOfFile(path);
    if (file?.representation !== 'json') continue;
    counts.set(file.source.id, (counts.get(file.source.id) ?? 0) + 1);
  }
  return counts;
}

/** @param lossOf null for a source that loses nothing @throws Refusal */
export function checkRemoved(max: MaxRemoved, lossOf: (source: string) => Loss | null): void {
  const refused = SOURCES.flatMap(({ id }) => {
    const loss = lossOf(id);
    if (!loss || loss.removed <= mostRemoved(max, loss.of)) return [];
    return `${id} would lose ${loss.removed} of ${loss.of} documents (${mostRemoved(max, loss.of)} may go)`;
  });
  if (refused.length === 0) return;
  throw new Refusal(
    `Refused: ${refused.join('; ')}, by --max-removed ${maxRemovedText(max)}. The tree is as it was. If all of that is meant to go, --max-removed 100% lets it.`,
  );
}

/** As `checkRemoved`, for the changes of a build. @param counts documents of the new tree, by source @throws Refusal */
export function checkChanges(
  max: MaxRemoved,
  { documents: { added, removed } }: Pick<Changes, 'documents'>,
  counts: Readonly<Record<string, number>>,
): void {
  const [gone, come] = [removedBySource(removed), removedBySource(added)];
  checkRemoved(max, id => {
    const lost = gone.get(id) ?? 0;
    return lost === 0 ? null : { removed: lost, of: (counts[id] ?? 0) - (come.get(id) ?? 0) + lost };
  });
}

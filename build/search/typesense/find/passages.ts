import type { SearchAnalysis } from '../../query/analyze.ts';
import { TermMatcher } from '../../query/term-matcher.ts';
import type { TypesenseClient } from './client.ts';
import * as request from './request.ts';
import { isPart, type RecordHit, recordsIn, textOf } from './result.ts';

/** Replaces found parts without the most telling term by parts of the same documents that hold some term. */
export async function shownRecords(
  { client, signal }: { client: TypesenseClient; signal: AbortSignal },
  records: readonly RecordHit[],
  shown: SearchAnalysis,
): Promise<readonly RecordHit[]> {
  const [telling, ...others] = request.tellingTerms(shown);
  if (telling === undefined) return records;
  const matcher = new TermMatcher({ ...shown, words: [], phrases: [telling], prefix: false });
  const isBlind = (record: RecordHit) => isPart(record) && !matcher.matches(textOf(record));
  const blind = records.filter(isBlind).map(({ document }) => document.document);
  if (blind.length === 0) return records;
  const searches = request.passageSearches([telling, ...others], blind);
  const found = (await client.searchAll(searches, signal)).flatMap(recordsIn);
  return records.map(record =>
    blind.includes(record.document.document)
      ? (found.find(({ document }) => document.document === record.document.document) ?? record)
      : record,
  );
}

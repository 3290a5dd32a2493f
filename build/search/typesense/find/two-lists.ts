import type { Slice } from '../../../contract/query.ts';
import type { FoundSlice } from './client.ts';
import type { RecordHit } from './result.ts';

export interface FoundPage {
  records: RecordHit[];
  /** Results of searches that together find each document once. */
  parts: FoundSlice[];
}

type Listed = (slice: Slice) => Promise<FoundSlice>;

export async function inTwo({ offset, limit }: Slice, first: Listed, others: Listed): Promise<FoundPage> {
  const ahead = offset === 0 ? others({ offset, limit }) : null;
  const [found, early] = await Promise.all([first({ offset, limit }), ahead]);
  const rest = early ?? (await others({ offset: Math.max(0, offset - found.total), limit }));
  return { records: [...found.records, ...rest.records].slice(0, limit), parts: [found, rest] };
}

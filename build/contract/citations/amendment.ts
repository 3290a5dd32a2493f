import { naturalKey } from '../natural-order.ts';

/** What an amendatory instruction changes. */
export interface Amendment {
  kind: 'section' | 'appendix' | 'subpart' | 'part';
  /** `/us/cfr/t40/s52.220`, `/us/cfr/t40/p52/appA`, `/us/cfr/t40/p52/spB`, `/us/cfr/t40/p52` */
  identifier: string;
  /** The last one of a range. */
  identifierEnd: string | null;
  /** The identifier of the part. */
  part: string;
  pinpoints: (readonly string[])[];
  /** When the instruction itself says that it takes effect: the days of its parts, each once. */
  effective: readonly Effect[];
}

/** A day, YYYY-MM-DD; null where the words tell none. */
export type Effect = string | typeof DELAYED | null;

/** The day is not known yet. */
export const DELAYED = 'delayed';

/** Whether an amendment names a document or level, or a range in which it is. */
export function amends({ identifier, identifierEnd }: Amendment, name: string): boolean {
  const key = naturalKey(name);
  return naturalKey(identifier) <= key && key <= naturalKey(identifierEnd ?? identifier);
}

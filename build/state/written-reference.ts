import type { CitingPlace } from '../contract/reference.ts';

/** Between the ends of a range. */
export const TO = '\t';

/** All citations in one kind of place that are written alike. */
export interface WrittenReference {
  /**
   * Identifiers that may be meant, the likeliest first, separated by line ends; of a range both ends, with `TO` between, and another
   * `TO` behind them where the document cites the beginning elsewhere. Of a page in a journal: `83 FR 21707`, with the abbreviation of the journal.
   */
  written: string;
  place: CitingPlace;
  count: number;
  /** Distinct, in the order of the text. */
  pinpoints: readonly (readonly string[])[];
}

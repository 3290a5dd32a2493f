/** Where a corpus says that it is no law, so does all that is made from it (build/contract/README.md, Overview). */

export const SAMPLE_NOTICE = 'This is a sample, not the law.';

/** @param sources the data of `/api/sources` */
export const isSample = (sources: readonly { sample?: unknown }[]): boolean =>
  sources.some(({ sample }) => sample === true);

/** Marks everything made from a sample corpus, which is no law (build/contract/README.md, Overview). */

export const SAMPLE_NOTICE = 'This is a sample, not the law.';

export const isSample = (sources: readonly { sample?: unknown }[]): boolean =>
  sources.some(({ sample }) => sample === true);

import type { Schema } from './blocks.ts';

/** What the oracle knows of the Federal Register: which elements are documents, and what is no text of them. */
export const FEDERAL_REGISTER: Schema = {
  units: new Set(['RULE', 'PRORULE', 'NOTICE', 'PRESDOCU']),
  partsRaised: true,
  out: (name, _attributes, parents) => {
    if (name === 'CNTNTS') return 'contents';
    const isHead = ['VOL', 'NO', 'DATE', 'UNITNAME'].includes(name) && parents.at(-2) === 'FEDREG';
    return isHead ? 'running heads' : null;
  },
};

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_CORPUS } from './tree.ts';

/** How many documents of a source the sample corpus has, counted by its files alone: those of levels begin with `_`, and a README is none. */
const count = (source: string): number =>
  readdirSync(join(SAMPLE_CORPUS, source), { recursive: true, withFileTypes: true }).filter(({ name }) =>
    /^(?!_|README).*\.md$/.test(name),
  ).length;

const OF_SOURCE = { usc: count('usc'), ecfr: count('ecfr'), fr: count('fr') };

/** Documents of the sample corpus: those of each source, and all. */
export const SAMPLE = { ...OF_SOURCE, all: OF_SOURCE.usc + OF_SOURCE.ecfr + OF_SOURCE.fr };

import { annualCfr } from './annual/schema.ts';
import { ecfr } from './ecfr/schema.ts';
import { fr } from './fr/schema.ts';
import { cfrVolume, frIssue } from './gpo-uslm/schema.ts';
import type { Schema } from './schema.ts';
import { uslm } from './uslm/schema.ts';

/** All that can be imported. The first that a root element matches is taken. */
export const SCHEMAS: readonly Schema[] = [uslm, ecfr, annualCfr, fr, frIssue, cfrVolume];

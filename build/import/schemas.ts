import { annualCfr } from './annual/schema.ts';
import { ecfr } from './ecfr/schema.ts';
import { fr } from './fr/schema.ts';
import { cfrVolume, frIssue } from './gpo-uslm/schema.ts';
import type { Schema } from './schema.ts';
import { uslm } from './uslm/schema.ts';

/** All schemas. The first that matches a root element is taken. */
export const SCHEMAS: readonly Schema[] = [uslm, ecfr, annualCfr, fr, frIssue, cfrVolume];

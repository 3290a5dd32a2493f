import fs from 'node:fs';
import path from 'node:path';
import { openapi } from '../../../build/pages/openapi.ts';
import { clientTypes } from '../../../build/site/clients/types.ts';
import type { Description } from '../../../build/site/reference/description.ts';

/** `npm run check` runs this first: `pandect.ts` imports types that only builds make, and tsconfig.json looks for them here. */

const FOLDER = path.join(import.meta.dirname, '../../../node_modules/.cache/pandect-types');

fs.mkdirSync(FOLDER, { recursive: true });
fs.writeFileSync(path.join(FOLDER, 'pandect-api.ts'), clientTypes(openapi() as Description));

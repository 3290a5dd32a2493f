import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Description } from '../reference/description.ts';
import type { SiteFile } from '../site-file.ts';
import { clientTypes } from './types.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Files for download: the clients, and the API's types for the TypeScript client. */
export const clientFiles = (description: Description): SiteFile[] => [
  clientFile('pandect.ts', fs.readFileSync(`${HERE}pandect.ts`)),
  clientFile('pandect-api.ts', clientTypes(description)),
  clientFile('pandect.py', fs.readFileSync(`${HERE}pandect.py`)),
];

const clientFile = (name: string, content: Buffer | string): SiteFile => ({
  path: `site/clients/${name}`,
  content,
});

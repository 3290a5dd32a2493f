import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SiteFile } from '../site-file.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Files for download: the clients, and the API's types for the TypeScript client. */
export const CLIENTS = ['pandect.ts', 'pandect-api.ts', 'pandect.py'] as const;

export const clientFiles = (): SiteFile[] =>
  CLIENTS.map(name => ({ path: `site/clients/${name}`, content: fs.readFileSync(HERE + name) }));

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Identifies the code that renders: what one version made is not taken over by another. It covers every module of
 * the build and the versions of the libraries and of Node (whose Unicode tables regular expressions ask).
 */
export function codeVersion(): string {
  version ??= makeVersion();
  return version;
}

let version: string | null = null;

function makeVersion(): string {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const modules = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .sort();
  const hash = createHash('sha256').update(process.version);
  for (const name of [...modules, '../package-lock.json']) {
    hash.update(`${name}\n`).update(fs.readFileSync(path.join(folder, name)));
  }
  return hash.digest('hex');
}

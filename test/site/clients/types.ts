import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openapi } from '../../../build/pages/openapi.ts';
import { ROOT } from '../../helpers/handbook.ts';
import { temporaryFolder } from '../../helpers/tree.ts';

/**
 * Makes the types of the TypeScript client by openapi-typescript from the description. The generator needs an older compiler
 * than TypeScript 7, so both lie in a separate folder (OPENAPI_TYPESCRIPT). To write the types anew:
 *
 * npx tsx test/site/clients/types.ts
 */

export const TYPES = path.join(ROOT, 'build/site/clients/pandect-api.ts');

/** Why types cannot be made here; null where they can. */
export const withoutGenerator =
  process.env.OPENAPI_TYPESCRIPT === undefined
    ? 'OPENAPI_TYPESCRIPT is no folder with openapi-typescript and typescript@5 in it'
    : null;

/** @throws the generator's message */
export function makeTypes(): string {
  const folder = temporaryFolder();
  const [description, types] = [path.join(folder, 'openapi.json'), path.join(folder, 'types.ts')];
  fs.writeFileSync(description, JSON.stringify(openapi()));
  const cli = path.join(process.env.OPENAPI_TYPESCRIPT ?? '', 'node_modules/openapi-typescript/bin/cli.js');
  const { status, stderr } = spawnSync(process.execPath, [cli, description, '--output', types], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return fs.readFileSync(types, 'utf8');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) fs.writeFileSync(TYPES, makeTypes());

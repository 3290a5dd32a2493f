import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { caddy } from '../../../build/edge/caddy/caddy.ts';
import type { EdgeTarget } from '../../../build/edge/target.ts';
import type { Edge } from './edge.ts';
import { hindranceOf, startProgram } from './process.ts';

const MAIN = `{
	admin off
}
import Caddyfile
`;

/** @param target what is written for it; a benchmark has another */
export const caddyWith = (target: EdgeTarget): Edge => ({
  name: 'caddy',
  hindrance: hindranceOf('caddy', 'version'),
  isFileServer: true,
  start: options =>
    startProgram(
      {
        target,
        command(folder) {
          writeFileSync(join(folder, 'main'), MAIN);
          return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'main')];
        },
      },
      options,
    ),
  // Paths that Go cannot read, and those with characters that belong into no URL, which it spells anew for the shim.
  isRefused: ({ target }) => /%(?![0-9a-f]{2})|[\\"#<>^`{|}]/i.test(target.replace(/\?.*$/, '')),
});

export const caddyEdge = caddyWith(caddy);

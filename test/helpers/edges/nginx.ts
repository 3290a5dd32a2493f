import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginx } from '../../../build/edge/nginx/nginx.ts';
import type { EdgeTarget } from '../../../build/edge/target.ts';
import type { Edge } from './edge.ts';
import { hindranceOf, startProgram } from './process.ts';

const PLACES = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

const main = (folder: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
master_process off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${PLACES.map(place => `${place}_temp_path ${folder}/temp/${place};`).join('\n  ')}
  include ${folder}/nginx.conf;
}
`;

/** @param target what is written for it; a benchmark has another */
export const nginxWith = (target: EdgeTarget): Edge => ({
  name: 'nginx',
  hindrance: hindranceOf('nginx', '-v'),
  isFileServer: true,
  start: options =>
    startProgram(
      {
        target,
        command(folder) {
          mkdirSync(join(folder, 'temp'));
          writeFileSync(join(folder, 'main.conf'), main(folder));
          return ['nginx', '-c', join(folder, 'main.conf'), '-p', folder, '-e', 'stderr'];
        },
      },
      options,
    ),
  // Paths that it cannot read, or that climb above the root.
  isRefused: ({ method, target }) =>
    /%(?![0-9a-f]{2})|%00/i.test(target) ||
    climbs(target) ||
    !/^[A-Z_-]+$/.test(method) ||
    /^(?:TRACE|CONNECT)$/.test(method),
});

export const nginxEdge = nginxWith(nginx);

function climbs(target: string): boolean {
  let depth = 0;
  const path = target
    .replace(/[?#].*$/, '')
    .replace(/%2f/gi, '/')
    .replace(/%2e/gi, '.');
  for (const segment of path.split('/').slice(1)) {
    if (segment === '..') depth--;
    else if (segment !== '.') depth++;
    if (depth < 0) return true;
  }
  return false;
}

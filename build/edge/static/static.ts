import type { EdgeTarget } from '../target.ts';

/** Hosts that serve files by their names and cannot rewrite: GitHub Pages, `python3 -m http.server`. */
export const staticHost: EdgeTarget = {
  id: 'static',
  summary: 'hosts that cannot rewrite, such as GitHub Pages: every file under its own name',
  files: async () => ({ 'README.md': '', '.nojekyll': '' }),
};

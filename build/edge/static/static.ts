import { bodyOf, ERRORS } from '../errors.ts';
import type { EdgeTarget } from '../target.ts';
import { sitePages } from './pages.ts';

/** Hosts that serve files by name and cannot rewrite: GitHub Pages, `python3 -m http.server`. */
export const staticHost: EdgeTarget = {
  id: 'static',
  summary: 'hosts that cannot rewrite, such as GitHub Pages: every file under its own name',
  files: async ({ dist, base = '/' }) => ({
    // Without it GitHub Pages leaves out names with a leading underscore, such as the pages of lists.
    '.nojekyll': '',
    '404.html': `${bodyOf(ERRORS.endpoint)}\n`,
    ...sitePages(dist, base),
    '404.json': `${bodyOf(ERRORS.endpoint)}\n`,
    'README.md': readme(dist, base),
  }),
};

const readme = (dist: string, base: string): string => `# A host that cannot rewrite

1. Copy \`api/\`, \`site/\`, \`bulk/\`, \`changes/\`, \`manifest/\`, \`manifest.json\` and \`manifest.json.minisig\` of ${dist}, as far as they are there, to the host, to the path \`${base}\`, and what lies here beside them but this file (\`404.json\` where the host wants
   the error page as JSON). Leave out \`catalog/\` and \`build.json\`.
2. Open \`${base}\`: the site works, search aside. Its pages are named in links and addresses as everywhere; the host sends \`404.html\` for them, which is the site, with status 404.
   Whoever asks for files by a program asks for them by their names.

| API | file |
|---|---|
| \`/api/usc/documents/t17%2Fs106\` | \`/api/usc/documents/t17/s106.json\`, \`.md\`, \`.txt\` |
| \`/api/usc/documents\` | \`/api/usc/documents.json\` |
| \`/api/usc/documents?title_number=17\` | \`/api/usc/documents/_q/title_number=17.json\` |
| \`/api/usc/documents?agency=A%20B\` | \`/api/usc/documents/_q/agency=A%2520B.json\`: the name holds the escape, so its \`%\` is escaped |
| \`/api/fr/years/2018/05\` | \`/api/fr/years/2018/05.json\` |
| \`/api/changes\`, \`/api/changes/17\` | \`/changes/index.json\`, \`/changes/17.ndjson\` |
| \`/api/openapi\`, \`/api/stats\` | \`/api/openapi.json\`, \`/api/stats.json\` |

What does not work: the addresses of the API itself, \`pagination.next\` as it stands, \`Accept\` and \`format\`, projections, other lists, search, health, rate
limits. Types, CORS, caching and validators are the host's: GitHub Pages allows all origins and sends \`application/json\`; \`python3 -m http.server\`
sends no CORS headers. A path that is not there gets the error page with the host's own type.
`;

import { CACHE_CONTROL } from '../../contract/headers.ts';
import { outerLevel } from '../../contract/levels.ts';
import { contentTypeOf, SITE_FOLDER } from '../../contract/paths.ts';
import { CHANGES_FEED } from '../../contract/site-paths.ts';
import { SOURCES } from '../../contract/sources.ts';

/**
 * `upload.sh`: S3 sends what an object was uploaded with, so that type and policy come from the one table of headers
 * (build/contract/README.md, Response headers).
 */

/** The folders of their pages. */
const OUTER_LEVELS = [...new Set(SOURCES.map(source => outerLevel(source).plural))];

type Policy = keyof typeof CACHE_CONTROL;

interface Group {
  policy: Policy;
  /** All of a group are of one type. */
  extension: string;
  /** Filters of rclone: the first that matches decides. */
  filters: readonly string[];
}

/** In the order in which a reader comes to them backwards: what a list names is there before the list. */
const GROUPS: readonly Group[] = [
  ...['.json', '.md', '.txt'].map(
    (extension): Group => ({
      policy: 'document',
      extension,
      filters: ['- /api/*/documents/_q/**', `+ /api/*/documents/**${extension}`],
    }),
  ),
  {
    policy: 'list',
    extension: '.json',
    filters: [
      '+ /api/*/documents/_q/**',
      '+ /api/*/documents.json',
      '+ /api/sources.json',
      '+ /api/bulk.json',
    ],
  },
  {
    policy: 'hierarchy',
    extension: '.json',
    filters: OUTER_LEVELS.flatMap(name => [`+ /api/*/${name}.json`, `+ /api/*/${name}/**`]),
  },
  { policy: 'overview', extension: '.json', filters: ['+ /api/stats.json', '+ /api/openapi.json'] },
  { policy: 'dump', extension: '.jsonl.gz', filters: ['+ /bulk/**.jsonl.gz'] },
  { policy: 'list', extension: '.ndjson', filters: ['+ /changes/*.ndjson'] },
  { policy: 'manifest', extension: '.ndjson', filters: ['+ /manifest/**.ndjson'] },
  { policy: 'manifest', extension: '.atom', filters: [`+ /${CHANGES_FEED}`] },
  {
    policy: 'manifest',
    extension: '.minisig',
    filters: ['+ /manifest.json.minisig', '+ /changes/index.json.minisig'],
  },
  {
    policy: 'manifest',
    extension: '.json',
    filters: ['+ /bulk/index.json', '+ /changes/index.json', '+ /manifest.json'],
  },
];

/** Of the site: what pages name is there before them. */
const SITE_GROUPS: readonly Group[] = [
  ...['.js', '.css', '.svg', '.png', '.woff2'].map(
    (extension): Group => ({
      policy: 'asset',
      extension,
      filters: [`+ /${SITE_FOLDER}/assets/**${extension}`],
    }),
  ),
  ...['.js', '.css', '.svg', '.png', '.woff2', '.txt', '.xml', '.atom'].map(
    (extension): Group => ({
      policy: 'list',
      extension,
      filters: [`- /${SITE_FOLDER}/assets/**`, `+ /${SITE_FOLDER}/**${extension}`],
    }),
  ),
  { policy: 'page', extension: '.html', filters: [`+ /${SITE_FOLDER}/**.html`] },
];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const step = (from: string, to: string, policy: Policy, extension: string, filters: readonly string[]) =>
  [
    `rclone sync "$@" --checksum --fast-list --transfers 32 ${quoted(from)} ${to}`,
    `  --header-upload ${quoted(`Cache-Control: ${CACHE_CONTROL[policy]}`)}`,
    `  --header-upload ${quoted(`Content-Type: ${contentTypeOf(extension)}`)}`,
    ...filters.map(filter => `  --filter ${quoted(filter)}`),
  ].join(' \\\n');

/** @param dist the tree, as an absolute path */
export const uploadScript = (dist: string): string => `#!/bin/sh
# Brings a bucket up to date with the tree, each object with the headers that it is to be sent with:
#   ./upload.sh REMOTE:BUCKET [options of rclone]
set -eu
: "\${1:?REMOTE:BUCKET is missing}"
bucket=$1
shift
here=$(cd "$(dirname "$0")" && pwd)

${[...GROUPS, ...SITE_GROUPS].map(({ policy, extension, filters }) => step(dist, '"$bucket"', policy, extension, [...filters, '- **'])).join('\n\n')}

${step('HERE', '"$bucket"', 'none', '.json', ['+ /errors/*.json', '- **']).replace("'HERE'", '"$here"')}
`;

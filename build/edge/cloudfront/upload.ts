import { CACHE_CONTROL } from '../../contract/headers.ts';
import { outerLevel } from '../../contract/levels.ts';
import { contentTypeOf, SITE_FOLDER } from '../../contract/paths.ts';
import { fileOfResource, RESOURCE_NAMES, RESOURCES, type ResourceName } from '../../contract/resources.ts';
import { isPaged } from '../../contract/routing/match.ts';
import { CHANGES_FEED } from '../../contract/site-paths.ts';
import { SOURCES } from '../../contract/sources.ts';

/** `upload.sh`: S3 repeats the headers of the upload, so type and policy come from the one table of headers. */

type Policy = keyof typeof CACHE_CONTROL;

interface Group {
  policy: Policy;
  extension: string;
  /** Filters of rclone; the first match decides. */
  filters: readonly string[];
}

/** Filters for a resource's files: one for each word of a source's outermost level. */
function filesOf(name: ResourceName): string[] {
  const { of = () => true } = RESOURCES[name];
  const files = SOURCES.filter(of).map(source =>
    fileOfResource(name)
      // Identifiers have slashes.
      .replace('*', '**')
      .replace(':levels', outerLevel(source).plural)
      .replace(/:\w+/g, '*'),
  );
  return [...new Set(files)].map(file => `/${file}`);
}

/** Pages of the API other than documents. */
const pagesWith = (policy: Policy): string[] =>
  RESOURCE_NAMES.filter(name => RESOURCES[name].policy === policy)
    .flatMap(name => filesOf(name).map(file => ({ row: RESOURCES[name], file })))
    .filter(({ file }) => file.startsWith('/api/') && file.endsWith('.json'))
    .flatMap(({ row, file }) => (isPaged(row) ? withPages(file) : [file]))
    .map(file => `+ ${file}`);

function withPages(file: string): string[] {
  return [file, file.replace(/[.]json$/, '/_q/**')];
}

/** Listed files are uploaded before their lists. */
const GROUPS: readonly Group[] = [
  ...['.json', '.md', '.txt'].map(
    (extension): Group => ({
      policy: 'document',
      extension,
      filters: [
        '- /api/*/documents/_q/**',
        ...[...filesOf('references').flatMap(withPages), ...filesOf('versions')].map(file => `- ${file}`),
        `+ /api/*/documents/**${extension}`,
      ],
    }),
  ),
  ...(['list', 'hierarchy', 'overview'] as const).map(
    (policy): Group => ({ policy, extension: '.json', filters: pagesWith(policy) }),
  ),
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

/** Assets of the site are uploaded before its pages. */
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

/** @param dist absolute path of the tree */
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

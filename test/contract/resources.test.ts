import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CACHE_CONTROL } from '../../build/contract/headers.ts';
import { levelUrl, outerLevel } from '../../build/contract/levels.ts';
import { kindOfWord } from '../../build/contract/path-words.ts';
import * as paths from '../../build/contract/paths.ts';
import type { Resource } from '../../build/contract/resource.ts';
import {
  fileOfResource,
  RESOURCE_NAMES,
  RESOURCES,
  type ResourceName,
} from '../../build/contract/resources.ts';
import { addressesOf } from '../../build/contract/routing/match.ts';
import { SOURCES, sourceOf } from '../../build/contract/sources.ts';
import { withNames } from '../../build/pages/openapi/operations.ts';

/** The tables of resources in READMEs equal those of the code. */

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[] = []): string => texts.map(code).join(', ');
const sourcesWith = ({ of }: Resource) => SOURCES.filter(source => !of || of(source));
const idsOf = (row: Resource): string[] => sourcesWith(row).map(({ id }) => id);

function shownPath(row: Resource, ids = idsOf(row)): string {
  const path = row.path
    .replace(':source', ids.length === 1 ? String(ids[0]) : `{${ids.join(',')}}`)
    .replace(':levels', [...new Set(sourcesWith(row).map(source => outerLevel(source).plural))].join(','))
    .replace('*', '<identifier>')
    .replace(/:(\w+)/g, (_, word) => `<${kindOfWord(word)?.name}>`);
  const aliases = row.aliases ? ` (also ${codes(row.aliases)})` : '';
  return code(path) + aliases;
}

const ANSWERED: Readonly<Record<Resource['answered'], string>> = {
  file: 'a file',
  document: 'a file, by format and `Accept`',
  level: 'a file; with `depth=all` inside a title computed',
  references: 'a file, or computed',
  versions: 'a file, or computed',
  diff: 'computed',
  made: 'computed',
  list: 'a file, or computed',
  month: 'a file, or computed',
  shim: 'the shim',
  mcp: 'the shim, by POST',
};

/** One line for each source with different filters. */
function fullRows(name: ResourceName): string[] {
  const row = RESOURCES[name];
  const answered = ANSWERED[row.answered] + (row.unless ? `; with ${code(row.unless.param)} computed` : '');
  const more = [
    ...[answered, row.policy, row.tags ?? '', row.ranges ? 'yes' : '', row.envelope ?? ''],
    row.counts === false ? 'no' : '',
  ];
  if (!row.query?.includes('filters')) return [line([shownPath(row), codes(row.query), ...more])];
  return SOURCES.map(source => {
    const filters = source.filters.map(({ param }) => param);
    const query = row.query?.flatMap(param => (param === 'filters' ? filters : [param]));
    return line([shownPath(row, [source.id]), codes(query), ...more]);
  });
}

const line = (cells: readonly string[]): string => `| ${cells.map(cell => cell && `${cell} `).join('| ')}|`;

function shortRow(name: ResourceName): string {
  const row = RESOURCES[name];
  const [first] = sourcesWith(row);
  const summary = first && row.summary ? withNames(row.summary, { ...first, name: '{name}' }) : '';
  return line([shownPath(row), summary.replace('the {name}', 'a source')]);
}

const readme = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the README of the contract has the whole table', () => {
  const table = [
    '| path | query | answered by | cache | tags | ranges | envelope | counts |',
    '|---|---|---|---|---|---|---|---|',
    ...RESOURCE_NAMES.flatMap(fullRows),
  ].join('\n');
  assert.ok(readme('build/contract/README.md').includes(`\n\n${table}\n\n`), `it should have:\n${table}`);
});

test('the README has the paths with their answers', () => {
  const table = ['| path | answer |', '|---|---|', ...RESOURCE_NAMES.map(shortRow)].join('\n');
  assert.ok(readme('README.md').includes(`\n\n${table}\n`), `it should have:\n${table}`);
});

test('modules build the paths of the table', () => {
  const [usc, fr] = [sourceOf('usc'), sourceOf('fr')];
  const built: Readonly<
    Record<
      Exclude<
        ResourceName,
        | 'build'
        | 'document'
        | 'level'
        | 'references'
        | 'levelreferences'
        | 'versions'
        | 'diff'
        | 'events'
        | 'levelversions'
        | 'levelchanges'
      >,
      string
    >
  > = {
    list: paths.documentsUrl(usc),
    titles: levelUrl(usc),
    title: levelUrl(usc, 17),
    structure: paths.structureUrl(usc),
    years: levelUrl(fr),
    year: levelUrl(fr, 2018),
    month: levelUrl(fr, 2018, '05'),
    sources: paths.sourcesUrl,
    stats: paths.statsUrl,
    bulk: paths.bulkUrl,
    changes: paths.changesUrl,
    health: paths.healthUrl,
    search: paths.searchUrl,
    citations: paths.citationsUrl,
    openapi: paths.openapiUrl,
    mcp: paths.mcpUrl,
  };
  const words: Readonly<Record<string, string>> = { title: '17', year: '2018', month: '05' };
  for (const [name, url] of Object.entries(built)) {
    const row = RESOURCES[name as ResourceName];
    const [address] = addressesOf(name as ResourceName, row.of?.(usc) === false ? [fr] : [usc]);
    assert.is(
      address?.path.replace(/:(\w+)/g, (_, word) => words[word] as string),
      url,
      name,
    );
  }
  assert.equal(RESOURCES.openapi.aliases, paths.openapiAliases);
  assert.is(fileOfResource('changes'), paths.CHANGES_INDEX);
  assert.is(fileOfResource('build').replace(':build', '7'), paths.changesPath(7));
});

test('the policy of each row has times, and a row without caching has no tags', () => {
  for (const name of RESOURCE_NAMES) {
    const { policy, tags, path, of, query = [], unless } = RESOURCES[name];
    assert.match(name, /^[a-z]+$/);
    assert.ok(policy in CACHE_CONTROL, name);
    assert.is(tags === undefined, policy === 'none', name);
    if (of) assert.match(path, ':source', name);
    if (unless) assert.ok(query.includes(unless.param), name);
  }
});

test.run();

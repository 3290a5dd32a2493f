import { spellingsOf } from '../path-words.ts';
import { fileOfResource, RESOURCE_NAMES, RESOURCES, type ResourceName } from '../resources.ts';
import type { Source } from '../sources.ts';
import { FILE_SPELLINGS, inSource } from './match.ts';
import { MONTH, SITE, type SmallAddress, type SmallTable } from './small.ts';
import type { SmallSource } from './small-list.ts';

/** Makes the small routing rule's tables. A function for CloudFront has at most 10 kB. */
export const smallTable = (sources: readonly Source[]): SmallTable => ({
  sources: sources.map(smallSource),
  addresses: merged([
    ...FILE_SPELLINGS.filter(({ row }) => !row.isRefined).map(
      ({ row: { of }, pattern, file }): SmallAddress =>
        of === 'site' ? [pattern.slice(1), file.slice(1), SITE] : [pattern.slice(1), file.slice(1)],
    ),
    ...RESOURCE_NAMES.flatMap(name => addressesOf(name, sources)),
  ]).map(([pattern, ...more]) => [shorter(pattern), ...more]),
});

const smallSource = (source: Source): SmallSource => ({
  ...smallList(source),
  ...(RESOURCES.level.of?.(source) && { hasLevels: true }),
});

const smallList = ({ id, namespace, defaultSort, filters, precomputed }: Source): SmallSource => ({
  id,
  prefix: namespace,
  sort: defaultSort,
  ...limited(precomputed.unfilteredPages),
  filters: filters.flatMap(({ param, type, values, match }) => {
    const pages = precomputed.pagesOf[param];
    if (pages === undefined) return [];
    return {
      name: param,
      // Text is the default, since a function for CloudFront has at most 10 kB.
      ...(type !== 'string' && { type }),
      ...(match === 'within' && { type: match }),
      ...limited(pages),
      ...(values && { values }),
      ...(precomputed.cursorsOf.includes(param) && { hasCursors: true }),
    };
  }),
  others: filters
    .map(({ param }) => param)
    .filter(param => precomputed.pagesOf[param] === undefined)
    // A list of a day.
    .concat('on'),
});

/** Leaves out infinity. */
const limited = (pages: number): { pages?: number } => (Number.isFinite(pages) ? { pages } : {});

/** Merges all sources in one pattern. */
function addressesOf(name: ResourceName, sources: readonly Source[]): SmallAddress[] {
  const { path, aliases = [], answered, unless, of } = RESOURCES[name];
  if (answered !== 'file' && answered !== 'month') return [];
  // Sources differ in their ids and in the outermost levels behind these.
  const template = path.includes(':levels') ? ':source/:levels' : ':source';
  const ids = sources.filter(source => !of || of(source)).map(source => inSource(template, source));
  if (ids.length === 0) return [];
  const patternOf = (address: string, group: string): string =>
    address
      .slice(1)
      .replace('.', '[.]')
      .replace(
        template,
        group !== '' && ids.length === 1 ? (ids[0] as string) : `(${group}${ids.join('|')})`,
      );
  const answer = (pattern: string, file: string): SmallAddress =>
    unless ? [pattern, file, unless.param] : [pattern, file];
  const file = fileOfResource(name);
  const isNamedByPath = !/:(?!source|levels)/.test(path) && file === `${path.slice(1)}.json`;
  const own = isNamedByPath ? [answer(`(${patternOf(path, '?:')})`, '$1.json')] : [];
  return [
    ...own,
    ...[...(isNamedByPath ? [] : [path]), ...aliases].flatMap(address =>
      spellingsOf(patternOf(address, ''), file.replace(template, '$1')).map(
        (spelling): SmallAddress =>
          answered === 'month'
            ? [`${spelling.pattern}(?:/_q/([^/]*)[.]json)?`, spelling.file, MONTH]
            : answer(spelling.pattern, spelling.file),
      ),
    ),
  ];
}

/** Merges patterns with the same file and the same use of groups, where they are one group or have none. */
function merged(addresses: readonly SmallAddress[]): SmallAddress[] {
  const alike = new Map<string, SmallAddress[]>();
  for (const address of addresses) {
    const [pattern, ...answer] = address;
    const isMergeable = /^\((?!.*\((?!\?)).*\)$/.test(pattern) || !/\((?!\?)/.test(pattern);
    const key = JSON.stringify(isMergeable ? answer : address);
    alike.set(key, [...(alike.get(key) ?? []), address]);
  }
  return Array.from(alike.values(), ([first, ...others]) => {
    const [pattern, file, ...more] = first as SmallAddress;
    if (others.length === 0) return [pattern, file, ...more] as SmallAddress;
    const isGroup = file.includes('$1');
    const inner = [pattern, ...others.map(([other]) => other)].map(each =>
      isGroup ? each.slice(1, -1) : each,
    );
    return [`(${isGroup ? '' : '?:'}${inner.join('|')})`, file, ...more] as SmallAddress;
  });
}

/** Shortens a pattern by escapes of JavaScript. */
const shorter = (pattern: string): string =>
  pattern.replaceAll('A-Za-z0-9_', '\\w').replaceAll('[0-9]', '\\d');

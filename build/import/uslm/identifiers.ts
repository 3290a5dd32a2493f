import type { Level } from '../schema.ts';
import { childOf, lineOf, type XmlNode } from '../xml/node.ts';

/** Names of sets of court rules in the Code's older files. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/bankruptcy/i, 'Bankr'],
  [/criminal/i, 'Crim'],
  [/civil/i, 'Civ'],
  [/appellate/i, 'App'],
  [/evidence/i, 'Evid'],
];

const written = (identifier: string | undefined): string => identifier?.trim().replace(/\s+/g, ' ') ?? '';

/** The identifiers of levels, from the title down; null for a level without one. @param label of the title, such as `18a` */
export function levelIdentifiers(levels: readonly Level[], label: string): (string | null)[] {
  const title = `/us/usc/t${label}`;
  const identifiers: (string | null)[] = [];
  let above = title;
  for (const [i, level] of levels.entries()) {
    const own = written(level.attributes.identifier);
    const identifier = i === 0 ? title : own.startsWith(`${title}/`) ? own : completed(level, own, above);
    identifiers.push(identifier);
    above = identifier ?? above;
  }
  return identifiers;
}

/** Newer files omit the title, and the rules, in identifiers of appendices. */
function completed(level: Level, own: string, above: string): string | null {
  if (level.level === 'courtRules') {
    const heading = level.own.find(({ name }) => name === 'heading');
    const name = RULES.find(([pattern]) => pattern.test(heading ? lineOf(heading) : ''))?.[1];
    return name === undefined ? null : `${above}/courtRules/${name}`;
  }
  return own === '' ? null : `${above}/${own.slice(own.lastIndexOf('/') + 1)}`;
}

/**
 * Returns the identifier of a unit as in older files, then, if newer files shorten it, the file's own.
 * @returns null if it has none, and therefore is no document
 */
export function unitIdentifier(
  node: XmlNode,
  kind: string,
  levels: readonly Level[],
  label: string,
): { identifier: string; own: string | null } | null {
  const own = written(node.attributes.identifier);
  if (own.startsWith(`/us/usc/t${label}/`)) return { identifier: own, own: null };
  const rules = levels.findIndex(({ level }) => level === 'courtRules');
  if (kind === 'rule' && rules >= 0) {
    const set = levelIdentifiers(levels, label)[rules];
    const number = childOf(node, 'num')?.attributes.value ?? /rule(.+)$/i.exec(own)?.[1];
    if (set && number) return { identifier: `${set}/rule${number}`, own: own || null };
  }
  if (own === '') return null;
  const rest = own.replace(/^\/us\/usc\//, '').replace(/^.*\/(?=s\d[^/]*$)/, '');
  return { identifier: `/us/usc/t${label}/${rest}`, own };
}

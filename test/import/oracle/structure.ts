import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pairContainers } from './containers.ts';
import type { CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import { pathOf } from './hierarchy.ts';
import { schemaOf } from './schemas.ts';
import { type Element, parseXml } from './tree.ts';
import { pairUnits } from './units.ts';

/** A level as the API serves it. */
interface Served {
  level: string;
  number: string | null;
  name: string | null;
  path: { identifier: string }[];
  children: { identifier: string; number: string | null; name: string | null; document_count: number }[];
  documents: { identifier: string }[];
  document_count: number;
}

export interface ComparedStructure {
  findings: Findings;
  levels: number;
  units: number;
}

/** Compares the levels of a tree with the containers of a title: numbers, names, counts, and what is in each, in order. */
export function compareStructure(xml: string, files: readonly CorpusFile[], tree: string): ComparedStructure {
  const root = parseXml(readFileSync(xml, 'utf8'));
  const schema = schemaOf(root);
  const findings = new Findings();
  const containers = pairContainers(
    root,
    schema,
    files.filter(({ isUnit }) => !isUnit),
  );
  const { pairs } = pairUnits(
    root,
    schema,
    files.filter(({ isUnit }) => isUnit),
  );
  const levelOf = (element: Element): Element | undefined => pathOf(element, schema).at(-1);
  const identifiers = new Map<Element, string>();
  // The XML has no identifiers for groups of an appendix: these are found by their names.
  for (const { container, level } of containers) {
    const above = servedLevel(tree, schema.source, identifiers.get(levelOf(container) ?? root) ?? '');
    const named = above?.children.find(({ name }) => name === level?.data.name);
    identifiers.set(container, level?.identifier || (named?.identifier ?? ''));
  }
  for (const { container, key, level } of containers) {
    // An empty element without a heading is nothing.
    if (!level && pairs.every(({ unit }) => levelOf(unit) !== container)) continue;
    if (!level) {
      findings.expect(key, 'level', '', key || 'none');
      continue;
    }
    const served = servedLevel(tree, schema.source, identifiers.get(container) ?? '');
    const path = pathOf(container, schema).map(element => identifiers.get(element));
    const children = containers.filter(other => levelOf(other.container) === container);
    const units = pairs.filter(({ unit }) => levelOf(unit) === container);
    const count = pairs.filter(({ unit }) => pathOf(unit, schema).includes(container)).length;
    findings.expect(key, 'level', served?.level, level.data.level);
    findings.expect(key, 'number', served?.number, level.data.number ?? null);
    findings.expect(key, 'name', served?.name, level.data.name ?? null);
    findings.expect(key, 'path', served?.path.map(({ identifier }) => identifier).join(' '), path.join(' '));
    findings.expect(key, 'count', String(served?.document_count), String(count));
    findings.expect(
      key,
      'children',
      served?.children.map(({ identifier }) => identifier).join(' '),
      children.map(child => identifiers.get(child.container)).join(' '),
    );
    findings.expect(
      key,
      'documents',
      served?.documents.map(({ identifier }) => identifier).join(' '),
      units.map(({ document }) => document?.identifier).join(' '),
    );
  }
  return { findings, levels: containers.length, units: pairs.length };
}

function servedLevel(tree: string, source: string, identifier: string): Served | undefined {
  const shorthand = identifier.split('/').slice(3).join('/');
  try {
    const file = join(tree, 'api', source, 'structure', `${shorthand}.json`);
    return (JSON.parse(readFileSync(file, 'utf8')) as { data: Served }).data;
  } catch {
    return undefined;
  }
}

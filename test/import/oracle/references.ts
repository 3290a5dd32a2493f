import { isCall } from './blocks.ts';
import type { CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import { decoded } from './markdown-tables.ts';
import type { Schema } from './schemas.ts';
import { isInTable, isNamed, type Traces } from './traces.ts';
import { below, type Element, lineOf } from './tree.ts';

/** The addresses of an element's references in order; tables of contents are left out. */
export const xmlTargets = (
  element: Element,
  schema: Schema,
  isLeftOut: (element: Element) => boolean = () => false,
): string[] =>
  [...below(element, inner => isLeftOut(inner) || schema.out(inner) !== null)].flatMap(inner => {
    const { href } = inner.attributes;
    const isReference = /^(?:ref|a)$/.test(inner.name) && href?.startsWith('/') && !isCall(inner);
    // A reference without words cannot be followed.
    return isReference && lineOf(inner) !== '' ? [beginningOf(href as string)] : [];
  });

/** The first section, if a range is named as one section. A suffix is a number of one or two digits below the section's own. */
function beginningOf(address: string): string {
  const [, above, first, last] = /^(\/us\/usc\/\w+\/s)(\d\w*)[\u2010-\u2015-](\d\w*)$/.exec(address) ?? [];
  if (above === undefined || first === undefined || last === undefined) return address;
  const isSuffix =
    /^\d{1,2}$/.test(last) && (Number(last) < Number.parseInt(first, 10) || /[a-z]$/i.test(first));
  const isSuffixWithLetter =
    /^\d{1,2}[a-z]$/i.test(last) && Number.parseInt(last, 10) < Number.parseInt(first, 10);
  return isSuffix || isSuffixWithLetter ? address : above + first;
}

/** The addresses of all links of a Markdown body. */
export const linkTargets = (body: string): string[] => [
  ...[...body.matchAll(/(?<!!\[[^\]]*|\\)\]\(([^()\s]+)\)/g)].map(([, address]) => address!),
  ...[...body.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => decoded(address!)),
];

const plainAddress = (address: string): string => {
  try {
    return decodeURIComponent(address).replace(/\s+/g, ' ');
  } catch {
    return address;
  }
};

/** Checks that every reference is a link to its address. */
export function compareReferences(
  place: string,
  element: Element,
  { body }: Pick<CorpusFile, 'body'>,
  schema: Schema,
  isLeftOut?: (element: Element) => boolean,
): { findings: Findings; targets: string[] } {
  const findings = new Findings();
  const targets = xmlTargets(element, schema, isLeftOut);
  const left = new Map<string, number>();
  for (const target of linkTargets(body).map(plainAddress)) left.set(target, (left.get(target) ?? 0) + 1);
  for (const target of targets.map(plainAddress)) {
    const links = left.get(target) ?? 0;
    findings.expect(place, 'link', links > 0 ? target : '', target);
    left.set(target, links - 1);
  }
  return { findings, targets };
}

const CODE = /^\/us\/usc\/t(\d+[a-z]?)(?=\/|$)/i;

/** A reference, and the release point of its title. */
export interface Reference {
  target: string;
  release: string;
}

/** The destinations of references into available titles. */
export interface Reached {
  within: number;
  /** A document, or a level below the title; the title itself if nothing more is named. */
  reached: number;
  /** The XML has the destination, and the corpus does not: there must be none. */
  missed: string[];
  /** The destination has no identifier in any available XML, so that only the title is reachable: by cause. */
  unnamed: Record<'formerNumber' | 'otherRelease' | 'withoutTrace', string[]>;
}

/**
 * @param files of all titles, levels included
 * @param traces of the XML of all titles
 */
export function reach(
  references: readonly Reference[],
  files: readonly CorpusFile[],
  traces: readonly Traces[],
): Reached {
  const addresses = new Set<string>();
  for (const { identifier, data } of files) {
    const aliases = Array.isArray(data.aliases) ? (data.aliases as string[]) : [];
    for (const address of [identifier, ...aliases]) addresses.add(spelled(address));
  }
  const byTitle = new Map(traces.map(trace => [trace.title, trace]));
  const reached: Reached = {
    ...{ within: 0, reached: 0, missed: [] },
    unnamed: { formerNumber: [], otherRelease: [], withoutTrace: [] },
  };
  for (const { target, release } of references) {
    const title = CODE.exec(target)?.[0];
    if (title === undefined || !addresses.has(spelled(title))) continue;
    reached.within += 1;
    if (reaches(spelled(target), addresses)) {
      reached.reached += 1;
      continue;
    }
    const trace = byTitle.get(title.toLowerCase());
    if (!trace || isNamed(target, trace)) reached.missed.push(target);
    // Revised titles list the former numbers of their sections in tables.
    else if (isInTable(target, trace)) reached.unnamed.formerNumber.push(target);
    else if (trace.release !== release) reached.unnamed.otherRelease.push(target);
    else reached.unnamed.withoutTrace.push(target);
  }
  return reached;
}

/** A paragraph is reached by its section. */
function reaches(target: string, addresses: ReadonlySet<string>): boolean {
  if (addresses.has(target)) return true;
  for (let at = target.lastIndexOf('/'); at > 0; at = target.lastIndexOf('/', at - 1)) {
    const above = target.slice(0, at);
    if (/^\/us\/usc\/[^/]+$/.test(above)) return false;
    if (addresses.has(above)) return true;
  }
  return false;
}

export const spelled = (address: string): string =>
  plainAddress(address)
    .replace(/[\u2010-\u2015]/g, '-')
    .toLowerCase();

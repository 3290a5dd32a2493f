import { isCall } from './blocks.ts';
import type { CorpusFile } from './documents.ts';
import { Findings } from './findings.ts';
import { decoded } from './markdown-tables.ts';
import type { Schema } from './schemas.ts';
import { below, type Element, lineOf } from './tree.ts';

/** The addresses that an element's references have, in their order; tables of contents are left out. */
export const xmlTargets = (
  element: Element,
  schema: Schema,
  isLeftOut: (element: Element) => boolean = () => false,
): string[] =>
  [...below(element, inner => isLeftOut(inner) || schema.out(inner) !== null)].flatMap(inner => {
    const { href } = inner.attributes;
    const isReference = /^(?:ref|a)$/.test(inner.name) && href?.startsWith('/') && !isCall(inner);
    // What has no words is nothing that could be followed.
    return isReference && lineOf(inner) !== '' ? [href as string] : [];
  });

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

/** Whether every reference is a link to where it leads. */
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

/** What references into titles that are there lead to. */
export interface Reached {
  within: number;
  /** A document, or a level below the title; the title itself where that is all that is named. */
  reached: number;
  /** What is named is in no file: sections that have another number by now. The title is all that can be reached. */
  titleOnly: string[];
}

/** @param files of all titles, levels included */
export function reach(targets: readonly string[], files: readonly CorpusFile[]): Reached {
  const addresses = new Set<string>();
  for (const { identifier, data } of files) {
    const aliases = Array.isArray(data.aliases) ? (data.aliases as string[]) : [];
    for (const address of [identifier, ...aliases]) addresses.add(spelled(address));
  }
  const within = targets.filter(target => {
    const title = CODE.exec(target)?.[0];
    return title !== undefined && addresses.has(spelled(title));
  });
  const titleOnly = within.filter(target => !reaches(spelled(target), addresses));
  return { within: within.length, reached: within.length - titleOnly.length, titleOnly };
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

const spelled = (address: string): string =>
  plainAddress(address)
    .replace(/[\u2010-\u2015]/g, '-')
    .toLowerCase();

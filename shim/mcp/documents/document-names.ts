import { canonicalIdentifier, identifierProblem, idOf } from '../../../build/contract/identifier.ts';
import { identifyingLevels, isShorthandForm } from '../../../build/contract/levels.ts';
import { matcher } from '../../../build/contract/routing/match.ts';
import { readTarget } from '../../../build/contract/routing/target.ts';
import {
  SOURCES,
  type Source,
  type SourceId,
  sourceOf,
  sourceOfIdentifier,
} from '../../../build/contract/sources.ts';
import { identifierOfWebPath } from '../../../build/contract/web-path.ts';

/** Source and canonical identifier of a document, which may not exist. */
export interface Named {
  source: Source;
  identifier: string;
}

export const URI_SCHEME = 'pandect://';

/** Returns the documents that a text may name. A shorthand such as `t1/s1` may fit several sources. */
export function readingsOf(text: string): Named[] {
  const name = text.trim();
  const address = ofAddress(name);
  const readings = address ? [address] : SOURCES.flatMap(source => inSource(source, name));
  return readings.filter(({ source, identifier }) => identifierProblem(source, identifier) === null);
}

const match = matcher(SOURCES);

function ofAddress(name: string): Named | null {
  if (name.startsWith(URI_SCHEME)) return ofUri(name);
  const path = /^https?:\/\/[^/]+(\/.*)$/i.exec(name)?.[1] ?? (name.startsWith('/') ? name : null);
  if (path === null) return null;
  const target = targetOf(path.replace(/[#].*$/, ''));
  if (target === null) return null;
  const endpoint = match(target);
  if (endpoint?.resource === 'document') {
    const source = sourceOf(endpoint.source?.id as SourceId);
    return { source, identifier: canonicalIdentifier(source, endpoint.words.identifier as string) };
  }
  const identifier = identifierOfWebPath(target.join('/'));
  const source = sourceOfIdentifier(identifier ?? '');
  return source && identifier !== null ? { source, identifier } : null;
}

function targetOf(path: string): string[] | null {
  try {
    return [...readTarget(path).segments];
  } catch {
    return null;
  }
}

/** Reads `pandect://usc/t17/s106`, percent-encoded or not. */
function ofUri(uri: string): Named | null {
  const [id = '', ...segments] = uri.slice(URI_SCHEME.length).split('/');
  const source = SOURCES.find(source => source.id === id);
  const shorthand = decoded(segments.join('/'));
  return source && shorthand ? { source, identifier: canonicalIdentifier(source, shorthand) } : null;
}

function inSource(source: Source, name: string): Named[] {
  const plain = decoded(name) ?? name;
  const absolute = `/${plain.replace(/^\/+/, '')}`;
  if (absolute.startsWith(source.namespace)) return [{ source, identifier: absolute }];
  const id = idOf(source.namespace);
  if (plain.startsWith(id)) {
    const shorthand = identifyingLevels(source).reduce(
      text => text.replace('-', '/'),
      plain.slice(id.length),
    );
    return [{ source, identifier: source.namespace + shorthand }];
  }
  return isShorthand(source, plain) ? [{ source, identifier: source.namespace + plain }] : [];
}

function isShorthand(source: Source, name: string): boolean {
  const { citation } = source;
  if (isShorthandForm(source, name)) return true;
  return citation?.by === 'page' && new RegExp(`^(?:${citation.number})$`, 'i').test(name);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export const ofSource = (readings: readonly Named[], id: SourceId | undefined): Named[] =>
  readings.filter(({ source }) => id === undefined || source.id === id);

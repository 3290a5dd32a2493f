import { byteLength, segmentProblem } from './file-names.ts';
import type { RoutedSource } from './sources.ts';

/**
 * The three spellings of an identifier, e.g. canonical `/us/usc/t17/s106`, shorthand `t17/s106` (for fr the
 * document number) and id `us-usc-t17-s106`.
 */

/** Removes the namespace. */
export const shorthandOf = (source: Pick<RoutedSource, 'namespace'>, identifier: string): string =>
  identifier.slice(source.namespace.length);

export const idOf = (identifier: string): string => identifier.slice(1).replace(/\//g, '-');

/** Reads a decoded request path in either form (build/contract/README.md, Identifiers). The document may not exist. */
export function canonicalIdentifier(source: Pick<RoutedSource, 'namespace'>, path: string): string {
  const absolute = `/${path.replace(/^\/+/, '')}`;
  return absolute.startsWith(source.namespace) ? absolute : source.namespace + absolute.slice(1);
}

/** File names have at most 255 bytes, and `.json` is the longest ending. */
const MAX_SEGMENT_BYTES = 250;
const MAX_IDENTIFIER_BYTES = 1000;

/** The last segment of addresses of references. */
export const REFERENCES = 'references';

/** Words that follow identifiers in addresses. */
export const BEHIND_IDENTIFIERS: readonly string[] = [REFERENCES, 'versions', 'diff', 'changes', 'events'];

/** Returns why an identifier cannot be published, or null. Spaces, dashes, `§` and even slashes are allowed. */
export function identifierProblem(
  source: Pick<RoutedSource, 'namespace'>,
  identifier: string,
): string | null {
  if (!identifier.startsWith(source.namespace)) return `does not start with ${source.namespace}`;
  if (byteLength(identifier) > MAX_IDENTIFIER_BYTES) return `exceeds ${MAX_IDENTIFIER_BYTES} bytes`;
  const shorthand = shorthandOf(source, identifier);
  if (canonicalIdentifier(source, shorthand) !== identifier) return 'repeats its own namespace';
  if (/\.(json|md|txt)\//.test(shorthand)) return "has a segment that another document's file may be named";
  const problems = shorthand.split('/').map(publishedSegmentProblem);
  return problems.find(problem => problem !== null) ?? null;
}

function publishedSegmentProblem(segment: string): string | null {
  const problem = segmentProblem(segment);
  if (problem !== null) return problem;
  if (segment === '_q' || BEHIND_IDENTIFIERS.indexOf(segment) >= 0)
    return `has the segment ${segment}, which is reserved for pages`;
  return byteLength(segment) > MAX_SEGMENT_BYTES ? `has a segment of over ${MAX_SEGMENT_BYTES} bytes` : null;
}

import { levelsOf } from '../../contract/document-levels.ts';
import type { Document } from '../../contract/envelope.ts';
import { sourceOf } from '../../contract/sources.ts';

/** A document's position in its source's hierarchy (build/contract/README.md, Search). */

export function hierarchyOf(document: Document): string[] {
  const labels = levelsOf(document)
    .filter(({ level }) => level.shown !== 'fact')
    .map(({ label, name }) => (label && name ? `${label} - ${name}` : (label ?? name)));
  return [sourceOf(document.source).shortName, ...labels.filter(label => label !== null)];
}

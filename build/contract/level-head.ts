import { levelTitle } from './document-levels.ts';
import { structureLevelUrl } from './paths.ts';
import type { PageHead } from './place-head.ts';
import type { HierarchyLevel, Source } from './sources.ts';
import { webPathOfPlace } from './web-path.ts';

/** Head of the page of a level on the site. */

/** A level as its answer begins. The levels above are from the title down. */
export interface LevelFacts extends HierarchyLevel {
  identifier: string;
  path: readonly HierarchyLevel[];
}

/** `Subpart A – Whistles, Part 971, Chapter IX, Title 33, eCFR` */
export function levelHead(source: Source, facts: LevelFacts): PageHead {
  const { identifier, number, name, path } = facts;
  const label = levelTitle(source, facts);
  const own = number === null || name === null ? label : `${label} – ${name}`;
  const above = path.map(level => levelTitle(source, level)).reverse();
  const title = [own, ...above, source.shortName].join(', ');
  return {
    title,
    description: `${title}: to browse, to search and to read.`,
    canonical: webPathOfPlace({ view: 'structure', source: source.id, level: identifier }),
    alternates: [{ href: structureLevelUrl(source, identifier), type: 'application/json' }],
  };
}

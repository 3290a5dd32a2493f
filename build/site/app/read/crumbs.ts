import { isAppendix, levelsOf } from '../../../contract/document-levels.ts';
import { documentLevel, isDated } from '../../../contract/levels.ts';
import { sourceOf } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import { type Crumb, sourceCrumb } from '../components/breadcrumbs.tsx';
import { asText, unitNumber } from '../format.ts';
import { fieldOf, type ReadDocument } from './document.ts';
import { type LevelPlace, levelPlaces } from './level-places.ts';

/** The pages above a document, and the document itself. @param identifiers see {@link levelPlaces} */
export function crumbsOf(document: ReadDocument, identifiers: readonly string[] | null = null): Crumb[] {
  const source = sourceOf(document.source);
  const levels = isDated(source)
    ? dateCrumbs(document)
    : levelCrumbs(document, levelPlaces(document, identifiers));
  return [sourceCrumb(source), ...levels, { label: ownLabel(document) }];
}

function dateCrumbs(document: ReadDocument): Crumb[] {
  const numbers: Record<string, string> = {};
  return levelsOf(document).flatMap(({ level, number, label }) => {
    if (number === null || label === null) return [];
    numbers[level.name] = number;
    return { label, to: webPathOfPlace({ view: 'level', source: document.source, numbers }) };
  });
}

function levelCrumbs(document: ReadDocument, places: readonly LevelPlace[]): Crumb[] {
  const crumbs: Crumb[] = places.map(({ label, to }) => ({ label: asText(label), to }));
  const [outer, inner] = levelsOf(document);
  // Laws of an appendix stand in the place of chapters, and have names alone.
  const law = isAppendix(outer?.number ?? '') && places.length === 1 ? inner?.name : null;
  return law ? [...crumbs, { label: law }] : crumbs;
}

function ownLabel(document: ReadDocument): string {
  const source = sourceOf(document.source);
  const { identifier } = document;
  const number = fieldOf(document, documentLevel(source).field) ?? identifier;
  return source.granularity === 'section' ? unitNumber({ identifier, number }) : number;
}

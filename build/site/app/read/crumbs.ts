import { isAppendix, levelsOf } from '../../../contract/document-levels.ts';
import { documentLevel, outerLevel } from '../../../contract/levels.ts';
import { sourceOf } from '../../../contract/sources.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import type { Crumb } from '../components/breadcrumbs.tsx';
import { unitNumber } from '../format.ts';
import { fieldOf, type ReadDocument } from './document.ts';

/** The pages above a document, and the document itself. */
export function crumbsOf(document: ReadDocument): Crumb[] {
  const source = sourceOf(document.source);
  const { id, shortName } = source;
  const numbers: Record<string, string> = {};
  const crumbs: Crumb[] = [{ label: shortName, to: webPathOfPlace({ view: 'source', source: id }) }];
  const outer = outerLevel(source).name;
  for (const { level, number, label, name } of levelsOf(document)) {
    if (level.shown !== 'page') continue;
    if (number !== null && label !== null) {
      numbers[level.name] = number;
      crumbs.push({ label, to: webPathOfPlace({ view: 'level', source: id, numbers: { ...numbers } }) });
    } else if (name !== null && isAppendix(numbers[outer] ?? '')) {
      // Laws of an appendix stand in the place of chapters.
      crumbs.push({ label: name });
    }
  }
  return [...crumbs, { label: ownLabel(document) }];
}

function ownLabel(document: ReadDocument): string {
  const source = sourceOf(document.source);
  const { identifier } = document;
  const number = fieldOf(document, documentLevel(source).field) ?? identifier;
  return source.granularity === 'section' ? unitNumber({ identifier, number }) : number;
}

import { sourceOf } from '../../../contract/sources.ts';
import { isAppendix, titleWords } from '../../../contract/titles.ts';
import { webPathOfPlace } from '../../../contract/web-path.ts';
import type { Crumb } from '../components/breadcrumbs.tsx';
import { monthName, unitNumber } from '../format.ts';
import { fieldOf, type ReadDocument, titleOf } from './document.ts';

/** The way to a document through the pages above it. */
export function crumbsOf(document: ReadDocument): Crumb[] {
  const source = sourceOf(document.source);
  const { id, shortName, hasTitles } = source;
  const first = { label: shortName, to: `/${id}` };
  return hasTitles ? [first, ...ofSection(document)] : [first, ...ofDay(document)];
}

function ofSection(document: ReadDocument): Crumb[] {
  const { source } = document;
  const title = titleOf(document);
  if (title === null) return [];
  const chapter = fieldOf(document, 'chapter_number');
  const part = fieldOf(document, 'part_number');
  const crumbs: Crumb[] = [
    { label: titleWords(title), to: webPathOfPlace({ view: 'title', source, title }) },
  ];
  const above = { source, title, ...(chapter === null ? {} : { chapter }) };
  if (chapter !== null) {
    crumbs.push({ label: `Chapter ${chapter}`, to: webPathOfPlace({ view: 'chapter', ...above }) });
  }
  // The laws of an appendix are no chapters, but stand as they do.
  const law = chapter === null && isAppendix(title) ? fieldOf(document, 'chapter_name') : null;
  if (law !== null) crumbs.push({ label: law });
  if (part !== null && sourceOf(source).hierarchy.includes('part')) {
    crumbs.push({ label: `Part ${part}`, to: webPathOfPlace({ view: 'part', ...above, part }) });
  }
  const { identifier } = document;
  return [
    ...crumbs,
    { label: unitNumber({ identifier, number: fieldOf(document, 'section_number') ?? identifier }) },
  ];
}

function ofDay(document: ReadDocument): Crumb[] {
  const { source } = document;
  const number = fieldOf(document, 'document_number') ?? document.identifier;
  const [year, month] = (fieldOf(document, 'publication_date') ?? '').split('-').map(Number);
  if (!year || !month) return [{ label: number }];
  return [
    { label: String(year), to: webPathOfPlace({ view: 'year', source, year }) },
    { label: monthName(month), to: webPathOfPlace({ view: 'month', source, year, month }) },
    { label: number },
  ];
}

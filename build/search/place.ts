import type { Document } from '../contract/envelope.ts';
import { sourceOf } from '../contract/sources.ts';

/** Where a document stands in its source's hierarchy: web path and breadcrumb (DESIGN.md, section 8). */

/** `17`, or `18a` for an appendix: the title as identifiers write it, which the metadata's number is not. */
export const titleLabel = ({ identifier, metadata }: Document): string | null =>
  /^\/us\/(?:usc|cfr)\/t(\d+[a-z]*)\//i.exec(identifier)?.[1] ?? text(metadata.title_number);

const text = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : null;

/** The relative web path of a document; levels that it lacks are left out. */
export function webPath(document: Document): string {
  const { source, metadata } = document;
  const levels: [name: string, value: string | null][] =
    source === 'fr'
      ? [['', text(metadata.document_number) ?? document.identifier.split('/').at(-1) ?? '']]
      : [
          ['title-', titleLabel(document)],
          ['', appendixLaw(document.identifier)],
          ['chapter-', text(metadata.chapter_number)],
          ['part-', source === 'ecfr' ? text(metadata.part_number) : null],
          ['section-', text(metadata.section_number)],
        ];
  const segments = levels.flatMap(([name, value]) =>
    value === null ? [] : [encodeURIComponent(name + value)],
  );
  return ['', source, ...segments].join('/');
}

/**
 * Sections of an appendix are numbered within their law: `/us/usc/t5a/pl/95/521/tIV/s407` is section 407 of
 * `pl-95-521-tIV`, and another law there has a section 407 too.
 */
const appendixLaw = (identifier: string): string | null =>
  /^\/us\/usc\/t\d+[a-z]+\/(.+)\/[^/]+$/.exec(identifier)?.[1]?.replaceAll('/', '-') ?? null;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Breadcrumb labels from the source down to the level above the document. */
export function hierarchyOf({ source, metadata }: Document): string[] {
  const labels = [sourceOf(source).shortName];
  if (source === 'fr') {
    const [year, month] = (text(metadata.publication_date) ?? '').split('-');
    const name = MONTHS[Number(month) - 1];
    return year && name ? [...labels, year, name] : labels;
  }
  for (const level of ['title', 'chapter', 'subchapter', 'part']) {
    const number = text(metadata[`${level}_number`]);
    const name = text(metadata[`${level}_name`])?.replace(/\s+/g, ' ').trim();
    const label = level[0]?.toUpperCase() + level.slice(1);
    if (number) labels.push(name ? `${label} ${number} - ${name}` : `${label} ${number}`);
    else if (name) labels.push(name);
  }
  return labels;
}

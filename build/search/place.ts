import type { Document } from '../contract/envelope.ts';
import { shorthandOf } from '../contract/identifier.ts';
import { sourceOf } from '../contract/sources.ts';

/** Where a document stands in its source's hierarchy: web path and breadcrumb (build/contract/README.md, Search). */

/** `17`, or `18a` for an appendix: the title as identifiers write it, which the metadata's number is not. */
export const titleLabel = ({ source, identifier, metadata }: Document): string | null =>
  /^t(\d+[a-z]*)\//i.exec(shorthandOf(sourceOf(source), identifier))?.[1] ?? text(metadata.title_number);

const text = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : null;

/** The relative web path of a document; levels that it lacks are left out. */
export function webPath(document: Document): string {
  const { identifier, metadata } = document;
  const source = sourceOf(document.source);
  const [, ...belowTitle] = source.hierarchy;
  const levels: [name: string, value: string | null][] = source.hasTitles
    ? [
        ['title-', titleLabel(document)],
        ['', appendixLaw(shorthandOf(source, identifier))],
        ...belowTitle.map((level): [string, string | null] => [
          `${level}-`,
          text(metadata[`${level}_number`]),
        ]),
      ]
    : [['', text(metadata.document_number) ?? identifier.split('/').at(-1) ?? '']];
  const segments = levels.flatMap(([name, value]) =>
    value === null ? [] : [encodeURIComponent(name + value)],
  );
  return ['', source.id, ...segments].join('/');
}

/**
 * Sections of an appendix are numbered within their law: `/us/usc/t5a/pl/95/521/tIV/s407` is section 407 of
 * `pl-95-521-tIV`, and another law there has a section 407 too.
 */
const appendixLaw = (shorthand: string): string | null =>
  /^t\d+[a-z]+\/(.+)\/[^/]+$/.exec(shorthand)?.[1]?.replaceAll('/', '-') ?? null;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Breadcrumb labels from the source down to the level above the document. */
export function hierarchyOf({ source, metadata }: Document): string[] {
  const { shortName, hasTitles, breadcrumb } = sourceOf(source);
  const labels = [shortName];
  if (!hasTitles) {
    const [year, month] = (text(metadata.publication_date) ?? '').split('-');
    const name = MONTHS[Number(month) - 1];
    return year && name ? [...labels, year, name] : labels;
  }
  for (const level of breadcrumb) {
    const number = text(metadata[`${level}_number`]);
    const name = text(metadata[`${level}_name`])?.replace(/\s+/g, ' ').trim();
    const label = level[0]?.toUpperCase() + level.slice(1);
    if (number) labels.push(name ? `${label} ${number} - ${name}` : `${label} ${number}`);
    else if (name) labels.push(name);
  }
  return labels;
}

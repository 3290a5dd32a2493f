import type { Document } from '../contract/envelope.ts';
import { shorthandOf, titleLabelOf } from '../contract/identifier.ts';
import { MONTH_NAMES } from '../contract/month-names.ts';
import { sourceOf } from '../contract/sources.ts';

/** Where a document stands in its source's hierarchy: title and breadcrumb (build/contract/README.md, Search). */

/** `17`, or `18a` for an appendix: the title as identifiers write it, which the metadata's number is not. */
export const titleLabel = ({ source, identifier, metadata }: Document): string | null =>
  titleLabelOf(shorthandOf(sourceOf(source), identifier)) ?? text(metadata.title_number);

const text = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : null;

/** Breadcrumb labels from the source down to the level above the document. */
export function hierarchyOf({ source, metadata }: Document): string[] {
  const { shortName, hasTitles, breadcrumb } = sourceOf(source);
  const labels = [shortName];
  if (!hasTitles) {
    const [year, month] = (text(metadata.publication_date) ?? '').split('-');
    const name = MONTH_NAMES[Number(month) - 1];
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

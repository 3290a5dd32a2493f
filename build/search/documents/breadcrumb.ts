import { MONTH_NAMES } from '../../contract/dates.ts';
import type { Document } from '../../contract/envelope.ts';
import { sourceOf } from '../../contract/sources.ts';
import { nameOfTitle, titleLabel, titleWords } from '../../contract/titles.ts';

/** Where a document stands in its source's hierarchy (build/contract/README.md, Search). */

const text = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' ? String(value) : null;

/** Breadcrumb labels from the source down to the level above the document. */
export function hierarchyOf(document: Document): string[] {
  const { source, metadata } = document;
  const ofSource = sourceOf(source);
  const { shortName, hasTitles, breadcrumb } = ofSource;
  const labels = [shortName];
  if (!hasTitles) {
    const [year, month] = (text(metadata.publication_date) ?? '').split('-');
    const name = MONTH_NAMES[Number(month) - 1];
    return year && name ? [...labels, year, name] : labels;
  }
  for (const level of breadcrumb) {
    if (level === 'title') {
      const title = titleLabel(document);
      if (title !== null) labels.push(named(titleWords(title), nameOfTitle(ofSource, title)));
      continue;
    }
    const number = text(metadata[`${level}_number`]);
    const name = text(metadata[`${level}_name`])?.replace(/\s+/g, ' ').trim();
    const label = level[0]?.toUpperCase() + level.slice(1);
    if (number) labels.push(named(`${label} ${number}`, name));
    else if (name) labels.push(name);
  }
  return labels;
}

const named = (label: string, name: string | null | undefined): string =>
  name ? `${label} - ${name}` : label;

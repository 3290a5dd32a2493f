import type { Document } from '../../../contract/envelope.ts';
import { documentUrl } from '../../../contract/paths.ts';
import { type Source, type SourceId, sourceOf } from '../../../contract/sources.ts';
import { unitKind, unitName, unitNumber } from '../format.ts';

/** A document of the API, and its metadata in words. */
export type ReadDocument = Required<Document>;

export const documentTarget = (source: SourceId, identifier: string): string =>
  documentUrl(sourceOf(source), identifier);

/** @returns the field as text; null where the document has none */
export function fieldOf({ metadata }: Pick<ReadDocument, 'metadata'>, field: string): string | null {
  const value = metadata[field];
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    ? String(value)
    : null;
}

/**
 * The page's heading, as the law writes it: `§ 106. Exclusive rights`, `§ 2.2 Delegations.`, `Rule 11. Pleas`, `Appendix II to
 * Part 200—Contract Provisions`, or a plan's name. Other documents have their title.
 */
export function headingOf(document: Omit<ReadDocument, 'body'>): string {
  const source: Source = sourceOf(document.source);
  const number = fieldOf(document, 'section_number');
  const title = fieldOf(document, 'display_title') ?? document.identifier;
  if (source.granularity !== 'section' || number === null) return title;
  const unit = { identifier: document.identifier, number };
  const name = unitName(unit, fieldOf(document, 'section_name') ?? '');
  const kind = unitKind(unit);
  if (kind === 'plan' && name !== '') return name;
  if (kind === 'appendix') return [number, name].filter(part => part !== '').join('—');
  const hasPoint = source.citation?.by === 'section' && source.citation.keys.part === null;
  return `${unitNumber(unit)}${hasPoint ? '.' : ''} ${name}`.trim();
}

/** Whether a section is reserved, by its name: the API has a status for statutes only. */
export const isReserved = (document: ReadDocument): boolean =>
  /\[reserved\]/i.test(fieldOf(document, 'section_name') ?? fieldOf(document, 'display_title') ?? '');

import { shorthandOf, titleLabelOf } from './identifier.ts';
import type { OfficialTitle } from './sources/entry.ts';
import { type Metadata, type Source, type SourceId, sourceOf } from './sources.ts';

/** Titles of a code as they are told: by their official names, and apart from their appendixes, which hold other laws. */

/** @returns undefined where there is no such title */
export const officialTitle = (
  { titles }: Pick<Source, 'titles'>,
  number: number,
): OfficialTitle | undefined => titles[number - 1];

interface Held {
  source: SourceId;
  identifier: string;
  metadata: Metadata;
}

/**
 * `17`; `18a` where a document is of the title's appendix; null where it is of none. A law of an appendix that has no section of its
 * own there is in no folder of the appendix by its identifier, but its display title says so.
 */
export function titleLabel({ source: id, identifier, metadata }: Held): string | null {
  const source = sourceOf(id);
  const { title_number, display_title } = metadata;
  const number = typeof title_number === 'number' || typeof title_number === 'string' ? title_number : null;
  const label = titleLabelOf(shorthandOf(source, identifier)) ?? (number === null ? null : `${number}`);
  const { citation } = source;
  if (label === null || citation?.by !== 'section' || !citation.hasAppendixes) return label;
  return String(display_title ?? '').startsWith(`${label} ${citation.abbreviation} ${APPENDIX} `)
    ? `${label}a`
    : label;
}

/** Stands behind the code's letters in what cites an appendix: `5 USC App. § 11`. */
export const APPENDIX = 'App.';

/** Whether a label, `5a`, is of an appendix. */
export const isAppendix = (label: string): boolean => /[a-z]$/i.test(label);

/** `Title 5`, `Title 5 Appendix`. */
export const titleWords = (label: string): string =>
  `Title ${Number.parseInt(label, 10)}${isAppendix(label) ? ' Appendix' : ''}`;

/** The official name of the title that a label names; null where there is none. */
export const nameOfTitle = (source: Pick<Source, 'titles'>, label: string): string | null =>
  officialTitle(source, Number.parseInt(label, 10))?.name ?? null;

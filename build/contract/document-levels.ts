import type { Document } from './envelope.ts';
import { shorthandOf } from './identifier.ts';
import {
  capital,
  isDated,
  isDateLevel,
  levelLabel,
  levelNumber,
  levelsAbove,
  levelWord,
  outerLevel,
} from './levels.ts';
import type { Level, OfficialTitle } from './sources/entry.ts';
import { type HierarchyLevel, type Source, sourceOf } from './sources.ts';

/** The levels of a document. Titles have official names and are apart from their appendixes, which hold other laws. */

export const officialTitle = (source: Pick<Source, 'levels'>, number: number): OfficialTitle | undefined =>
  outerLevel(source).official[number - 1];

/** `17`, or `18a` for an appendix; null for other forms, and where identifiers lack the level. */
export function outerLabelOf(source: Pick<Source, 'levels'>, shorthand: string): string | null {
  const { prefix } = outerLevel(source);
  if (prefix === null || !shorthand.toLowerCase().startsWith(prefix)) return null;
  return /^(\d+[a-z]*)\//i.exec(shorthand.slice(prefix.length))?.[1] ?? null;
}

type DocumentFacts = Pick<Document, 'source' | 'identifier' | 'metadata'>;

/** The same for a document. The identifier of an unsectioned law of an appendix lacks it, but its display title has it. */
export function outerLabel({ source: id, identifier, metadata }: DocumentFacts): string | null {
  const source = sourceOf(id);
  if (isDated(source)) return null;
  const number = levelNumber(outerLevel(source), metadata[outerLevel(source).field]);
  const label = outerLabelOf(source, shorthandOf(source, identifier)) ?? number;
  const { citation } = source;
  if (label === null || citation?.by !== 'section' || !citation.hasAppendixes) return label;
  return String(metadata.display_title ?? '').startsWith(`${label} ${citation.abbreviation} ${APPENDIX} `)
    ? `${label}a`
    : label;
}

/** Follows the code's letters in citations of an appendix: `5 USC App. § 11`. */
export const APPENDIX = 'App.';

/** Tells whether a label, `5a`, is of an appendix. */
export const isAppendix = (label: string): boolean => /[a-z]$/i.test(label);

export const outerWords = (source: Pick<Source, 'levels'>, label: string): string =>
  `${levelWord(outerLevel(source))} ${Number.parseInt(label, 10)}${isAppendix(label) ? ' Appendix' : ''}`;

/** Returns `Subpart A`, `Title 5 Appendix`; the name of a level without a number. */
export function levelTitle(
  source: Pick<Source, 'levels'>,
  { level, number, name, identifier }: HierarchyLevel,
): string {
  if (number === null) return name ?? identifier ?? level;
  if (level === 'appendix' && /^\d+[a-z]$/.test(number)) return outerWords(source, number);
  return `${capital(level.replace('_', ' '))} ${number}`;
}

export const officialName = (source: Pick<Source, 'levels'>, label: string): string | null =>
  officialTitle(source, Number.parseInt(label, 10))?.name ?? null;

/** A level of a document, with the values that the document has. */
export interface DocumentLevel {
  level: Level;
  /** The number; for the outermost level the result of `outerLabel`. */
  number: string | null;
  /** `Title 5 Appendix`, `Chapter 1`, `May`; null without a number. */
  label: string | null;
  name: string | null;
}

/** Returns the levels above a document, outermost first, including those that it lacks. */
export function levelsOf(document: DocumentFacts): DocumentLevel[] {
  const source = sourceOf(document.source);
  const { metadata } = document;
  const ownName = (level: Level): string | null => plainText(metadata[`${level.name}_name`]);
  return levelsAbove(source).map(level => {
    if (isDateLevel(level) || level !== outerLevel(source)) {
      const number = levelNumber(level, metadata[level.field]);
      const label = number === null ? null : levelLabel(level, number);
      return { level, number, label, name: isDateLevel(level) ? null : ownName(level) };
    }
    const number = outerLabel(document);
    const label = number === null ? null : outerWords(source, number);
    const isOfficial = level.official.length > 0;
    const official = isOfficial && number !== null ? officialName(source, number) : null;
    return { level, number, label, name: isOfficial ? official : ownName(level) };
  });
}

const plainText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\s+/g, ' ').trim() || null
    : null;

import type { Document } from './envelope.ts';
import { shorthandOf } from './identifier.ts';
import {
  isDated,
  isDateLevel,
  levelLabel,
  levelNumber,
  levelsAbove,
  levelWord,
  outerLevel,
} from './levels.ts';
import type { Level, OfficialTitle } from './sources/entry.ts';
import { type Source, sourceOf } from './sources.ts';

/**
 * The levels of a document with their numbers and names. Titles are told by their official names, and apart from their appendixes,
 * which hold other laws.
 */

/** @returns undefined where there is no such title */
export const officialTitle = (source: Pick<Source, 'levels'>, number: number): OfficialTitle | undefined =>
  outerLevel(source).official[number - 1];

/**
 * `17`, or `18a` for an appendix: the number of the outermost level as a shorthand writes it. Null where the shorthand is of another
 * form, and where identifiers do not have the level.
 */
export function outerLabelOf(source: Pick<Source, 'levels'>, shorthand: string): string | null {
  const { prefix } = outerLevel(source);
  if (prefix === null || !shorthand.toLowerCase().startsWith(prefix)) return null;
  return /^(\d+[a-z]*)\//i.exec(shorthand.slice(prefix.length))?.[1] ?? null;
}

type Told = Pick<Document, 'source' | 'identifier' | 'metadata'>;

/**
 * `17`; `18a` where a document is of the title's appendix; null where it is of none. A law of an appendix that has no section of its
 * own there is in no folder of the appendix by its identifier, but its display title says so.
 */
export function outerLabel({ source: id, identifier, metadata }: Told): string | null {
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

/** Stands behind the code's letters in what cites an appendix: `5 USC App. § 11`. */
export const APPENDIX = 'App.';

/** Whether a label, `5a`, is of an appendix. */
export const isAppendix = (label: string): boolean => /[a-z]$/i.test(label);

/** `Title 5`, `Title 5 Appendix`. */
export const outerWords = (source: Pick<Source, 'levels'>, label: string): string =>
  `${levelWord(outerLevel(source))} ${Number.parseInt(label, 10)}${isAppendix(label) ? ' Appendix' : ''}`;

/** The official name of the title that a label names; null where there is none. */
export const officialName = (source: Pick<Source, 'levels'>, label: string): string | null =>
  officialTitle(source, Number.parseInt(label, 10))?.name ?? null;

/** A level of a document, as far as the document tells it. */
export interface DocumentLevel {
  level: Level;
  /** Of the outermost level as `outerLabel` has it. */
  number: string | null;
  /** `Title 5 Appendix`, `Chapter 1`, `May`; null without a number. */
  label: string | null;
  name: string | null;
}

/** The levels above a document, from the outermost on, those that it lacks too. */
export function levelsOf(document: Told): DocumentLevel[] {
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

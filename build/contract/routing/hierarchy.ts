import { type ApiError, notFound } from '../errors.ts';
import { outerLevel } from '../levels.ts';
import { twoDigits } from '../paths.ts';
import type { RoutedSource } from '../sources.ts';

/** Titles and the like, years and months in paths, and what is said where there are none (build/contract/README.md, Hierarchy). */

type LevelledSource = Pick<RoutedSource, 'id' | 'levels'>;

export const levelsNotFound = (source: LevelledSource): ApiError =>
  notFound(`No ${outerLevel(source).plural} were found in ${source.id}.`);
export const numberNotFound = (source: LevelledSource, number: string): ApiError =>
  notFound(`No ${outerLevel(source).name} ${number.slice(0, 50)} was found in ${source.id}.`);
export const yearNotFound = (year: string): ApiError =>
  notFound(`No documents were found for the year ${year.slice(0, 50)}.`);
export const monthNotFound = (year: number, month: number): ApiError =>
  notFound(`No documents were found for the month ${year}-${twoDigits(month)}.`);

/** One to three digits. @throws ApiError NOT_FOUND for anything else */
export function parseNumber(source: LevelledSource, text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw numberNotFound(source, text);
}

/** Four digits. @throws ApiError NOT_FOUND for anything else */
export function parseYear(text: string): number {
  if (/^\d{4}$/.test(text)) return Number(text);
  throw yearNotFound(text);
}

/** One digit or two. @throws ApiError NOT_FOUND for anything else */
export function parseMonth(year: number, text: string): number {
  const month = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (month >= 1 && month <= 12) return month;
  throw notFound(`No documents were found for the month ${text.slice(0, 50)} of ${year}.`);
}

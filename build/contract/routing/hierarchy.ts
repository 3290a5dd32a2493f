import { type ApiError, notFound } from '../errors.ts';
import { twoDigits } from '../paths.ts';

/** Titles, years and months in paths, and what is said where there are none (build/contract/README.md, Hierarchy). */

export const titlesNotFound = (source: string): ApiError => notFound(`No titles were found in ${source}.`);
export const yearsNotFound = (source: string): ApiError => notFound(`No years were found in ${source}.`);
export const titleNotFound = (source: string, title: string): ApiError =>
  notFound(`No title ${title.slice(0, 50)} was found in ${source}.`);
export const yearNotFound = (year: string): ApiError =>
  notFound(`No documents were found for the year ${year.slice(0, 50)}.`);
export const monthNotFound = (year: number, month: number): ApiError =>
  notFound(`No documents were found for the month ${year}-${twoDigits(month)}.`);

/** One to three digits. @throws ApiError NOT_FOUND for anything else */
export function parseTitle(source: string, text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw titleNotFound(source, text);
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

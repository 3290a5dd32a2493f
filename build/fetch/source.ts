import type { Wanted } from './download.ts';

/** What the listings of a source name. */
export interface Found {
  wanted: Wanted[];
  /** What the user should know; a sentence each. */
  notices: string[];
  /** What should be there and is not; a sentence each. */
  problems: string[];
}

export const isDay = (text: unknown): text is string => {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

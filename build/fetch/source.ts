import type { Wanted } from './download.ts';

/** What the listings of a source name. */
export interface Found {
  wanted: Wanted[];
  /** One sentence for each thing that the user should know. */
  notices: string[];
  /** One sentence for each thing that is missing. */
  problems: string[];
}

export const isDay = (text: unknown): text is string => {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

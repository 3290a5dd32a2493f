import type { SearchDocument } from '../document.ts';
export interface References {
  cites: string[];
  names: { name: string; key: string; weight: number }[];
  abbreviations: [string, string][];
}
export const referencesOf = (_: SearchDocument): References => ({ cites: [], names: [], abbreviations: [] });

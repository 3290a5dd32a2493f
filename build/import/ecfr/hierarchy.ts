import type { Frontmatter } from '../schema.ts';
import { type Named, slugOf } from './levels.ts';

/** The levels from the title to the parent of a unit. */
export const hierarchyOf = (chain: readonly Named[]) =>
  chain.map(({ level, number, name, identifier }) => ({ level, number, name, identifier }));

/** The metadata fields of levels. */
export function fieldsOf(chain: readonly Named[]): Frontmatter {
  const fields: Frontmatter = {};
  for (const { level, number, name } of chain) {
    if (level === 'title') continue;
    if (level === 'subject_group') fields.subject_group = name;
    else {
      fields[`${level}_number`] = number;
      fields[`${level}_name`] = name;
    }
  }
  const of = (wanted: string) => chain.find(({ level }) => level === wanted);
  return {
    ...fields,
    cfr_part: of('part')?.number ?? null,
    cfr_subpart: of('subpart')?.number ?? null,
    agency: of('chapter')?.name ?? null,
  };
}

/** Documents are in the folder of their part, as they always were; lower levels have folders below it. */
const FOLDERS = new Set(['chapter', 'part']);

const folderOf = ({ level, number, name }: Named): string =>
  `${level.replace('_', '-')}-${number ?? (slugOf(name ?? '') || '0')}`;

/** Folders of a level's documents. */
export const foldersOf = (chain: readonly Named[]): string[] => {
  const folders = chain.filter(({ level }) => FOLDERS.has(level)).map(folderOf);
  return folders.length > 0 ? folders : chain.slice(1).map(folderOf);
};

/** Folders of a level's own text. */
export const levelFolders = (chain: readonly Named[]): string[] => {
  const last = chain.at(-1)!;
  if (last.level === 'title') return [];
  const at = chain.findLastIndex(({ level }) => FOLDERS.has(level));
  return [
    ...chain.filter(({ level }) => FOLDERS.has(level)).map(folderOf),
    ...chain.slice(Math.max(at + 1, 1)).map(folderOf),
  ];
};

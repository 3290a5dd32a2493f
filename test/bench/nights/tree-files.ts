import fs from 'node:fs';
import path from 'node:path';
import { documentOfFile } from '../../../build/files/document-file.ts';

/** What kind of file it is, as nights are told. */
export type FileGroup = (typeof FILE_GROUPS)[number];

export const FILE_GROUPS = [
  'documents',
  'pages',
  'dumps',
  'manifest',
  'history',
  'catalog',
  'others',
] as const;

export interface TreeFile {
  bytes: number;
  /** Another one for every writing of the file. */
  mark: string;
}

export function groupOf(file: string): FileGroup {
  if (file.startsWith('catalog/')) return 'catalog';
  if (file.startsWith('manifest')) return 'manifest';
  if (file.startsWith('bulk/')) return 'dumps';
  if (file.startsWith('changes/')) return 'history';
  if (!file.startsWith('api/')) return 'others';
  return documentOfFile(file) ? 'documents' : 'pages';
}

/** Every file of a tree, by its path. */
export function treeFiles(tree: string): Map<string, TreeFile> {
  const files = new Map<string, TreeFile>();
  const walk = (folder: string): void => {
    for (const entry of fs.readdirSync(path.join(tree, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(name);
      else {
        const { size, mtimeMs, ino } = fs.statSync(path.join(tree, name));
        files.set(name, { bytes: size, mark: `${size} ${mtimeMs} ${ino}` });
      }
    }
  };
  walk('');
  return files;
}

/** Those that one tree has otherwise than it had before, or has more. */
export const writtenFiles = (
  before: ReadonlyMap<string, TreeFile>,
  after: ReadonlyMap<string, TreeFile>,
): string[] => [...after.keys()].filter(file => before.get(file)?.mark !== after.get(file)?.mark);

export interface Churn {
  files: number;
  /** Of the files that were written. */
  bytes: number;
  removed: number;
}

/** What one tree has otherwise than it had before, by groups. */
export function churnOf(
  before: ReadonlyMap<string, TreeFile>,
  after: ReadonlyMap<string, TreeFile>,
): Record<FileGroup, Churn> {
  const none = (): Churn => ({ files: 0, bytes: 0, removed: 0 });
  const churn = Object.fromEntries(FILE_GROUPS.map(group => [group, none()])) as Record<FileGroup, Churn>;
  for (const file of writtenFiles(before, after)) {
    churn[groupOf(file)].files++;
    churn[groupOf(file)].bytes += after.get(file)?.bytes ?? 0;
  }
  for (const file of before.keys()) if (!after.has(file)) churn[groupOf(file)].removed++;
  return churn;
}

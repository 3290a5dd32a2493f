import { execFileSync } from 'node:child_process';
import { commandOf } from '../../helpers/builds.ts';

/** Which pages of lists are files. */
export const PAGES = ['all', 'front'] as const;
export type Pages = (typeof PAGES)[number];

let known: boolean | null = null;

/** Whether this version of the build lets one choose. */
export function canChoosePages(): boolean {
  known ??= execFileSync(process.execPath, commandOf('build', ['--help'])).includes('--pages');
  return known;
}

export const pagesFlags = (pages: Pages): string[] => (canChoosePages() ? ['--pages', pages] : []);

import { isStatic } from './address.ts';
import { hasArchive } from './has-archive.ts';

/** The query of the view of what changed in a level, behind the address of its page. */
export const CHANGES = '?view=changes';

/** The tab that leads there; none in a tree without an archive, and on a host of files. @param level null where it is not known */
export const changesTab = (level: string | null, isCurrent = false) =>
  level !== null && hasArchive() && !isStatic() ? [{ label: 'Changes', to: level + CHANGES, isCurrent }] : [];

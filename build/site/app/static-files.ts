import { router } from '../../contract/routing/route.ts';
import { SOURCES } from '../../contract/sources.ts';

const route = router(SOURCES);

/** The file with the answer to a target, by the routing rule and relative to the tree; null where there is none. */
export function fileOf(target: string): string | null {
  const found = route({ method: 'GET', target });
  return found.kind === 'file' ? found.path : null;
}
